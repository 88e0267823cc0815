// Implements SplitMix64, the source of all random numbers here. It is a function of an index, equal on host and device
// (kernels/ writes the same steps as source).
#pragma once

#include <cstdint>

namespace classay {

// A bijection of 64 bits.
constexpr std::uint64_t scramble(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

// Multiples of this constant, modulo 2^64, fill the range evenly: the first n never leave a gap of more than 2.7 / n of it.
inline constexpr std::uint64_t kGoldenStep = 0x9e3779b97f4a7c15;

// Returns the number after `state` in the generator splitmix64.
constexpr std::uint64_t mixed(std::uint64_t state) { return scramble(state + kGoldenStep); }

}  // namespace classay
