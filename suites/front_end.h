// Front ends: the languages in which a case can be asked. What the table of builtins and its cases have to know of one is a
// line in front_end.cpp; who writes its programs is another one in kernels/writer.cpp.
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
  // Can it say a row? OpenCL C has no form of OpFRem and its like; SPIR-V has none of what is no instruction.
  bool (*speaks)(const Row&);
  std::string_view no_call;  // why it can not
  // Of a format? SPIR-V's integers have no sign, and nothing converts a type to itself.
  bool (*speaks_of)(const Row&, Type);
  std::string (*no_format)(const Row&, Type);  // why it can not
  std::vector<Mode> (*modes)(const Row&, Type);
  // The clause by which a call that it has must not be made; nullptr: there is none such.
  std::optional<std::string> (*forbids)(const Row&, Type, int width) = nullptr;
  bool has_memories = true;        // that a pointer may point to
  bool has_scalars = false;        // beside vectors: fmax(float4, float)
  bool prints_characters = false;  // by printf, with c and s
};
const FrontEndInfo& info(FrontEnd f);
inline std::string_view name(FrontEnd f) { return info(f).name; }
std::optional<FrontEnd> front_end_named(std::string_view name);

inline bool speaks(FrontEnd front_end, const Row& row) { return info(front_end).speaks(row); }
bool speaks(FrontEnd front_end, const Row& row, Type format);
// By which clause a call must not be made; nullopt: it may.
std::optional<std::string> forbidden(FrontEnd front_end, const Row& row, Type format, int width);

// The modes in which a builtin of a format is worth a case: those whose build option says something of it, and in SPIR-V
// those that can be said of its instruction.
inline std::vector<Mode> modes(FrontEnd front_end, const Row& row, Type format) {
  return info(front_end).modes(row, format);
}

}  // namespace classay
