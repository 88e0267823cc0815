#include "reference/certified/wide/line.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/certified/wide/rotation.h"
#include "reference/cpu/versions.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Returns the random numbers from which the inputs of a window are made.
const std::array<std::uint64_t, kWideCount>& pool() {
  static const auto kPool = [] {
    std::array<std::uint64_t, kWideCount> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = mixed(i);
    return all;
  }();
  return kPool;
}

}  // namespace

void inputs(const WideBlock& block, std::span<Bits> bits) {
  if (block.kind != WideBlock::Kind::angles) {
    best<Kernels>().wide.inputs(block.window, pool().data(), bits.size(), bits.data());
    return;
  }
  const Bits sign = block.window.first & kF64.sign_bit();
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const WideAngles& a = *block.angles;
    bits[i] = sign | (a.base + a.far[i / WideAngles::kSide] + a.near[i % WideAngles::kSide]);
  }
}

WideLine::WideLine(const Function& function, const WideAim& aim) : function_(function), builder_(function, aim) {
  if (function.far != Far::half_turns) return;
  for (std::size_t i = 0; i < kWidePeriodCount; ++i) {
    const double x = kWidePeriod + static_cast<double>(i) * kWidePeriodStep;
    const WideValue v = builder_.single().at(std::bit_cast<Bits>(x));
    period_.push_back({.head = std::ldexp(v.head, v.scale), .tail = std::ldexp(v.tail, v.scale), .epsilon = v.epsilon});
  }
}

// Stores a single value in the scale of its block.
void WideLine::put_single(const WideBlock& block, Bits x, double& head, double& tail) const {
  const WideValue v = builder_.single().at(x);
  head = std::ldexp(v.head, v.scale - block.scale);
  tail = std::ldexp(v.tail, v.scale - block.scale);
  const bool is_number = std::isfinite(v.head) && v.head != 0;  // not the scaled head, which may have underflowed
  const double size = std::fabs(head);
  if (v.epsilon > block.epsilon || (is_number && !(size > 0x1p-800 && size < 0x1p800))) tail = kNaN;
}

void WideLine::by_angles(const WideBlock& block, std::span<double> head, std::span<double> tail) const {
  const WideAngles& a = *block.angles;
  const auto& k = best<Kernels>().wide;
  const auto kernel = function_.parity == Parity::even ? k.cosine : function_.reciprocal == nullptr ? k.sine : k.tangent;
  const AngleTable near{a.sine_high, a.sine_low, a.cosine_high, a.cosine_low};
  std::size_t small = 0;
  for (std::size_t i = 0; i < head.size(); i += WideAngles::kSide) {
    const std::size_t count = std::min(WideAngles::kSide, head.size() - i);
    small += kernel(a.far_angles[i / WideAngles::kSide], near, count, &head[i], &tail[i]);
  }
  for (std::size_t i = 0; small > 0; ++i) {
    if (head[i] != 0) continue;
    put_single(block, a.base + a.far[i / WideAngles::kSide] + a.near[i % WideAngles::kSide], head[i], tail[i]);
    --small;
  }
}

void WideLine::values(const WideBlock& block, std::span<double> head, std::span<double> tail) const {
  std::array<Bits, kWideCount> bits;
  const std::span<Bits> x = std::span(bits).first(head.size());
  using Kind = WideBlock::Kind;
  const bool is_polynomial = block.kind == Kind::polynomial;
  if (!is_polynomial && block.kind != Kind::angles && block.kind != Kind::constant) inputs(block, x);
  switch (block.kind) {
    case Kind::constant:
      std::ranges::fill(head, block.value);
      std::ranges::fill(tail, std::isinf(block.epsilon) ? kNaN : 0);
      break;
    case Kind::polynomial:
      best<Kernels>().wide.polynomial(block.polynomial, block.window, pool().data(), head.size(), head.data(), tail.data());
      break;
    case Kind::angles: by_angles(block, head, tail); break;
    case Kind::period:
      for (std::size_t i = 0; i < x.size(); ++i) {
        const WideValue& v = period_[place_in_period(x[i])];
        head[i] = v.head;
        tail[i] = v.tail;
      }
      break;
    case Kind::alternating:
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto at = std::bit_cast<double>(x[i]);
        const double below = std::floor(at);
        const double half = below / 2;
        head[i] = at == below ? kNaN : half == std::floor(half) ? block.value : -block.value;
        tail[i] = 0;
      }
      break;
    case Kind::single:
      for (std::size_t i = 0; i < x.size(); ++i) {
        put_single(block, block.is_negated ? kF64.negate(x[i]) : x[i], head[i], tail[i]);
      }
      break;
  }
  if (block.exact_at != WideBlock::kNowhere) {
    inputs(block, x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] != block.exact_at) continue;
      head[i] = block.exact_value;
      tail[i] = block.exact_tail;
    }
  }
  if (block.is_negated) {
    for (std::size_t i = 0; i < head.size(); ++i) {
      head[i] = -head[i];
      tail[i] = -tail[i];
    }
  }
}

}  // namespace classay::certified
