// Describes an injected defect as data (data/planted/): a builtin that is wrong on purpose, or an allowed deviation, which
// must pass. A snippet gives the change to the device's programs; layer.cpp applies it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/unit.h"
#include "suites/row.h"
#include "tools/inject/layer_file.h"

namespace classay::planted {

// Classes of defects and of allowed deviations. data/planted/README.md has one line for each.
inline constexpr std::array<std::string_view, 29> kDefectClasses{
    "one input",        "one pair",       "one binade",        "half the inputs", "another table",  "sign of zero",
    "special values",   "flushed",        "one lane",          "neighbours",      "odd range",      "only folded",
    "only by pointer",  "only in a mode", "second result",     "quotient bits",   "huge exponents", "ties",
    "saturation",       "shift amounts",  "guard bytes",       "signaling NaN",   "rare",           "generic mantissas",
    "near hard inputs", "huge arguments", "outside the table", "newer language",  "one interval"};
inline constexpr std::array<std::string_view, 8> kOddityClasses{"at the limit",  "either contraction", "payloads",
                                                                "flush rule",    "alternatives",       "either zero",
                                                                "derived forms", "unpromised"};

struct Plant {
  std::string name;
  const Row* row = nullptr;  // nullptr: the replacements define the defect
  std::vector<Type> formats;
  std::string kind;  // one of the classes above
  std::string wrong;
  std::string clause;
  CaseVerdict verdict = CaseVerdict::fail;  // pass: an allowed deviation
  std::optional<Tier> tier;                 // the smallest tier that must detect it; nullopt for an allowed deviation
  std::string share;                        // share of all inputs that are wrong, if rare: "2^-32"
  std::vector<std::string> cases;           // globs of the cases that show it
  std::vector<std::string> options;         // options of the run
  // OpenCL C. `lane` and `vector` change results: see source.h.
  std::string lane;
  std::string vector;
  std::string after;                      // a statement after all results are stored through a pointer
  std::string text;                       // inserted unchanged before each program
  std::vector<Replacement> replacements;  // in the program's text
  std::vector<ModuleChange> modules;      // in a SPIR-V module
  std::optional<LaunchChange> launch;

  bool is_oddity() const { return verdict == CaseVerdict::pass; }
};

}  // namespace classay::planted
