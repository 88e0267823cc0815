// Decides whether a result is grossly wrong. Where a specification leaves the accuracy to the implementation, no result
// fails. But a result with fewer than half of the format's bits right, relatively and absolutely, is a quality warning.
#pragma once

#include "reference/number/format.h"

namespace classay {

class Real;
struct Truth;

// A number that is right to half of its bits has an error of at most 2^-gross_bits times its magnitude: 2^-12 for f32, which
// has 24.
constexpr int gross_bits(const Format& f) { return (f.precision + 1) / 2; }

// |result - exact| > 2^-gross_bits * max(|exact|, scale), proven; or NaN where the exact value is a number in the format's
// range, or an infinity where it is below half of that range. False where the exact value is no number. `scale`: 1, or what
// the terms of a sum come to, in which a sum that cancels has to be measured.
bool is_gross(const Format& f, Bits result, const Truth& truth, const Real& scale);

}  // namespace classay
