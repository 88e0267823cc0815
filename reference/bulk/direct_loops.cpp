// Contains the loops of direct_loops.h, compiled once per instruction set: no branches within a loop, input arrays, one
// output array. As in loops.cpp, everything has internal linkage.
#include "reference/bulk/direct_loops.h"

#include "reference/bulk/loops_exact.h"

namespace classay::bulk {
namespace {

inline constexpr double kNaN = __builtin_nan("");

inline bool is_nan(double x) { return x != x; }

// Rounds to odd: the last bit is set if the sum is inexact.
inline double sum_to_odd(double x, double y) {
  const double sum = x + y;
  const double of_x = sum - y;
  const double lost = (x - of_x) + (y - (sum - of_x));  // exact; NaN if the sum is not finite
  const std::int64_t b = bits(sum);
  const std::int64_t outward = (lost > 0) == (sum > 0) ? 1 : -1;
  const bool loses = lost > 0 || lost < 0;
  return number(b + (loses && (b & 1) == 0 ? outward : 0));
}

inline double multiply_add(double x, double y, double z) { return sum_to_odd(x * y, z); }  // the product is exact

inline double difference(double x, double y) {
  const double none = is_nan(x) || is_nan(y) ? kNaN : 0.0;
  return x > y ? sum_to_odd(x, -y) : none;
}

inline double larger(double x, double y) { return is_nan(x) || x < y ? y : x; }
inline double smaller(double x, double y) { return is_nan(x) || y < x ? y : x; }

inline double larger_magnitude(double x, double y) {
  const double a = magnitude(x);
  const double b = magnitude(y);
  const double of_equals = larger(x, y);
  const double second = a < b ? y : of_equals;
  return b < a ? x : second;
}

inline double smaller_magnitude(double x, double y) {
  const double a = magnitude(x);
  const double b = magnitude(y);
  const double of_equals = smaller(x, y);
  const double second = b < a ? y : of_equals;
  return a < b ? x : second;
}

template <DirectLoop which>
double result(double x, double y, double z) {
  if constexpr (which == DirectLoop::number) return x;
  if constexpr (which == DirectLoop::add) return sum_to_odd(x, y);
  if constexpr (which == DirectLoop::sub) return sum_to_odd(x, -y);
  if constexpr (which == DirectLoop::mul) return x * y;
  if constexpr (which == DirectLoop::div) return x / y;
  if constexpr (which == DirectLoop::fdim) return difference(x, y);
  if constexpr (which == DirectLoop::fma) return multiply_add(x, y, z);
  if constexpr (which == DirectLoop::larger) return larger(x, y);
  if constexpr (which == DirectLoop::smaller) return smaller(x, y);
  if constexpr (which == DirectLoop::larger_magnitude) return larger_magnitude(x, y);
  if constexpr (which == DirectLoop::smaller_magnitude) return smaller_magnitude(x, y);
  if constexpr (which == DirectLoop::copysign) return with_sign_of(magnitude(x), y);
}

template <Format f>
double value_at(const std::uint32_t* patterns, std::size_t i) {
  return value_of(static_cast<Word<f>>(patterns[i]));
}

constexpr int arguments_of(DirectLoop which) { return which == DirectLoop::number ? 1 : which == DirectLoop::fma ? 3 : 2; }

template <Format f, DirectLoop which>
void of_numbers(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z, std::size_t count,
                double* __restrict values) {
  for (std::size_t i = 0; i < count; ++i) {
    const double second = arguments_of(which) > 1 ? value_at<f>(y, i) : 0;
    const double third = arguments_of(which) > 2 ? value_at<f>(z, i) : 0;
    values[i] = result<which>(value_at<f>(x, i), second, third);
  }
}

// Returns the position of a pattern in the order of the numbers. Both zeros have the same position.
template <Format f>
std::int32_t place(std::uint32_t b) {
  constexpr auto sign = static_cast<std::uint32_t>(f.sign_bit());
  const auto m = static_cast<std::int32_t>(b & (sign - 1));
  return (b & sign) != 0 ? -m : m;
}

template <Format f>
void of_neighbours(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t*, std::size_t count,
                   double* __restrict values) {
  constexpr auto sign = static_cast<std::uint32_t>(f.sign_bit());
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t from = place<f>(x[i]);
    const std::int32_t to = place<f>(y[i]);
    const std::int32_t next = from + (from < to ? 1 : -1);
    const auto m = static_cast<std::uint32_t>(next < 0 ? -next : next);
    const std::uint32_t of_number = next < 0 ? sign : 0;
    const std::uint32_t pattern = m | (next != 0 ? of_number : x[i] & sign);
    const double v = value_of(static_cast<Word<f>>(from == to ? y[i] : pattern));
    values[i] = is_nan(value_at<f>(x, i)) || is_nan(value_at<f>(y, i)) ? kNaN : v;
  }
}

// Multiplies x by 2^n with two factors that are doubles. For n above 2000 the result is infinite, or zero. For n below -400
// both the result and its replacement are below 2^-272, which is 2^-146 of the floor of the bounds.
template <Format f>
void of_scaling(const std::uint32_t* x, const std::uint32_t* n, const std::uint32_t*, std::size_t count,
                double* __restrict values) {
  const auto scale = [](std::int32_t e) { return number(static_cast<std::int64_t>(kF64.emax + e) << kFraction); };
  for (std::size_t i = 0; i < count; ++i) {
    const auto exponent = static_cast<std::int32_t>(n[i]);
    const std::int32_t at_least = exponent < -400 ? -400 : exponent;
    const std::int32_t e = at_least > 2000 ? 2000 : at_least;
    const std::int32_t half = e >> 1;
    values[i] = value_at<f>(x, i) * scale(half) * scale(e - half);
  }
}

template <Format f>
constexpr DirectLoops::OfFormat of_format() {
  using enum DirectLoop;
  return {{of_numbers<f, number>, of_numbers<f, add>, of_numbers<f, sub>, of_numbers<f, mul>, of_numbers<f, div>,
           of_numbers<f, fdim>, of_numbers<f, fma>, of_numbers<f, larger>, of_numbers<f, smaller>,
           of_numbers<f, larger_magnitude>, of_numbers<f, smaller_magnitude>, of_numbers<f, copysign>, of_neighbours<f>,
           of_scaling<f>}};
}

}  // namespace

constinit const DirectLoops DirectLoops::CLASSAY_SET{
    .set = InstructionSet::CLASSAY_SET, .f16 = of_format<kF16>(), .f32 = of_format<kF32>()};

}  // namespace classay::bulk
