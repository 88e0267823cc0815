// Lists expressions of OpenCL C that combine scalars and vectors. The language defines the result of each one for all
// operands that are used here: no result depends on rounding, on overflow or on a conversion out of range.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/number/type.h"

namespace classay {

// The bits of one lane, for one work-item.
using LaneOf = std::function<Bits(int item, int lane)>;

struct Variable {
  Type type = Type::i32;
  int width = 1;
  LaneOf value;
};

struct Expression {
  std::string said;                 // for people: "float4 + char"
  std::string code;                 // of these variables
  std::vector<Variable> variables;  // named a, b, c ..., at most 26
  Type result = Type::i32;
  int width = 1;
  LaneOf right;
  std::string before;  // declarations that the code needs
};

// Returns the expressions of a kind for a type; `others`: the types that the device has.
std::vector<Expression> shuffles(Type type);
std::vector<Expression> vector_literals(Type type);
std::vector<Expression> mixed_operators(Type type, const std::vector<Type>& others);
std::vector<Expression> casts(Type type, const std::vector<Type>& others);
std::vector<Expression> layouts(Type type);

}  // namespace classay
