// Numbers as a program writes them, and what they are (C99 6.4.4, on which OpenCL C is based). A hexadecimal one "is
// correctly rounded"; a decimal one "is either the nearest representable value, or the larger or smaller representable value
// immediately adjacent to the nearest representable value"; an integer has the first type that holds it of those that its
// base and suffix allow.
#pragma once

#include <string>
#include <vector>

#include "reference/number/type.h"

namespace classay {

struct Literal {
  std::string text;  // "0x1.8p+3f"
  Type type = Type::i32;
  Bits nearest = 0;
  bool may_be_adjacent = false;
};

// Of a floating-point format, in numbers of every size; of i32, integers of all types.
std::vector<Literal> literals(Type type);
bool is_right(const Literal& literal, Bits pattern);

}  // namespace classay
