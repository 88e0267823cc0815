// Compares each loop compiled for an instruction set with the plain one, bit by bit. Its fixed blocks contain numbers of all
// kinds, and end with partial vectors. It takes milliseconds, so that every run can begin with it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/worker/lanes/lane_loops.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"
#include "reference/number/scramble.h"

namespace classay {

// Records the outputs of a loop on fixed blocks, to compare those of one instruction set with those of another. It covers
// all bits that the loops promise; all NaNs count as equal. It is a sum over the outputs in order. Different outputs have
// the same sum with a probability of 2^-64.
class Trace {
 public:
  void put(std::uint64_t bits) { sum_ = scramble(sum_ ^ bits) + kGoldenStep; }
  void put_number(double x) { put(x != x ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x)); }
  void put_numbers(std::span<const double> all) {
    for (const double x : all) put_number(x);
  }
  void put_bytes(std::span<const std::byte> all) {
    for (const std::byte b : all) put(static_cast<std::uint64_t>(b));
  }
  bool operator==(const Trace&) const = default;

 private:
  std::uint64_t sum_ = 0;
};

// By the names of the loops.
using Traces = std::vector<std::pair<std::string, Trace>>;

// Numbers of elements for loops: one, partial vectors, and whole blocks.
inline constexpr std::size_t kTracedCounts[] = {1, 7, 333, 512};
inline constexpr std::size_t kTracedMost = 512;

// Returns numbers without a pattern, with magnitudes from 1/2 to 1 and either sign.
inline std::vector<double> scattered_numbers(std::size_t count, std::uint64_t seed) {
  std::vector<double> all(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t random = mixed(seed * kGoldenStep + i);
    all[i] = std::bit_cast<double>((random & 0x800fffffffffffffU) | 0x3fe0000000000000U);
  }
  return all;
}

// Return the outputs of every loop of a table.
Traces traces(const bulk::Loops& loops);
Traces traces(const bulk::Remainders& loops);
Traces traces(const certified::Kernels& loops);
Traces traces(const LaneLoops& loops);

// Returns the names of the loops whose outputs differ from the plain ones. Precondition: traces of the same table type.
std::vector<std::string> differing(const Traces& plain, const Traces& others);

}  // namespace classay
