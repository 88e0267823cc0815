// Lists number literals of programs with their right values (C99 6.4.4, on which OpenCL C is based). A hexadecimal literal
// "is correctly rounded". A decimal one "is either the nearest representable value, or the larger or smaller representable
// value immediately adjacent to the nearest representable value". An integer literal has the first type that can represent
// it among those that its base and suffix allow.
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

// Returns literals of a floating-point format, with numbers of every size; for i32, integer literals of all types.
std::vector<Literal> literals(Type type);
bool is_right(const Literal& literal, Bits pattern);

}  // namespace classay
