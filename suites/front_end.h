// Describes front ends: the languages in which a case can run. front_end.cpp has a row per front end with its properties for
// the table of builtins and its cases. kernels/writer.cpp lists the writers of programs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

enum class FrontEnd : std::uint8_t {
  clc,
  il,
  clspv,
  c,  // functions of a math library
};
inline constexpr std::array kFrontEnds{FrontEnd::clc, FrontEnd::il, FrontEnd::clspv, FrontEnd::c};

struct FrontEndInfo {
  FrontEnd front_end;
  std::string_view name;      // in the names of cases
  std::string_view language;  // in sentences
  // Returns whether the language has a row. OpenCL C has no variant of OpFRem and similar instructions. SPIR-V has only
  // instructions.
  bool (*speaks)(const Row&);
  std::string_view no_call;  // the reason if it has none
  // Returns whether the language has the row for a format. Integers of SPIR-V have no sign, and no instruction converts a
  // type to itself.
  bool (*speaks_of)(const Row&, Type);
  std::string (*no_format)(const Row&, Type);  // the reason if it does not
  std::vector<Mode> (*modes)(const Row&, Type);
  // Returns the clause that forbids an existing call; nullptr if the language has no such clauses.
  std::optional<std::string> (*forbids)(const Row&, Type, int width) = nullptr;
  bool has_memories = true;        // pointers may point to several memories
  bool has_scalars = false;        // scalars next to vectors: fmax(float4, float)
  bool prints_characters = false;  // printf supports c and s
};
const FrontEndInfo& info(FrontEnd f);
inline std::string_view name(FrontEnd f) { return info(f).name; }
std::optional<FrontEnd> front_end_named(std::string_view name);

inline bool speaks(FrontEnd front_end, const Row& row) { return info(front_end).speaks(row); }
bool speaks(FrontEnd front_end, const Row& row, Type format);
// Returns the clause that forbids a call; nullopt if it is allowed.
std::optional<std::string> forbidden(FrontEnd front_end, const Row& row, Type format, int width);

// Returns the modes in which a builtin of a format has a case: those whose build option affects it, and in SPIR-V those that
// its instruction can express.
inline std::vector<Mode> modes(FrontEnd front_end, const Row& row, Type format) {
  return info(front_end).modes(row, format);
}

}  // namespace classay
