// Lists expressions of OpenCL C that combine scalars and vectors. The language defines the result of each one for all
// operands that are used here: no result depends on rounding, on overflow or on a conversion out of range.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"
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

// Operands of expressions: whole numbers that a type represents, and bits.
using SmallNumber = std::int64_t;
using NumberOf = std::function<SmallNumber(int item, int lane)>;

inline CounterRandom random_of(std::uint64_t seed, int item, int lane) {
  return {seed, static_cast<std::uint64_t>(item) * 64 + static_cast<std::uint64_t>(lane)};
}

// Precondition: the type represents the number.
inline Bits bits_of(Type type, SmallNumber n) {
  if (!is_float(type)) return static_cast<Bits>(n) & mask(type);
  return round_to(format(type), {.negative = n < 0, .significand = static_cast<Wide>(std::abs(n))}, Rounding::rne);
}

inline LaneOf bits_of(Type type, const NumberOf& n) {
  return [=](int item, int lane) { return bits_of(type, n(item, lane)); };
}

// The digits of the whole numbers that the type represents without gaps, with one to spare for a sum. A SmallNumber has
// them.
inline int digits_of(Type type) {
  constexpr int kDigits = 61;
  return std::min(kDigits, is_float(type) ? format(type).precision - 1 : width(type) - (is_signed(type) ? 2 : 1));
}

// Numbers of at most so many digits, whose low bits vary; negative ones too if the type has them. Never 0.
inline NumberOf numbers(std::uint64_t seed, int digits, bool with_sign) {
  return [=](int item, int lane) {
    CounterRandom random = random_of(seed, item, lane);
    const SmallNumber n = 1 + static_cast<SmallNumber>(random.below((std::uint64_t{1} << digits) - 1));
    return with_sign && random.coin() ? -n : n;
  };
}

// Small numbers, which are often equal and often 0, so that relations have both results.
inline NumberOf few_numbers(std::uint64_t seed, bool with_sign) {
  return [=](int item, int lane) { return random_of(seed, item, lane).between(with_sign ? -1 : 0, 1); };
}

// All bits of an integer; normal numbers of a floating-point type.
inline LaneOf any_bits(std::uint64_t seed, Type type) {
  return [=](int item, int lane) {
    const Bits bits = random_of(seed, item, lane).next() & mask(type);
    return is_float(type) && !format(type).is_normal(bits) ? format(type).one() : bits;
  };
}

}  // namespace classay
