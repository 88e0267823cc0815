#include "reference/certified/pairs/function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "reference/bulk/lane.h"
#include "reference/certified/pairs/series.h"
#include "reference/oracle/oracle.h"

namespace classay::certified {
namespace {

using arb::Ball;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Precision of the constants of a slice: above any precision that is needed while |log f| < 800.
constexpr slong kPrecision = 256;
// Two roundings: of pi, and of a multiple of it.
constexpr double kAngleEpsilon = 0x1p-52;

// pow(1, y) and powr(1, y) are prescribed.
constexpr Region kPrescribedOne{1, 1, 0, kInfinity};
constexpr Region kNoNegative{-kInfinity, 0, kNaN, 0};
constexpr std::array kOne{kPrescribedOne};
constexpr std::array kPositive{kNoNegative};
constexpr std::array kPositiveAndOne{kPrescribedOne, kNoNegative};
constexpr std::array kNoNumber{Region{-kInfinity, kInfinity, kNaN, 0}};
constexpr std::array kNoNumberButAtOne{kPrescribedOne, kNoNumber[0]};

Slice all_special() { return {.is_special = true}; }
Slice no_number(bool but_at_one = false) {
  const std::span<const Region> regions = but_at_one ? std::span<const Region>(kNoNumberButAtOne) : kNoNumber;
  return {.function = {.name = "NaN", .truth = nullptr, .regions = regions}};
}

Ball exactly(double x) {
  Ball b;
  arb_set_d(b, x);
  return b;
}

bool is_integer(double x) { return std::floor(x) == x; }
bool is_odd(double x) { return std::fabs(std::fmod(x, 2)) == 1; }

// x^p for x > 0; the parity and the regions define the values for other x.
Slice power(const Ball& p, Parity parity, std::span<const Region> regions) {
  return {.function = {.name = "x^p",
                       .truth = nullptr,
                       .series = series::power_with_exponent(p),
                       .parity = parity,
                       .regions = regions,
                       .log = series::log_with_exponent(p),
                       .has_zeros = false},
          .exponent = std::make_shared<const Ball>(p)};
}
Parity parity_of(double n) { return is_odd(n) ? Parity::odd : Parity::even; }

Slice exponential(double base) {
  if (base == 1) return all_special();
  Ball log;
  arb_log(log, exactly(std::fabs(base)), kPrecision);
  return {.function = {.name = "X^y",
                       .truth = nullptr,
                       .series = series::power_with_log_base(log),
                       .log = series::log_with_log_base(log),
                       .has_zeros = false},
          .has_integers_only = base < 0};
}

Slice pow_slice(Varies varies, double value) {
  if (varies == Varies::second) return exponential(value);
  if (!is_integer(value)) return power(exactly(value), Parity::none, kPositiveAndOne);
  return power(exactly(value), parity_of(value), kOne);
}

Slice powr_slice(Varies varies, double value) {
  if (varies == Varies::first) return power(exactly(value), Parity::none, kPositiveAndOne);
  return value < 0 ? no_number() : exponential(value);
}

Slice pown_slice(Varies, double n) {
  if (n == 0) return all_special();  // the result 1 is prescribed
  return power(exactly(n), parity_of(n), {});
}

Slice rootn_slice(Varies, double n) {
  if (n == 0) return no_number();
  Ball p;
  arb_inv(p, exactly(n), kPrecision);
  if (is_odd(n)) return power(p, Parity::odd, {});
  return power(p, Parity::none, kPositive);
}

// atan2 is odd in y. In x it is smooth across zero if y is not zero.
Slice arc_tangent(Varies varies, double value, bool over_pi) {
  if (varies == Varies::second) {
    return {.function = {.name = "atan2(Y, x)", .truth = nullptr, .series = series::atan2_in_x(value, over_pi)}};
  }
  return {.function = {
              .name = "atan2(y, X)", .truth = nullptr, .series = series::atan2_in_y(value, over_pi), .parity = Parity::odd}};
}

Slice atan2_slice(Varies varies, double value) { return arc_tangent(varies, value, false); }
Slice atan2pi_slice(Varies varies, double value) { return arc_tangent(varies, value, true); }

Slice hypot_slice(Varies, double value) {
  return {.function = {.name = "hypot",
                       .truth = nullptr,
                       .series = series::hypot_with(value),
                       .parity = Parity::even,
                       .has_zeros = false}};
}

const std::array kFunctions = std::to_array<PairFunction>({
    {.name = "pow",
     .truth = oracle::pow,
     .slice = pow_slice,
     .special = special::pow,
     .point = points::pow,
     .point_epsilon = points::kPowerEpsilon,
     .one_is_prescribed = true,
     .one_beats_nan = true},
    {.name = "powr",
     .truth = oracle::powr,
     .slice = powr_slice,
     .special = special::powr,
     .point = points::powr,
     .point_epsilon = points::kPowerEpsilon,
     .one_is_prescribed = true},
    {.name = "pown",
     .truth = oracle::pown,
     .second_is_integer = true,
     .slice = pown_slice,
     .special = special::pown,
     .point = points::pown,
     .point_epsilon = points::kPowerEpsilon},
    {.name = "rootn",
     .truth = oracle::rootn,
     .shape = PairShape::root,
     .second_is_integer = true,
     .slice = rootn_slice,
     .special = special::rootn,
     .point = points::rootn,
     .point_epsilon = points::kPowerEpsilon},
    {.name = "atan2",
     .truth = oracle::atan2,
     .shape = PairShape::plane,
     .slice = atan2_slice,
     .special = special::atan2,
     .point = points::atan2,
     .point_epsilon = points::kArcEpsilon},
    {.name = "atan2pi",
     .truth = oracle::atan2pi,
     .shape = PairShape::plane,
     .slice = atan2pi_slice,
     .special = special::atan2pi,
     .point = points::atan2pi,
     .point_epsilon = points::kArcEpsilon},
    {.name = "hypot",
     .truth = oracle::hypot,
     .shape = PairShape::plane,
     .slice = hypot_slice,
     .special = special::hypot,
     .point = points::hypot,
     .point_epsilon = points::kLengthEpsilon},
});

}  // namespace

std::span<const PairFunction> pair_functions() { return kFunctions; }

const PairFunction* pair_function_of(Evaluate truth) {
  const auto* found = std::ranges::find(kFunctions, truth, &PairFunction::truth);
  return found == kFunctions.end() ? nullptr : found;
}

const PairFunction* pair_function_named(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &PairFunction::name);
  return found == kFunctions.end() ? nullptr : found;
}

double second_value(const PairFunction& function, const Format& format, Bits b) {
  return function.second_is_integer ? static_cast<double>(as_signed({Type::i32, b})) : bulk::value_of(format, b);
}

Known special_value(const PairFunction& function, double x, double y, double& value) {
  const special::Value special = function.special(x, y);
  value = special.value;
  return {.count = 1, .epsilon = special.is_angle ? kAngleEpsilon : 0, .is_prescribed = !special.is_angle};
}

Known special_values(const PairFunction& function, const Format& format, const FixedArgument& argument, Bits first,
                     std::span<double> values) {
  const bool is_first = argument.varies == Varies::first;
  const double fixed = is_first ? second_value(function, format, argument.fixed) : bulk::value_of(format, argument.fixed);
  const auto at = [&](std::size_t i) {
    const double varied = bulk::value_of(format, first + i);
    return special_value(function, is_first ? varied : fixed, is_first ? fixed : varied, values[i]);
  };
  Known all = at(0);
  while (all.count < values.size() && at(all.count).is_prescribed == all.is_prescribed) ++all.count;
  return all;
}

Slice slice_of(const PairFunction& function, const Format& format, Varies varies, Bits fixed) {
  if (function.second_is_integer) {
    if (varies == Varies::second) throw std::invalid_argument("an argument that is an integer does not vary");
    return function.slice(varies, static_cast<double>(as_signed({Type::i32, fixed})));
  }
  if (format.is_nan(fixed)) return no_number(function.one_beats_nan && varies == Varies::first);
  if (format.is_zero(fixed) || format.is_infinite(fixed)) return all_special();
  return function.slice(varies, bulk::value_of(format, fixed));
}

}  // namespace classay::certified
