// A planted defect: a builtin that is wrong on purpose, as data (data/planted/). Or a legal oddity, which is unusual and has
// to pass. What it changes in the programs of a device stands in it as a snippet; how it gets there is layer.cpp's business.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/planted/layer_file.h"
#include "harness/protocol/protocol.h"
#include "suites/row.h"

namespace classay::planted {

// What kind of wrong it is, and what kind of odd. docs/detection.md has a line for each.
inline constexpr std::array<std::string_view, 27> kDefectClasses{
    "one input",        "one pair",       "one binade",      "half the inputs", "another table",  "sign of zero",
    "special values",   "flushed",        "one lane",        "neighbours",      "odd range",      "only folded",
    "only by pointer",  "only in a mode", "second result",   "quotient bits",   "huge exponents", "ties",
    "saturation",       "shift amounts",  "guard bytes",     "signaling NaN",   "rare",           "generic mantissas",
    "near hard inputs", "huge arguments", "beside the table"};
inline constexpr std::array<std::string_view, 8> kOddityClasses{"at the limit",  "either contraction", "payloads",
                                                                "flush rule",    "alternatives",       "either zero",
                                                                "derived forms", "unpromised"};

struct Plant {
  std::string name;
  const Row* row = nullptr;  // nullptr: what is replaced says it all
  std::vector<Type> formats;
  std::string kind;  // of the classes above
  std::string wrong;
  std::string clause;
  CaseVerdict verdict = CaseVerdict::fail;  // pass: an oddity
  std::optional<Tier> tier;                 // the smallest that should catch it; nullopt of an oddity
  std::string share;                        // of all inputs, where one in so many is wrong: "2^-32"
  std::vector<std::string> cases;           // globs of what shows it
  std::vector<std::string> options;         // of the run
  // OpenCL C. `lane` and `vector` change results: see source.h.
  std::string lane;
  std::string vector;
  std::string after;                      // a statement once all is stored through a pointer
  std::string text;                       // what stands before each program as it is
  std::vector<Replacement> replacements;  // in the program's text
  std::vector<ModuleChange> modules;      // in a module of SPIR-V
  std::optional<LaunchChange> launch;

  bool is_oddity() const { return verdict == CaseVerdict::pass; }
};

}  // namespace classay::planted
