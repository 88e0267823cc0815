// The loops of loops.h, as each of loops_*.cpp compiles them for its instruction set. All is written for a compiler to make
// vectors of: no branches, one array in, one out. Everything here has internal linkage, and no function of another header is
// called at run time: the linker would keep one copy for all instruction sets, and might keep the wrong one.
#pragma once

#include "reference/bulk/loops_exact.h"
#include "reference/bulk/loops_number.h"

namespace classay::bulk {
namespace {

template <Format f>
double result_at(const Block& block, int i) {
  Word<f> b;
  __builtin_memcpy(&b, block.results + i * static_cast<int>(sizeof b), sizeof b);
  return value_of(b);
}

// 1 / ulp for a value in the middle of its binade. Below the normal numbers and beyond the largest the spacing stays.
template <Format f>
double per_ulp(double v) {
  constexpr double least = power_of_two(f.emin());
  constexpr double most = power_of_two(f.emax);
  constexpr std::int64_t all = static_cast<std::int64_t>(2 * kF64.emax + f.fraction_bits()) << kFraction;
  double e = number(bits(v) & kExponentMask);
  e = least > e ? least : e;
  e = most < e ? most : e;
  return number(all - bits(e));
}

// The significand of a value is near an end of its binade, or the value is a zero or infinite.
inline bool is_near(double v, const Ruler& ruler) { return ((bits(v) + ruler.near) & kFractionMask) <= 2 * ruler.near; }

// Adding it leaves the number in fixed point in the low half of the sum.
constexpr double kToFixedPoint = 1.5 * power_of_two(kFraction - kErrorBits);
inline std::int32_t fixed_point(double d) { return static_cast<std::int32_t>(bits(d + kToFixedPoint)); }

// Bins, and the largest error; false where it is not certain which bin it is.
//
// With h half a step and k the error, resolved errors are in the bin floor((k + h) / q) if they are not negative, q being a
// quarter ulp, and in -1 - floor((-k + h) / q) = floor((k - h - 1) / q) else; they are negative from -h down. A lane is
// uncertain within the margin of an edge; near the edge at -h all go by the first formula, whose sum is then near zero,
// which is an edge too.
inline bool find_bins(const Block& block, const Ruler& ruler, Settled& settled) {
  constexpr std::int32_t half_step = 1 << (kErrorBits - 21);
  constexpr int quarter = kErrorBits - 2;
  const std::int32_t margin = ruler.margin + 1;
  const std::int32_t negative_from = -half_step - margin;
  const std::int32_t* __restrict errors = settled.errors;
  std::uint8_t* __restrict bins = settled.bins;
  const int count = block.count;
  std::int32_t largest = 0;
  std::int32_t unsure = 0;
  for (int i = 0; i < count; ++i) {
    const std::int32_t k = errors[i];
    const std::int32_t moved = k + (half_step ^ -static_cast<std::int32_t>(k < negative_from));
    const std::int32_t behind_edge = (moved + margin) & ((1 << quarter) - 1);
    unsure |= behind_edge <= 2 * margin ? 1 : 0;
    bins[i] = static_cast<std::uint8_t>((moved >> quarter) + kFineBins / 2);
    const std::int32_t m = k < 0 ? -k : k;
    largest = m > largest ? m : largest;
  }
  settled.largest = largest;
  return unsure == 0;
}

// `!(d <= tolerance)` and its like: a NaN settles nothing.
template <Format f>
bool settle_plain(const Block& block, const Ruler& ruler, Settled& settled) {
  const Ruler r = ruler;
  const double* __restrict values = block.values;
  std::int32_t* __restrict errors = settled.errors;
  const int count = block.count;
  std::int64_t open = 0;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double d = (result_at<f>(block, i) - v) * per_ulp<f>(v);
    const bool is_settled = (magnitude(d) <= r.tolerance) & !is_near(v, r);
    open |= is_settled ? 0 : 1;
    errors[i] = fixed_point(d);
  }
  return open == 0 && find_bins(block, ruler, settled);
}

// An infinite result stands for the number after the largest; NaN stays.
template <Format f>
double clamped(double x) {
  constexpr double beyond = power_of_two(f.emax + 1);
  x = beyond < x ? beyond : x;
  return -beyond > x ? -beyond : x;
}

template <Format f>
bool settle_special(const Block& block, const Ruler& ruler, Settled& settled) {
  const Ruler r = ruler;
  const double* __restrict values = block.values;
  std::int32_t* __restrict errors = settled.errors;
  const int count = block.count;
  std::int64_t open = 0;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const double within = clamped<f>(v);
    const bool both_nan = (v != v) & (g != g);
    const double d = both_nan ? 0.0 : (clamped<f>(g) - within) * per_ulp<f>(v);
    const bool is_zero_right = (v != 0) | (bits(v) == bits(g));  // with its sign
    const bool is_beyond_right = (within == v) | (d == 0);       // an infinity, or any NaN
    const bool is_near_right = !is_near(v, r) | (magnitude(d) <= r.tiny) | (bits(v) == bits(g)) | both_nan;
    const bool is_settled = (magnitude(d) <= r.tolerance) & is_zero_right & is_beyond_right & is_near_right;
    open |= is_settled ? 0 : 1;
    errors[i] = fixed_point(d);
  }
  return open == 0 && find_bins(block, ruler, settled);
}

template <Format f>
bool all_equal(const Block& block) {
  const double* __restrict values = block.values;
  const int count = block.count;
  std::int64_t open = 0;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const bool is_right = (bits(v) == bits(g)) | ((v != v) & (g != g));
    open |= is_right ? 0 : 1;
  }
  return open == 0;
}

// Bytes as one vector, whatever the width of the machine's: compared, they are 0 or -1.
using Bytes = std::uint8_t __attribute__((vector_size(64)));
constexpr std::size_t kBytes = sizeof(Bytes);

// Of so many bytes, 255 vectors at most, those that are `bin`.
inline std::uint64_t count_of(const std::uint8_t* bins, std::size_t count, std::uint8_t bin) {
  Bytes sums{};
  for (std::size_t i = 0; i < count; i += kBytes) {
    Bytes b;
    __builtin_memcpy(&b, bins + i, kBytes);
    sums -= (Bytes)(b == bin);
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBytes; ++i) sum += sums[i];
  return sum;
}

// Errors of a block are nearly always in few bins. One that occurs is counted in all of the bytes at once.
inline void count_bins(std::uint8_t* bins, std::size_t count, std::uint64_t* counts) {
  constexpr std::uint8_t no_bin = kFineBins;
  constexpr std::size_t most = 255 * kBytes;
  for (std::size_t begin = 0; begin < count; begin += most) {
    const std::size_t n = count - begin < most ? count - begin : most;
    std::uint8_t* const from = bins + begin;
    std::uint8_t least = no_bin;
    std::uint8_t largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      least = from[i] < least ? from[i] : least;
      largest = from[i] > largest ? from[i] : largest;
    }
    if (begin + n == count) __builtin_memset(from + n, no_bin, kBytes - 1);
    for (int bin = least; bin <= largest; ++bin) counts[bin] += count_of(from, n, static_cast<std::uint8_t>(bin));
  }
}

template <Format f>
constexpr Loops::OfFormat loops_of() {
  using enum ExactFunction;
  return {.plain = settle_plain<f>,
          .special = settle_special<f>,
          .equal = all_equal<f>,
          .exact = {exact_values<f, ceil>, exact_values<f, floor>, exact_values<f, rint>, exact_values<f, round>,
                    exact_values<f, trunc>, exact_values<f, fabs>, exact_values<f, logb>}};
}

constexpr Loops loops_for(const char* instruction_set) {
  return {.instruction_set = instruction_set, .f16 = loops_of<kF16>(), .f32 = loops_of<kF32>(), .count = count_bins};
}

}  // namespace
}  // namespace classay::bulk
