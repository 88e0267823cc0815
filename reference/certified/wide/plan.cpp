#include "reference/certified/wide/plan.h"

#include <bit>
#include <cmath>

#include "reference/certified/wide/function.h"
#include "reference/certified/wide/octave.h"
#include "reference/number/scramble.h"

namespace classay::certified {
namespace {

// Numbers of a group of eight in each class; the others are in `any` and `near`.
constexpr std::uint64_t kGroup = 8;
constexpr std::uint64_t kLive = 3;
constexpr std::uint64_t kCore = 3;
constexpr int kCoreExponent = 16;

}  // namespace

WidePlan::WidePlan(const Function& function) : edges_(wide_edges(function)) {
  // The smallest subnormal is alone in its octave; lists of special inputs contain it.
  for (Bits first = 2; first < kF64.infinity(); first = octave_of(first).end()) {
    const Octave o = octave_of(first);
    const auto low = std::bit_cast<double>(first);
    const auto high = std::bit_cast<double>(o.end() - 1);
    for (const bool is_negative : {false, true}) {
      const Stratum s{first, is_negative};
      const bool is_mirrored = is_negative && function.parity == Parity::none;
      all_.push_back(s);
      if (wide_region_of(function, is_mirrored ? -low : low, is_mirrored ? -high : high)) continue;
      live_.push_back(s);
      if (std::abs(std::ilogb(low)) < kCoreExponent) core_.push_back(s);
    }
  }
}

WidePlace WidePlan::within(const Stratum& stratum, Bits start, std::uint64_t visit, Bits key) {
  const Octave o = octave_of(stratum.first);
  const Bits at = mixed(start ^ stratum.first) + visit * kGoldenStep;
  return {.magnitude = o.first + (at >> (64 - o.bits)), .is_negative = stratum.is_negative, .key = key};
}

WidePlace WidePlan::near(Bits random) const {
  const Bits choice = mixed(random);
  double landmark = 0;
  if (!edges_.empty() && choice % 4 == 0) {
    landmark = edges_[choice / 4 % edges_.size()];
  } else {
    // n / 2, where n has 1 to 9 bits
    const int bits = 1 + static_cast<int>(choice / 4 % 9);
    const Bits top = Bits{1} << (bits - 1);
    landmark = std::ldexp(static_cast<double>(top + mixed(random + 2) % top), -1);
    if ((choice >> 32U) % 2 != 0) landmark = -landmark;
  }
  // A distance of 1 to 51 bits, in ulp.
  const Bits distance = mixed(random + 3) >> (13 + mixed(random + 4) % 51);
  const Bits magnitude = kF64.magnitude(std::bit_cast<Bits>(landmark));
  const bool is_larger = choice >> 63U != 0;
  const Bits moved = is_larger || magnitude <= distance + 2 ? magnitude + distance : magnitude - distance;
  return {.magnitude = std::min(moved, kF64.max_finite()), .is_negative = landmark < 0, .key = mixed(random + 1)};
}

WidePlace WidePlan::place(std::uint64_t seed, std::uint64_t number) const {
  const Bits random = mixed(mixed(seed) + number);
  const std::uint64_t group = number / kGroup;
  const std::uint64_t turn = number % kGroup;
  // The seed determines the start of a round, and of the places in each octave.
  const auto of = [&](const std::vector<Stratum>& strata, std::uint64_t index) {
    const std::uint64_t at = mixed(seed) % strata.size() + index;
    const Bits start = mixed(seed + strata.size());
    return within(strata[at % strata.size()], start, at / strata.size(), mixed(random + 1));
  };
  if (turn < kLive) return of(live_, group * kLive + turn);
  if (turn < kLive + kCore) return of(core_, group * kCore + turn - kLive);
  return turn == kLive + kCore ? of(all_, group) : near(random);
}

}  // namespace classay::certified
