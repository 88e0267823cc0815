// Contains the loops of f64: from values in two parts to errors with their uncertainty, and to settled lanes. Part of
// loops.cpp.
#pragma once

#include "reference/bulk/loops_number.h"

namespace classay::bulk {
namespace {

inline std::uint64_t all_ones(bool condition) { return condition ? ~std::uint64_t{0} : std::uint64_t{0}; }
inline double binade_floor(double x) {  // 2^e <= |x| < 2^(e + 1); 0 for zero
  return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x) & 0x7ff0000000000000U);
}
inline double between(double x, double low, double high) {
  const double least = x > low ? x : low;
  return least < high ? least : high;
}
inline double inverse_of_power(double x) {
  return __builtin_bit_cast(double, 0x7fe0000000000000U - __builtin_bit_cast(std::uint64_t, x));
}

inline double chosen(std::uint64_t mask, double a, double b) {
  return __builtin_bit_cast(double,
                            (__builtin_bit_cast(std::uint64_t, a) & mask) | (__builtin_bit_cast(std::uint64_t, b) & ~mask));
}

// Properties of a value that determine the ulp, and whether an infinity represents it.
struct WideMeasured {
  double size;   // |head|
  double over;   // how much the value exceeds |head|
  double power;  // the largest power of two not above |head|
};

// The ulp is 2^-52 of one of these. At and just below a power of two, the ulp is half of the ulp above it.
struct Binades {
  double inner;
  double outer;
};
inline Binades binades(const WideMeasured& v, const WideScale& scale) {
  const double blur = 2 * scale.epsilon * v.power;
  const std::uint64_t at_power = all_ones(v.size == v.power);
  const std::uint64_t may_be_below = at_power & all_ones(v.over <= blur);
  const std::uint64_t may_be_above = ~at_power | all_ones(v.over > -blur);
  const double half = 0.5 * v.power;
  return {between(chosen(may_be_below, half, v.power), scale.floor, scale.top),
          between(chosen(may_be_above, v.power, half), scale.floor, scale.top)};
}

inline void wide_errors(const WideScale& of, const std::uint64_t* results, const double* head, const double* tail,
                        std::size_t count, double* __restrict error, double* __restrict uncertainty) {
  const WideScale scale = of;
  const double beyond = 2 * scale.top;  // 2^1024, represents an infinity
  const double infinity = __builtin_inf();
  const int n = static_cast<int>(count);
  for (int i = 0; i < n; ++i) {
    const double h = head[i];
    const double l = tail[i];
    const auto result = __builtin_bit_cast(double, results[i]);
    const double sign = __builtin_copysign(1.0, h);
    const WideMeasured v{__builtin_fabs(h), l * sign, binade_floor(h)};

    const std::uint64_t is_infinite = all_ones(__builtin_fabs(result) == infinity);
    const double stand_in = __builtin_copysign(beyond, result);
    const double scaled = chosen(is_infinite, stand_in, (result * scale.down_1) * scale.down_2);
    const std::uint64_t is_alike = is_infinite & all_ones(scaled * sign == beyond);
    const std::uint64_t is_past = is_alike & all_ones(v.size > beyond);  // by more than the bound
    const std::uint64_t is_there = is_alike & all_ones(v.size == beyond) & all_ones(v.over >= 0);
    const double difference = (scaled - h) - l;
    const double distance = chosen(is_past | is_there, 0, __builtin_fabs(difference));

    const Binades binade = binades(v, scale);
    const double inverse = inverse_of_power(binade.inner) * 0x1p52;
    const double most = distance * inverse;
    const double least = distance * inverse_of_power(binade.outer) * 0x1p52;
    // The error bound of the reference, plus 2^-12 of it for the rounding errors of this function.
    const double floored = v.size > scale.floor ? v.size : scale.floor;
    const double reference = chosen(is_past, 0, floored * scale.epsilon * inverse * 0x1.001p0);
    const double mean = 0.5 * (most + least);
    const double about = 0.5 * (most - least) + reference + most * 0x1p-50;

    const std::uint64_t is_number = all_ones(v.size < infinity) & all_ones(v.size > 0);
    const std::uint64_t is_known = all_ones(l == l);
    const std::uint64_t is_same =
        all_ones(results[i] == __builtin_bit_cast(std::uint64_t, h)) | (all_ones(result != result) & all_ones(h != h));
    const std::uint64_t has_error = is_number & is_known;
    const std::uint64_t is_near = all_ones(mean < kFarInUlps);  // false if the result is a NaN
    error[i] = chosen(has_error, chosen(is_near, __builtin_copysign(mean, difference), infinity), 0);
    uncertainty[i] = chosen(has_error, chosen(is_near, about, 0), chosen(is_known & is_same, 0, infinity));
  }
}

// Converts errors to fixed point for find_bins. A lane is settled if it is certainly right and its error is known well.
template <bool kRounding>
void settle_errors(const WideLanes& lanes, const Ruler& ruler, const double* error, const double* uncertainty,
                   std::int32_t* __restrict errors) {
  const Ruler r = ruler;
  const std::uint64_t may_be_it = all_ones(r.rounds_alike);
  for (int i = 0; i < lanes.count; ++i) {
    const double e = error[i];
    const double h = lanes.head[i];
    std::uint64_t is_right = all_ones(magnitude(e) <= r.tolerance);
    if constexpr (kRounding) {
      const auto h_bits = __builtin_bit_cast(std::uint64_t, h);
      is_right |= all_ones(lanes.results[i] == h_bits) & may_be_it;
      // Zeros have the sign of the number from which they were rounded; a NaN has none.
      is_right &= all_ones(static_cast<std::int64_t>(lanes.results[i] ^ h_bits) >= 0) | all_ones(h != h);
    }
    is_right &= all_ones(uncertainty[i] <= kLargestUncertainty);
    const auto fixed = static_cast<std::uint64_t>(bits(e + kToFixedPoint));
    errors[i] =
        low_half(static_cast<std::int64_t>((fixed & is_right) | (static_cast<std::uint64_t>(kOpenError) & ~is_right)));
  }
}

// A fast version for blocks in which all lanes have the same uncertainty. Values must be numbers, results must be near, so
// that none is infinite, and the ulp must be certain or the error close to zero. The results equal those of the general loop
// bit by bit. Returns false if a lane does not qualify.
template <bool kRounding>
bool settle_certain(const WideScale& of, const WideLanes& lanes, const Ruler& ruler, std::int32_t* __restrict errors) {
  const WideScale scale = of;
  const Ruler r = ruler;
  const double beyond = 2 * scale.top;
  const double blur = 2 * scale.epsilon;
  const double farthest = r.tolerance > 1 ? r.tolerance : 1;
  constexpr double kNothing = 0x1p-30;  // rounds to zero in fixed point, also when doubled
  if (!(scale.epsilon * 0x1.01p54 + farthest * 0x1p-50 + kNothing <= kLargestUncertainty)) return false;
  const std::uint64_t may_be_it = all_ones(r.rounds_alike);
  const std::uint64_t* __restrict results = lanes.results;
  const double* __restrict heads = lanes.head;
  const double* __restrict tails = lanes.tail;
  std::uint64_t settled_all = ~std::uint64_t{0};
  const int count = lanes.count;
  for (int i = 0; i < count; ++i) {
    const double h = heads[i];
    const double l = tails[i];
    const auto h_bits = __builtin_bit_cast(std::uint64_t, h);
    const auto result = __builtin_bit_cast(double, results[i]);
    const double difference = ((result * scale.down_1) * scale.down_2 - h) - l;
    const double size = __builtin_fabs(h);
    const double power = binade_floor(h);
    const std::uint64_t at_power = all_ones(size == power);
    const std::uint64_t is_less = all_ones(static_cast<std::int64_t>(h_bits ^ __builtin_bit_cast(std::uint64_t, l)) < 0);
    const double binade = chosen(at_power & is_less, 0.5 * power, power);
    const double inverse = inverse_of_power(between(binade, scale.floor, scale.top)) * 0x1p52;
    const double e = difference * inverse;
    const std::uint64_t is_sure =
        ~at_power | all_ones(__builtin_fabs(l) > blur * power) | all_ones(magnitude(e) <= kNothing);
    const std::uint64_t is_number = all_ones(size < beyond) & all_ones(power > 0);
    std::uint64_t is_right = all_ones(magnitude(e) <= r.tolerance);
    if constexpr (kRounding) {
      is_right |= all_ones(results[i] == h_bits) & may_be_it;
      is_right &= all_ones(static_cast<std::int64_t>(results[i] ^ h_bits) >= 0);
      is_right &= all_ones(l == l);
    }
    settled_all &= is_sure & is_number & is_right;
    errors[i] = low_half(bits(e + kToFixedPoint));
  }
  return settled_all == ~std::uint64_t{0};
}

template <bool kRounding>
bool settle_wide(const WideScale& scale, const WideLanes& lanes, const Ruler& ruler, double* error, double* uncertainty,
                 Settled& settled) {
  if (!settle_certain<kRounding>(scale, lanes, ruler, settled.errors)) {
    wide_errors(scale, lanes.results, lanes.head, lanes.tail, static_cast<std::size_t>(lanes.count), error, uncertainty);
    settle_errors<kRounding>(lanes, ruler, error, uncertainty, settled.errors);
  }
  return find_bins(lanes.count, ruler, settled);
}

}  // namespace
}  // namespace classay::bulk
