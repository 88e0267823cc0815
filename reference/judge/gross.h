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

// Returns whether the result is proven to be grossly wrong: |result - exact| > 2^-gross_bits * max(|exact|, scale), or NaN
// for an exact value in the format's range, or an infinity for one below half of that range. False if the exact value is not
// a number. `scale`: 1, or the size of the terms of a sum, by which a sum that cancels is measured.
bool is_gross(const Format& f, Bits result, const Truth& truth, const Real& scale);

}  // namespace classay
