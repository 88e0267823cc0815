// A search for the input with the largest error that knows nothing of the function: random inputs everywhere, then the best
// regions again and again, each time a quarter as wide and with as many inputs as before, until what is left of a region is
// asked to the last input; and that several times over. What is known to be bad from elsewhere is where it starts too.
//
// Errors of a good library are an approximation's, smooth, with the noise of the last rounding on top. Where the smooth part
// is large, the largest of some random inputs is large as well: that is what leads on. Where there is no smooth part, a
// search finds no more than as many random inputs would.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/search/space.h"

namespace classay {

// One input and how bad its result is: the magnitude of its error in ulp; infinite for a number that should be none, and the
// like.
struct Find {
  Tuple input{};
  double error = 0;
  bool operator==(const Find&) const = default;
};

// The errors of results for inputs, one for one. A NaN counts as zero: who measures says what a NaN result is worth.
using Measure = std::function<std::vector<double>(std::span<const Tuple>)>;

struct SearchEffort {
  std::uint64_t inputs = std::uint64_t{1} << 20;  // that are measured, all in all; the last step may go a little beyond
  std::uint64_t seed = 1;
  std::size_t inputs_each = 48;  // in a region, before it is made narrower
  std::size_t passes = 6;        // from everywhere to single inputs, at least
  double everywhere = 0.4;       // the share of inputs that no region is chosen for
};

struct SearchResult {
  std::vector<Find> worst;     // largest error first, of equal ones the one that was found first; no two neighbours
  std::uint64_t measured = 0;  // inputs
};

inline constexpr std::size_t kFindsKept = 16;

// `known`: inputs to begin with; those that are not of the space are moved into it. `progress` is told after each step.
SearchResult find_worst(std::span<const Type> arguments, const Measure& measure, const SearchEffort& effort,
                        std::span<const Tuple> known, const std::function<void(const SearchResult&)>& progress = {});

// As many random inputs, binade by binade: what a search is compared with.
SearchResult plain_sampling(std::span<const Type> arguments, const Measure& measure, std::uint64_t inputs,
                            std::uint64_t seed);

}  // namespace classay
