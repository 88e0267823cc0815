// Contains the loop for errors of any size, for large limits or wrong results. The verdict and the bin of each settled lane
// are certain. Part of loops.cpp.
#pragma once

#include "reference/bulk/loops_number.h"

namespace classay::bulk {
namespace {

// Returns the bin of a resolved error e. With h half a step, it is the bin of e + h if e is larger than -h, and else the
// mirror of the bin of -e + h. Bins are quarters of an ulp below 8, and powers of two up to 2^16. The cut to quarters in
// fixed point has an error of 2^-48.
inline std::int64_t bin_of(double e) {
  constexpr double half_step = kErrorStep / 2;
  constexpr double to_fixed_point = 48;
  constexpr int quarters = kFraction - 5 - 2;
  const std::int64_t is_negative = mask(e <= -half_step);
  const double size = half_step + (e <= -half_step ? -e : e);
  const double fine = size < 8 ? size : 8;
  const double at_least = size > 8 ? size : 8;
  const double coarse = at_least < 65536 ? at_least : 65536;
  const auto quarter = static_cast<std::uint64_t>(bits(fine + to_fixed_point) - bits(to_fixed_point)) >> quarters;
  const auto power = static_cast<std::uint64_t>(bits(coarse) - bits(8)) >> kFraction;
  return kBins / 2 + (static_cast<std::int64_t>(quarter + power) ^ is_negative);
}

template <Format f>
bool settle_far(const Block& block, const Ruler& ruler, const FarLimit& limit, FarSettled& settled) {
  const Ruler r = ruler;
  const double at_most = limit.limit;
  // If the ruler is sharp, |d| alone decides, unless it equals the limit (ruler.h). "Less" then means up to `right`, the
  // number below the limit.
  const double right = r.is_sharp ? at_most * (1 - 0x1p-53) : at_most;
  const std::int64_t is_wrong_beyond = mask(limit.is_wrong_beyond);
  // The added terms exceed the rounding errors of this function.
  const double absolute = r.absolute * (1 + 0x1p-30) + 0x1p-46;
  const std::int64_t is_blurred = mask(!r.is_sharp);
  constexpr double beyond = power_of_two(f.emax + 1);
  const double* __restrict values = block.values;
  double* __restrict errors = settled.errors;
  std::int64_t bins[kBlock];
  const int count = block.count;
  std::int64_t wrong = 0;
  std::int64_t all = -1;
  std::int64_t largest = 0;
  for (int i = 0; i < count; ++i) {
    const double v = values[i];
    const double g = result_at<f>(block, i);
    const double d = (g - v) * per_ulp<f>(v);
    const double m = magnitude(d);
    const double u = absolute + m * 0x1p-49;
    const double blur = number(bits(u) & is_blurred);
    const std::int64_t is_right = mask(m + blur <= right);
    const std::int64_t is_wrong = mask(m - blur > at_most) & is_wrong_beyond;
    const std::int64_t is_number = mask(magnitude(v) < beyond) & mask(v != 0) & mask(!is_near(v, r));
    const std::int64_t is_result = mask(magnitude(g) < beyond) & mask(g != 0);
    const std::int64_t low = bin_of(d - u);
    const std::int64_t high = bin_of(d + u);
    const std::int64_t is_settled = (is_right | is_wrong) & is_number & is_result & mask(low == high);
    const std::int64_t error = bits(m + u) & is_settled;
    errors[i] = number(error);
    bins[i] = (low & is_settled) | (kOpenBin & ~is_settled);
    largest = error > largest ? error : largest;
    all &= is_settled;
    wrong -= is_settled & is_wrong;
  }
  std::uint8_t* __restrict narrow = settled.bins;
  for (int i = 0; i < count; ++i) narrow[i] = static_cast<std::uint8_t>(bins[i]);
  settled.largest = number(largest);
  settled.wrong = static_cast<std::int32_t>(wrong);
  return all != 0;
}

}  // namespace
}  // namespace classay::bulk
