// The constants and macros of OpenCL C, each with the values that are right for it. Nothing is typed in that can be worked
// out: M_PI_F and its like come from MPFR, the properties of formats from the formats.
#pragma once

#include <string>
#include <vector>

#include "reference/number/type.h"

namespace classay {

struct Constant {
  std::string name;          // "M_PI_F"
  Type type = Type::i64;     // of the pattern; i64 stands for any integer type, whose value is what counts
  std::vector<Bits> right;   // patterns, that of the nearest number first
  bool is_nan = false;       // any quiet NaN is right ("a quiet NaN", C99 7.12), and nothing else
  bool may_miss = false;     // need not be defined
  std::string_view section;  // of the OpenCL C document
};

// Those that come with a format; the integer types' with i32.
std::vector<Constant> constants(Type type);
bool is_right(const Constant& constant, Bits pattern);

}  // namespace classay
