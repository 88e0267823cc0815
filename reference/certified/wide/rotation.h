// Big f64 angles: sums of a far and a near one, each of them a sum of two of which Arb knows the sine and the cosine.
#pragma once

#include <memory>

#include "reference/certified/wide/block.h"
#include "reference/certified/wide/octave.h"

namespace classay::certified {

// From where on polynomials' windows are not worth it: they span a small part of a turn.
inline constexpr double kWideAngle = 0x1p10;
// From where on numbers are multiples of 2^-7, so that half turns have 256 values.
inline constexpr double kWidePeriod = 0x1p45;
inline constexpr std::size_t kWidePeriodCount = 256;
inline constexpr double kWidePeriodStep = 0x1p-7;

// Angles all over an octave. In half turns they stand for pi times themselves.
std::shared_ptr<const WideAngles> wide_angles(const Octave& octave, Bits key, bool in_half_turns);

// x mod 2 in units of 2^-7, for x of at least kWidePeriod.
std::size_t place_in_period(Bits x);

}  // namespace classay::certified
