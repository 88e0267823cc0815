#include "reference/certified/narrow/rotation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arb/ball.h"
#include "reference/certified/simd/kernels_loops.h"
#include "reference/cpu/versions.h"

namespace classay::certified {
namespace {

using arb::Ball;

constexpr std::size_t kOffsets = 1024;
constexpr slong kPrecision = 180;

DoubleDouble parts(const Ball& b) {
  Ball rest;
  DoubleDouble r;
  const auto* mid = arb_midref(static_cast<arb_srcptr>(b));
  r.high = arf_get_d(mid, ARF_RND_NEAR);
  arb_set_d(rest, r.high);
  arb_sub(rest, b, rest, kPrecision);
  r.low = arf_get_d(arb_midref(static_cast<arb_srcptr>(rest)), ARF_RND_NEAR);
  // The bound below depends on it.
  if (mag_cmp_2exp_si(arb_radref(static_cast<arb_srcptr>(b)), -120) > 0)
    throw std::logic_error("a sine is not sharp enough");
  return r;
}

// Computes the same sums as the loops, and keeps the low part.
template <int kSign>
DoubleDouble sum_in_parts(DoubleDouble p, DoubleDouble q, DoubleDouble r, DoubleDouble s) {
  const Two sum = sum_of_products<kSign>(p.high, p.low, q.high, q.low, r.high, r.low, s.high, s.low);
  const double high = sum.z + sum.m;
  const double w = high - sum.z;
  return {high, (sum.z - (high - w)) + (sum.m - w)};
}

// Returns the angles base + i * step as sums of two angles of short tables, so that Arb computes as few as possible.
std::vector<Angle> angles(double base, double step, std::size_t count) {
  const std::size_t inner = std::min<std::size_t>(count, 64);
  std::vector<Angle> near(inner);
  for (std::size_t i = 0; i < inner; ++i) near[i] = angle(static_cast<double>(i) * step);
  std::vector<Angle> all;
  all.reserve(count);
  for (std::size_t i = 0; i < count; i += inner) {
    const Angle far = angle(base + static_cast<double>(i) * step);
    for (std::size_t j = 0; j < inner; ++j) all.push_back(sum(far, near[j]));
  }
  return all;
}

}  // namespace

Angle angle(double x, bool in_half_turns) {
  Ball argument;
  Ball s;
  Ball c;
  arb_set_d(argument, x);
  (in_half_turns ? arb_sin_cos_pi : arb_sin_cos)(s, c, argument, kPrecision);
  return {parts(s), parts(c)};
}

Angle sum(const Angle& a, const Angle& b) {
  return {.sine = sum_in_parts<1>(a.sine, b.cosine, a.cosine, b.sine),
          .cosine = sum_in_parts<-1>(a.cosine, b.cosine, a.sine, b.sine)};
}

Rotation::Rotation(const Grid& grid, Of of) : of_(of) {
  const std::size_t offsets = std::min(grid.count, kOffsets);
  centres_ = angles(grid.base, grid.step * static_cast<double>(offsets), grid.count / offsets);
  for (const Angle& a : angles(0, grid.step, offsets)) {
    sine_high_.push_back(a.sine.high);
    sine_low_.push_back(a.sine.low);
    cosine_high_.push_back(a.cosine.high);
    cosine_low_.push_back(a.cosine.low);
  }
}

AngleTable Rotation::offsets(std::size_t from) const {
  return {sine_high_.data() + from, sine_low_.data() + from, cosine_high_.data() + from, cosine_low_.data() + from};
}

Known Rotation::at(std::size_t index, std::span<double> values) const {
  const auto& k = best<Kernels>();
  const auto kernel = of_ == Of::sine ? k.sine : of_ == Of::cosine ? k.cosine : k.tangent;
  const std::size_t size = sine_high_.size();
  std::size_t small = 0;
  for (std::size_t done = 0; done < values.size();) {
    const std::size_t from = (index + done) % size;
    const std::size_t count = std::min(values.size() - done, size - from);
    small += kernel(centres_[(index + done) / size], offsets(from), count, values.data() + done);
    done += count;
  }
  // |r - sin x| <= 2^-100 + u |r| with |r| >= 2^-48; for tan 2^-100 (1/|sin| + 1/|cos|) + 3u.
  const double epsilon = of_ == Of::tangent ? 0x1p-50 : 0x1p-51;
  return {values.size(), small == 0 ? epsilon : std::numeric_limits<double>::infinity()};
}

}  // namespace classay::certified
