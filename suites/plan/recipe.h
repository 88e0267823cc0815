// Defines how many inputs of each kind a plan has; no other file contains the sizes of tiers. An input that is not judged in
// bulk costs the reference 1 to 20 microseconds. Tiers therefore have at most 2^13 of them in smoke, about 2^17 in quick and
// 2^20 in full.
#pragma once

#include <cstdint>

#include "suites/plan/boundaries.h"
#include "suites/plan/tier.h"
#include "suites/row.h"
#include "suites/value_source.h"

namespace classay {

struct Recipe {
  Extent literals = Extent::few;  // calls with arguments that are known at compile time
  bool range = false;             // every bit pattern of all arguments together
  // Number of random inputs in addition to a range. In a range, the lanes of a launch hold similar patterns. The result of a
  // lane may depend on the other lanes: in some drivers, a huge number selects a different code path for a small one.
  std::uint64_t beside_others = 0;
  bool table = false;            // every boundary of one argument
  Extent crossed = Extent::few;  // for several arguments
  std::uint64_t hard = 0;        // made by strategies (strategies.h)
  std::uint64_t random = 0;
  std::uint64_t windows = 0;  // number of windows; without a maker of windows, random inputs replace them
  std::uint64_t runs = 0;     // number of input ranges
  int run_bits = 0;           // each range has 2^run_bits inputs
  bool all_pairs = false;     // the ranges are all pairs of f16
  bool all_products = false;  // the ranges have all products of f16 significands (run.h), or the first of them
  // Further windows and ranges for scalars only. Lanes of vectors nearly always have the results of scalars.
  std::uint64_t scalar_windows = 0;
  std::uint64_t scalar_runs = 0;
  std::uint64_t vectors = 0;  // blocks of vectors (plan.h), for builtins across lanes only
};

Recipe recipe(const Row& row, Type format, Tier tier, Mode mode, JudgeSpeed speed);

// Returns whether a plan can be made for the row.
bool has_plan(const Row& row, Type format);

// Returns whether the builtin only converts or moves its argument. The type of the result then determines the hard cases.
bool is_conversion(const Row& row);
// Returns whether the row is an integer conversion with a rounding mode. The conversion without the mode covers it.
bool has_nothing_to_round(const Row& row, Type format);

// Returns whether the arguments are patterns and not numbers: integers, or arguments of bit functions.
bool is_of_patterns(const Row& row, Type format);

}  // namespace classay
