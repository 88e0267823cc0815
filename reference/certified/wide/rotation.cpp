#include "reference/certified/wide/rotation.h"

#include <array>
#include <cmath>

#include "reference/certified/narrow/rotation.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

constexpr std::size_t kEach = 8;  // kSide = kEach^2
static_assert(kEach * kEach == WideAngles::kSide);

struct Term {
  Bits offset;
  Angle angle;
};
using Terms = std::array<Term, kEach>;

// Adds 8 x 8 sums.
void add(const Terms& a, const Terms& b, Bits* offsets, Angle* angles) {
  for (std::size_t i = 0; i < kEach; ++i) {
    for (std::size_t j = 0; j < kEach; ++j) {
      offsets[kEach * i + j] = a[i].offset + b[j].offset;
      angles[kEach * i + j] = sum(a[i].angle, b[j].angle);
    }
  }
}

}  // namespace

std::shared_ptr<const WideAngles> wide_angles(const Octave& octave, Bits key, bool in_half_turns) {
  auto all = std::make_shared<WideAngles>();
  all->base = octave.first;
  // Eight places across the octave, and three times eight small steps from each: together less wide than the octave.
  constexpr int kSmall = 46;
  const Bits large = (Bits{1} << octave.bits) - (Bits{3} << kSmall);
  std::array<Terms, 4> terms;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    for (std::size_t i = 0; i < kEach; ++i) {
      const Bits random = mixed(key + kEach * t + i);
      const Bits offset = t == 0 ? large / kEach * i + random % (large / kEach) : random >> (64 - kSmall);
      const Bits from = t == 0 ? octave.first + offset : offset;
      const double x = t == 0 ? std::bit_cast<double>(from) : std::ldexp(static_cast<double>(from), octave.spacing);
      terms[t][i] = {offset, angle(x, in_half_turns)};
    }
  }
  add(terms[0], terms[1], all->far, all->far_angles);
  std::array<Angle, WideAngles::kSide> near;
  add(terms[2], terms[3], all->near, near.data());
  for (std::size_t q = 0; q < near.size(); ++q) {
    all->sine_high[q] = near[q].sine.high;
    all->sine_low[q] = near[q].sine.low;
    all->cosine_high[q] = near[q].cosine.high;
    all->cosine_low[q] = near[q].cosine.low;
  }
  return all;
}

std::size_t place_in_period(Bits x) {
  const Dyadic d = decode(kF64, kF64.magnitude(x));
  const int exponent = std::min(d.exponent + 7, 8);  // from 8 on, the result is zero
  return static_cast<std::size_t>((d.significand << exponent) % kWidePeriodCount);
}

}  // namespace classay::certified
