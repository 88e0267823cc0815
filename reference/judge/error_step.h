// How finely errors are told apart when they compete for a place in a tally. Coarse enough that who knows an error to within
// 2^-26 ulp nearly always knows its step; light, because inner loops include it.
#pragma once

namespace classay {

inline constexpr double kErrorStep = 0x1p-16;  // of an ulp

}  // namespace classay
