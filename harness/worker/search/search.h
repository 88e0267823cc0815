// Searches for the input with the largest error, without knowledge of the function. It starts with random inputs everywhere,
// and with inputs that are known to be bad. Then it repeatedly narrows the best regions to a quarter of their width, with as
// many inputs as before. A region ends when all its inputs are measured. All this is repeated several times.
//
// The error of a good library has two parts: that of an approximation, which is smooth, and the noise of the last rounding.
// Where the smooth part is large, the largest error of some random inputs is large too, which guides the search. Without a
// smooth part, a search finds no more than as many random inputs would.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "harness/worker/search/space.h"

namespace classay {

// One input with the magnitude of its error in ulp; infinite for errors without a size, such as a number in place of a NaN.
struct Find {
  Tuple input{};
  double error = 0;
  bool operator==(const Find&) const = default;
};

// Returns the errors for inputs, one for each. A NaN counts as zero: the measure decides how bad a NaN result is.
using Measure = std::function<std::vector<double>(std::span<const Tuple>)>;

struct SearchEffort {
  std::uint64_t inputs = std::uint64_t{1} << 20;  // total number of inputs measured; the last step may exceed it slightly
  std::uint64_t seed = 1;
  std::size_t inputs_each = 48;  // per region, before it is narrowed
  std::size_t passes = 6;        // minimum number of passes from everywhere to single inputs
  double everywhere = 0.4;       // the share of inputs outside of regions
};

struct SearchResult {
  std::vector<Find> worst;     // largest error first, of equal ones the first found; no two are close
  std::uint64_t measured = 0;  // inputs
};

inline constexpr std::size_t kFindsKept = 16;

// `known`: inputs to begin with; inputs outside of the space are moved into it. Calls `progress` after each step.
SearchResult find_worst(std::span<const Type> arguments, const Measure& measure, const SearchEffort& effort,
                        std::span<const Tuple> known, const std::function<void(const SearchResult&)>& progress = {});

// Measures as many random inputs, binade by binade, for comparison with a search.
SearchResult plain_sampling(std::span<const Type> arguments, const Measure& measure, std::uint64_t inputs,
                            std::uint64_t seed);

}  // namespace classay
