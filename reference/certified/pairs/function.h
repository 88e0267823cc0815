// The real functions of two arguments that models are made of, one argument being fixed: what remains is a function of one
// argument, which is expanded for positive arguments, and rules for the negative ones.
#pragma once

#include <optional>
#include <string_view>

#include "reference/bulk/values.h"
#include "reference/certified/function/function.h"
#include "reference/certified/pairs/points.h"
#include "reference/certified/pairs/special.h"
#include "reference/number/type.h"

namespace classay::certified {

enum class Varies : std::uint8_t { first, second };

// A function of two arguments where one has a value.
struct Slice {
  Function function;
  bool is_special = false;            // all of its values are special
  std::optional<arb::Ball> exponent;  // of a power with a fixed exponent
  bool has_integers_only = false;     // v is an integer, and the sign is + where it is even; elsewhere there is no number
};

// Where the inputs are that a plan has to reach: by what becomes of their exponents.
enum class PairShape : std::uint8_t { power, root, plane };

struct PairFunction {
  std::string_view name;
  Evaluate truth;  // the oracle's, which says what function it is
  PairShape shape = PairShape::power;
  bool second_is_integer = false;  // an i32, which does not vary
  // `value`: of the fixed argument, which is not NaN, not infinite, and not zero unless it is an integer.
  Slice (*slice)(Varies varies, double value);
  // Where one of both is a zero or infinite, and all of a slice that is special.
  special::Value (*special)(double x, double y) = nullptr;
  // Where neither is, and not (1, y) where that is prescribed: at one pair.
  PointFunction point = nullptr;
  double point_epsilon = 0;
  bool one_is_prescribed = false;  // f(1, y) = 1
  // Where one of the arguments is a NaN, so is the result, but for zeros, infinities, and pow(1, NaN) = 1.
  bool one_beats_nan = false;
};

std::span<const PairFunction> pair_functions();

// The function whose truth this is, or null.
const PairFunction* pair_function_of(Evaluate truth);
const PairFunction* pair_function_named(std::string_view name);

// The pattern of a second argument as a number.
double second_value(const PairFunction& function, const Format& format, Bits b);

// Of a pair that is special.
Known special_value(const PairFunction& function, double x, double y, double& value);

// At the patterns first, first + 1, ... of the argument that varies: as many as share what is known of them.
// Precondition: they are special.
struct FixedArgument {
  Varies varies = Varies::first;
  Bits fixed = 0;
};
Known special_values(const PairFunction& function, const Format& format, const FixedArgument& argument, Bits first,
                     std::span<double> values);

// What remains when the argument that does not vary is the pattern `fixed`, of the format, or of i32 if it is an integer.
Slice slice_of(const PairFunction& function, const Format& format, Varies varies, Bits fixed);

}  // namespace classay::certified
