// Runs: inputs of which one argument varies while the others stay, so that a model of what remains, a function of one
// argument, judges them all at once. A segment is made of runs of the same length, a power of two; a kernel makes their
// inputs from a header of a few numbers each.
//
// The argument that varies takes consecutive patterns; or, in a window, the first of them plus random distances:
//     first + ((pool_j ^ key) >> shift)
// for the input with number j of the window, pool being 4096 random numbers that all windows share. That is how models of
// f64 want their inputs (docs/certified-reference-f64.md, "A window").
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "reference/number/scramble.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

struct Run {
  Tuple at{};      // the first of consecutive patterns, and what stays; of a window, what distances are added to
  int varies = 0;  // which argument, counted from zero
  // Windows only:
  std::uint64_t key = 0;
  int shift = 63;  // at least 1
  bool operator==(const Run&) const = default;
};

// From the number of a run to its header: a pure function.
using RunMaker = std::function<Run(std::uint64_t number)>;

inline constexpr int kWindowBits = 12;  // a window has 2^12 inputs

// That it is the pool of certified models is tested where both are known.
constexpr std::uint64_t window_pool(std::uint64_t j) { return mixed(j); }

// Input j of a run of consecutive patterns, and of a window.
constexpr Tuple run_input(const Run& run, std::uint64_t j) {
  Tuple t = run.at;
  t.at(static_cast<std::size_t>(run.varies)) += j;
  return t;
}
constexpr Tuple window_input(const Run& run, std::uint64_t j) {
  return run_input(run, (window_pool(j) ^ run.key) >> static_cast<unsigned>(run.shift));
}

// Runs of 2^bits consecutive patterns through places that are hard for the builtin (strategies.h). A floating-point
// argument varies, one after the other where there are several. Precondition: no format has fewer than `bits` bits.
RunMaker runs_through_hard_places(const Row& row, Type format, std::uint64_t seed, int bits);

// All pairs of f16: the first argument goes through the whole line, the second is another one in each of 2^16 runs, in an
// order in which neighbours share most of what models of them are made of.
RunMaker runs_of_all_pairs();

}  // namespace classay
