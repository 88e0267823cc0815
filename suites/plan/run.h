// Makes input ranges (`Run`): one argument varies, the others are fixed. A model of the remaining function of one argument
// judges all inputs of a range at once. The ranges of a segment have the same length, a power of two. A kernel computes
// their inputs from headers of a few numbers.
//
// The varying argument takes consecutive patterns. In a window it takes the first pattern plus a random distance:
//     first + ((pool_j ^ key) >> shift)
// j is the number of the input in the window. All windows share the pool of 4,096 random numbers. Models of f64 need this
// form (docs/certified-reference-f64.md, "A window").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "reference/number/scramble.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

struct Run {
  Tuple at{};      // the first pattern, to which a window adds distances, and the fixed arguments
  int varies = 0;  // index of the varying argument, from zero
  // For windows only:
  std::uint64_t key = 0;
  int shift = 63;  // at least 1
  bool operator==(const Run&) const = default;
};

// Maps the number of a range to its header. A pure function.
using RunMaker = std::function<Run(std::uint64_t number)>;

// Returns the first step from `step` on without a common divisor with the size of a table: it reaches every entry.
std::size_t coprime_step(std::size_t size, std::size_t step);

inline constexpr int kWindowBits = 12;  // a window has 2^12 inputs

// A test checks that the certified models use the same pool.
constexpr std::uint64_t window_pool(std::uint64_t j) { return mixed(j); }

// Return input j: of a range of consecutive patterns, and of a window.
constexpr Tuple run_input(const Run& run, std::uint64_t j) {
  Tuple t = run.at;
  t.at(static_cast<std::size_t>(run.varies)) += j;
  return t;
}
constexpr Tuple window_input(const Run& run, std::uint64_t j) {
  return run_input(run, (window_pool(j) ^ run.key) >> static_cast<unsigned>(run.shift));
}

// Makes ranges of 2^bits consecutive patterns through hard cases of the builtin (strategies.h). The floating-point arguments
// vary in turn. Precondition: every format has at least `bits` bits.
RunMaker runs_through_hard_places(const Row& row, Type format, std::uint64_t seed, int bits);

// Makes all pairs of f16: 2^16 ranges, one per second argument, in which the first argument takes all values. Their order
// lets consecutive ranges share most of their models' data.
RunMaker runs_of_all_pairs();

// Makes ranges for fma of f16: the third argument takes all patterns, and each pair of significands comes up twice. First
// the product is in [1, 4), which by scaling gives the rounding of all normal arguments with a normal result
// (docs/tiers.md). Then the sum lies next to a tie of subnormals. Products with many zeros at the end or a long run of equal
// bits come first. Until they have as many ranges, ranges through hard cases alternate with them.
inline constexpr std::uint64_t kPairsOfSignificands = std::uint64_t{1024} * 1025 / 2;
inline constexpr std::uint64_t kHardRunsBesideProducts = std::uint64_t{1} << 15;
RunMaker runs_of_products(const Row& row, std::uint64_t seed);

}  // namespace classay
