// Lists the constants and macros of OpenCL C with their right values. Values are derived where possible: M_PI_F and similar
// constants come from MPFR, the properties of formats from the formats.
#pragma once

#include <string>
#include <vector>

#include "reference/number/type.h"

namespace classay {

struct Constant {
  std::string name;          // "M_PI_F"
  Type type = Type::i64;     // type of the pattern; i64 represents any integer type, because only the value counts
  std::vector<Bits> right;   // patterns, the nearest number first
  bool is_nan = false;       // only a quiet NaN is right ("a quiet NaN", C99 7.12)
  bool may_miss = false;     // may be undefined
  std::string_view section;  // section of the OpenCL C specification
};

// Returns the constants of a format; those of integer types are with i32.
std::vector<Constant> constants(Type type);
bool is_right(const Constant& constant, Bits pattern);

}  // namespace classay
