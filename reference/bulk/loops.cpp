// Contains the loops of loops.h, compiled once per instruction set. They are written for vectorisation: no branches, input
// arrays, one output array. Everything here has internal linkage, and no function of another header is called at run time.
// Otherwise the linker would keep one copy for all instruction sets, possibly the wrong one.
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

// Returns 1 / ulp for a value inside its binade. The spacing is constant below the normal numbers and beyond the largest.
template <Format f>
double per_ulp(double v) {
  constexpr double least = power_of_two(f.emin());
  constexpr double most = power_of_two(f.emax);
  constexpr std::uint64_t all = static_cast<std::uint64_t>(2 * kF64.emax + f.fraction_bits()) << kFraction;
  double e = number(bits(v) & kExponentMask);
  e = least > e ? least : e;
  e = most < e ? most : e;
  return number(static_cast<std::int64_t>(all - static_cast<std::uint64_t>(bits(e))));
}

// Returns whether the significand is near an end of its binade, or the value is zero or infinite.
inline bool is_near(double v, const Ruler& ruler) { return ((bits(v) + ruler.near) & kFractionMask) <= 2 * ruler.near; }

// Adding this constant leaves the number in fixed point in the low half of the sum.
inline constexpr double kToFixedPoint = 1.5 * power_of_two(kFraction - kErrorBits);
inline std::int32_t low_half(std::int64_t b) { return static_cast<std::int32_t>(b); }

// Replaces the error of an open lane: larger than all errors, and far from the integer limits.
inline constexpr std::int64_t kOpenError = 0x7f000000;

// Finds the bins and the largest error. Returns false if the bin of some lane is uncertain.
//
// Let h be half a step, k the error, and q a quarter ulp. The bin of a resolved error is floor((k + h) / q) if the error is
// not negative. Otherwise it is -1 - floor((-k + h) / q) = floor((k - h - 1) / q). Errors below or at -h count as negative.
// A lane is uncertain within the margin of an edge. Near the edge at -h, all errors use the first formula. Its sum is then
// close to zero, which is also an edge.
//
// Lanes with kOpenError are open.
inline bool find_bins(int count, const Ruler& ruler, Settled& settled) {
  constexpr auto half_step = static_cast<std::int32_t>(kErrorStep / 2 * (1 << kErrorBits));
  constexpr int quarter = kErrorBits - 2;
  const std::int32_t margin = ruler.margin + 1;
  const std::int32_t negative_from = -half_step - margin;
  const std::int32_t* __restrict errors = settled.errors;
  std::uint8_t* __restrict bins = settled.bins;
  std::int32_t largest = 0;
  std::int32_t any_open = 0;
  for (int i = 0; i < count; ++i) {
    const std::int32_t k = errors[i];
    const std::int32_t moved = k + (half_step ^ -static_cast<std::int32_t>(k < negative_from));
    const std::int32_t behind_edge = (moved + margin) & ((1 << quarter) - 1);
    const std::int32_t open =
        -static_cast<std::int32_t>(behind_edge <= 2 * margin) | -static_cast<std::int32_t>(k == kOpenError);
    const std::int32_t bin = (moved >> quarter) + kBins / 2;
    bins[i] = static_cast<std::uint8_t>((bin & ~open) | (kOpenBin & open));
    any_open |= open;
    const std::int32_t m = (k < 0 ? -k : k) & ~open;
    largest = m > largest ? m : largest;
  }
  settled.largest = largest;
  return any_open == 0;
}

// Returns all bits or none. Some compilers vectorise masks but not combinations of conditions.
constexpr std::int64_t mask(bool holds) { return holds ? -1 : 0; }

// Rounds v to the format, ties to even. The added number has its last place at that of the result. Precondition: |v| is
// below 2^(emax+2). The result may be 2^(emax+1), which represents an infinity.
template <Format f>
double rounded(double v) {
  constexpr double least = power_of_two(f.emin());
  constexpr std::uint64_t to_last_place = static_cast<std::uint64_t>(kFraction - f.fraction_bits()) << kFraction;
  double e = number(bits(v) & kExponentMask);
  e = least > e ? least : e;
  // For an infinity the added number exceeds all exponents, and the sum stays infinite.
  const double beside = 1.5 * number(static_cast<std::int64_t>(static_cast<std::uint64_t>(bits(e)) + to_last_place));
  return (v + beside) - beside;
}

// Returns whether g is the nearest number, for an error of magnitude |d|. g must have the sign of v, also as a zero.
template <Format f>
std::int64_t is_rounding(double g, double v, double d, const Ruler& r) {
  const std::int64_t is_near_enough = mask(magnitude(d) <= r.tolerance);
  const std::int64_t is_it = mask(rounded<f>(v) == g) & mask(r.rounds_alike);
  return (is_near_enough | is_it) & mask((bits(g) ^ bits(v)) >= 0);
}

// Comparisons are written so that a NaN settles nothing, such as `!(d <= tolerance)`.
template <Format f, bool kRounding>
bool settle_plain(const Block& block, const Ruler& ruler, Settled& settled) {
  const Ruler r = ruler;
  const double* __restrict values = block.values;
  std::int32_t* __restrict errors = settled.errors;
  const int count = block.count;
  std::int64_t settled_all = -1;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const double d = (g - v) * per_ulp<f>(v);
    const std::int64_t is_right = kRounding ? is_rounding<f>(g, v, d, r) : mask(magnitude(d) <= r.tolerance);
    settled_all &= is_right & mask(!is_near(v, r));
    errors[i] = low_half(bits(d + kToFixedPoint));
  }
  return settled_all != 0 && find_bins(count, ruler, settled);
}

// Replaces an infinite result by the number after the largest. A NaN stays.
template <Format f>
double clamped(double x) {
  constexpr double beyond = power_of_two(f.emax + 1);
  x = beyond < x ? beyond : x;
  return -beyond > x ? -beyond : x;
}

template <Format f, bool kRounding>
bool settle_special(const Block& block, const Ruler& ruler, Settled& settled) {
  const Ruler r = ruler;
  const double* __restrict values = block.values;
  std::int32_t* __restrict errors = settled.errors;
  const int count = block.count;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const double within = clamped<f>(v);
    const std::int64_t both_nan = mask(v != v) & mask(g != g);
    const double d = number(bits((clamped<f>(g) - within) * per_ulp<f>(v)) & ~both_nan);
    const std::int64_t is_same = mask(bits(v) == bits(g));
    const std::int64_t is_zero_right = mask(v != 0) | is_same;              // including its sign
    const std::int64_t is_beyond_right = mask(within == v) | mask(d == 0);  // an infinity, or any NaN
    const std::int64_t is_near_right = mask(!is_near(v, r)) | mask(magnitude(d) <= r.tiny) | is_same | both_nan;
    const std::int64_t is_within =
        kRounding ? is_rounding<f>(clamped<f>(g), within, d, r) | both_nan : mask(magnitude(d) <= r.tolerance);
    const std::int64_t is_right = is_within & is_zero_right & is_beyond_right & is_near_right;
    errors[i] = low_half((bits(d + kToFixedPoint) & is_right) | (kOpenError & ~is_right));
  }
  return find_bins(count, ruler, settled);
}

template <Format f>
bool settle_equal(const Block& block, const Ruler&, Settled& settled) {
  const double* __restrict values = block.values;
  std::int32_t* __restrict errors = settled.errors;
  const int count = block.count;
  std::int64_t any_open = 0;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const std::int64_t is_right = mask(bits(v) == bits(g)) | (mask(v != v) & mask(g != g));
    const std::int64_t error = kOpenError & ~is_right;
    any_open |= error;
    errors[i] = low_half(error);
  }
  std::uint8_t* __restrict bins = settled.bins;
  for (int i = 0; i < count; ++i) bins[i] = errors[i] == 0 ? kBins / 2 : kOpenBin;
  settled.largest = 0;
  return any_open == 0;
}

inline bool join_lanes(int count, std::int32_t margins, Settled& settled, const Settled& second) {
  std::uint8_t* __restrict bins = settled.bins;
  std::int32_t* __restrict errors = settled.errors;
  const std::uint8_t* __restrict second_bins = second.bins;
  const std::int32_t* __restrict second_errors = second.errors;
  std::int32_t largest = 0;
  std::int32_t any_open = 0;
  for (int i = 0; i < count; ++i) {
    const std::int32_t a = errors[i] < 0 ? -errors[i] : errors[i];
    const std::int32_t b = second_errors[i] < 0 ? -second_errors[i] : second_errors[i];
    const std::int32_t bin_of_a = bins[i];
    const std::int32_t bin_of_b = second_bins[i];
    const std::int32_t difference = a < b ? b - a : a - b;
    const std::int32_t are_close =
        -static_cast<std::int32_t>(bin_of_a != bin_of_b) & -static_cast<std::int32_t>(difference <= margins);
    const std::int32_t open =
        -static_cast<std::int32_t>(bin_of_a == kOpenBin) | -static_cast<std::int32_t>(bin_of_b == kOpenBin) | are_close;
    const std::int32_t more = a < b ? b : a;
    const std::int32_t bin = a < b ? bin_of_b : bin_of_a;
    bins[i] = static_cast<std::uint8_t>((bin & ~open) | (kOpenBin & open));
    errors[i] = more;
    any_open |= open;
    largest = (more & ~open) > largest ? more & ~open : largest;
  }
  settled.largest = largest;
  return any_open == 0;
}

template <Format f>
bool exactly(const double* values, const std::byte* results, std::size_t count) {
  std::int64_t all = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const double v = values[i];
    Word<f> b;
    __builtin_memcpy(&b, results + i * sizeof b, sizeof b);
    const double g = value_of(b);
    all &= mask(bits(v) == bits(g)) | (mask(v != v) & mask(g != g));
  }
  return all != 0;
}

template <Format f>
bool alike(const std::byte* results, std::size_t count) {
  constexpr auto sign = static_cast<Word<f>>(f.sign_bit());
  constexpr auto infinity = static_cast<Word<f>>(f.infinity());
  const auto at = [results](std::size_t i) {
    Word<f> b;
    __builtin_memcpy(&b, results + i * sizeof b, sizeof b);
    return b;
  };
  const Word<f> first = at(0);
  Word<f> differing = 0;
  Word<f> numbers = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Word<f> b = at(i);
    differing |= static_cast<Word<f>>(b ^ first);
    numbers |= static_cast<Word<f>>(static_cast<Word<f>>(b & static_cast<Word<f>>(~sign)) <= infinity);
  }
  return differing == 0 || numbers == 0;
}

// Patterns without their sign have the order of their magnitudes.
inline Magnitudes magnitudes_of(const double* values, std::size_t count) {
  std::int64_t least = kMagnitudeMask;
  std::int64_t largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t m = bits(values[i]) & kMagnitudeMask;
    least = m < least ? m : least;
    largest = m > largest ? m : largest;
  }
  return {number(least), number(largest)};
}

// Bytes in one vector of the machine's width; comparisons give 0 or -1.
#if defined(__AVX512BW__)
inline constexpr std::size_t kBytes = 64;
#elif defined(__AVX2__)
inline constexpr std::size_t kBytes = 32;
#else
inline constexpr std::size_t kBytes = 16;
#endif
using Bytes = signed char __attribute__((vector_size(kBytes)));

inline Bytes load(const std::uint8_t* from) {
  Bytes b;
  __builtin_memcpy(&b, from, kBytes);
  return b;
}

// Counts the bytes that equal `bin` in up to 255 vectors.
inline std::uint64_t count_of(const std::uint8_t* bins, std::size_t vectors, signed char bin) {
  Bytes sums{};
  for (std::size_t i = 0; i < vectors; ++i) sums -= load(bins + i * kBytes) == bin;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBytes; ++i) sum += static_cast<std::uint8_t>(sums[i]);
  return sum;
}

// Neighbouring errors are nearly always in few bins. Each bin that occurs is counted in all bytes at once.
inline void count_bins(std::uint8_t* bins, std::size_t count, std::uint64_t* counts) {
  constexpr std::size_t most = 255;
  __builtin_memset(bins + count, kOpenBin, kBytes - 1);
  const std::size_t vectors = (count + kBytes - 1) / kBytes;
  for (std::size_t begin = 0; begin < vectors; begin += most) {
    const std::size_t n = vectors - begin < most ? vectors - begin : most;
    const std::uint8_t* const from = bins + begin * kBytes;
    Bytes least = load(from);
    Bytes largest = Bytes{} - 1;
    for (std::size_t i = 0; i < n; ++i) {
      const Bytes b = load(from + i * kBytes);
      least = b < least ? b : least;
      largest = ((b > largest) & (b < kOpenBin)) ? b : largest;
    }
    signed char first = kOpenBin;
    signed char last = -1;
    for (std::size_t i = 0; i < kBytes; ++i) {
      first = least[i] < first ? least[i] : first;
      last = largest[i] > last ? largest[i] : last;
    }
    for (signed char bin = first; bin <= last; ++bin) counts[bin] += count_of(from, n, bin);
  }
}

}  // namespace
}  // namespace classay::bulk

#include "reference/bulk/loops_far.h"
#include "reference/bulk/loops_wide.h"

namespace classay::bulk {
namespace {

template <Format f>
constexpr Loops::OfFormat loops_of() {
  using enum ExactFunction;
  return {
      .within = {.plain = settle_plain<f, false>, .special = settle_special<f, false>},
      .rounding = {.plain = settle_plain<f, true>, .special = settle_special<f, true>},
      .far = settle_far<f>,
      .equal = settle_equal<f>,
      .exactly = exactly<f>,
      .alike = alike<f>,
      .exact = {exact_values<f, ceil>, exact_values<f, floor>, exact_values<f, rint>, exact_values<f, round>,
                exact_values<f, trunc>, exact_values<f, fabs>, exact_values<f, logb>, exact_values<f, ExactFunction::sign>,
                exact_values<f, negate>, exact_values<f, same>, exact_values<f, fraction_above_floor>,
                exact_values<f, ExactFunction::fraction>, exact_values<f, ExactFunction::significand>,
                exact_values<f, ExactFunction::exponent>, exact_values<f, sign_of_gamma>}};
}

}  // namespace

constinit const Loops Loops::CLASSAY_SET = {
    .set = InstructionSet::CLASSAY_SET,
    .f16 = loops_of<kF16>(),
    .f32 = loops_of<kF32>(),
    .wide = {.errors = wide_errors, .within = settle_wide<false>, .rounding = settle_wide<true>},
    .join = join_lanes,
    .magnitudes = magnitudes_of,
    .count = count_bins};

}  // namespace classay::bulk
