// Makes large f64 angles as sums of a far and a near angle. Each is a sum of two angles whose sine and cosine are from Arb.
#pragma once

#include <memory>

#include "reference/certified/wide/block.h"
#include "reference/certified/wide/octave.h"

namespace classay::certified {

// From here on, windows for polynomials are too small to be useful: they span a small part of a turn.
inline constexpr double kWideAngle = 0x1p10;
// From here on, numbers are multiples of 2^-7, so that half turns have 256 values.
inline constexpr double kWidePeriod = 0x1p45;
inline constexpr std::size_t kWidePeriodCount = 256;
inline constexpr double kWidePeriodStep = 0x1p-7;

// Returns angles across an octave. In half turns, an angle x stands for pi x.
std::shared_ptr<const WideAngles> wide_angles(const Octave& octave, Bits key, bool in_half_turns);

// Returns x mod 2 in units of 2^-7, for x >= kWidePeriod.
std::size_t place_in_period(Bits x);

}  // namespace classay::certified
