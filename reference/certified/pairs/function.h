// Describes the real functions of two arguments that have models. With one argument fixed, a function of one argument
// remains. It is expanded for positive arguments, and rules define the negative ones.
#pragma once

#include <memory>
#include <string_view>

#include "reference/bulk/values.h"
#include "reference/certified/function/function.h"
#include "reference/certified/pairs/points.h"
#include "reference/certified/pairs/special.h"
#include "reference/number/type.h"

namespace classay::certified {

enum class Varies : std::uint8_t { first, second };

// A function of two arguments with one argument fixed.
struct Slice {
  Function function;
  bool is_special = false;                    // all of its values are special
  std::shared_ptr<const arb::Ball> exponent;  // for a power with a fixed exponent; nullptr: different
  bool has_integers_only = false;             // v must be an integer; positive for even v, NaN for non-integers
};

// Selects the inputs that a plan must reach, by the effect of the function on exponents.
enum class PairShape : std::uint8_t { power, root, plane };

struct PairFunction {
  std::string_view name;
  Evaluate truth;  // the oracle's function, which identifies the builtin
  PairShape shape = PairShape::power;
  bool second_is_integer = false;  // an i32, which does not vary
  // `value` is the fixed argument. It must be finite, and nonzero unless it is an integer.
  Slice (*slice)(Varies varies, double value);
  // The result if an argument is zero or infinite, or if the slice is special.
  special::Value (*special)(double x, double y) = nullptr;
  // The result at one pair of finite nonzero arguments, except (1, y) if it is prescribed.
  PointFunction point = nullptr;
  double point_epsilon = 0;
  bool one_is_prescribed = false;  // f(1, y) = 1
  // If false, a NaN argument gives a NaN. If true, there are exceptions for zeros, infinities, and pow(1, NaN) = 1.
  bool one_beats_nan = false;
};

std::span<const PairFunction> pair_functions();

// Returns the function with this reference function, or null.
const PairFunction* pair_function_of(Evaluate truth);
const PairFunction* pair_function_named(std::string_view name);

// Returns the value of a pattern of the second argument.
double second_value(const PairFunction& function, const Format& format, Bits b);

// Returns the value of a special pair.
Known special_value(const PairFunction& function, double x, double y, double& value);

// Returns the values at the patterns first, first + 1, ... of the varying argument, as many as share their properties.
// Precondition: they are special.
struct FixedArgument {
  Varies varies = Varies::first;
  Bits fixed = 0;
};
Known special_values(const PairFunction& function, const Format& format, const FixedArgument& argument, Bits first,
                     std::span<double> values);

// Returns the function that remains with a fixed pattern, of the format, or of i32 for an integer argument.
Slice slice_of(const PairFunction& function, const Format& format, Varies varies, Bits fixed);

}  // namespace classay::certified
