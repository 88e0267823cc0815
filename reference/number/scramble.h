// SplitMix64, from which all random numbers here come: a function of an index, the same on host and device (kernels/ writes
// the same steps as source).
#pragma once

#include <cstdint>

namespace classay {

// A bijection of 64 bits that leaves none where it was.
constexpr std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

// Multiples of this, modulo 2^64, fill the range evenly: the first n of them never leave a gap of more than 2.7 / n of it.
inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15;

// The number that follows `state` in the generator of that name.
constexpr std::uint64_t mixed(std::uint64_t state) { return scramble(state + kGoldenStep); }

}  // namespace classay
