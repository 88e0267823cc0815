// Defines the step in which a tally compares errors. It is coarse: an error that is known to within 2^-26 ulp nearly always
// has a known step. The header is small, because inner loops include it.
#pragma once

namespace classay {

inline constexpr double kErrorStep = 0x1p-16;  // ulp

}  // namespace classay
