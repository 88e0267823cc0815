// How much of what a plan has: the one place for the sizes of tiers. What is not judged in bulk costs the reference 1 to 20
// microseconds an input, so there is at most 2^13 of it in tier smoke, about 2^17 in quick and 2^20 in full.
#pragma once

#include <cstdint>

#include "reference/bulk/direct_values.h"
#include "suites/plan/boundaries.h"
#include "suites/plan/tier.h"
#include "suites/row.h"

namespace classay {

struct Recipe {
  Extent literals = Extent::few;  // calls with arguments that are known when a program is compiled
  bool range = false;             // every pattern there is, of the arguments together
  // So many random ones beside a range. Lanes of a launch hold patterns near each other there, and what a lane gives may
  // depend on what others hold: a huge number beside a small one takes some drivers another way for both.
  std::uint64_t beside_others = 0;
  bool table = false;            // every boundary of one argument
  Extent crossed = Extent::few;  // of several arguments
  std::uint64_t hard = 0;        // through strategies (strategies.h)
  std::uint64_t random = 0;
  std::uint64_t windows = 0;  // how many, where there is a maker of windows; else as many inputs are random
  std::uint64_t runs = 0;     // how many
  int run_bits = 0;           // of 2^run_bits inputs each
  bool all_pairs = false;     // the runs are all pairs of f16
  // More of either, of scalars alone: whatever the width, results of lanes are nearly always those of scalars.
  std::uint64_t scalar_windows = 0;
  std::uint64_t scalar_runs = 0;
  std::uint64_t vectors = 0;  // blocks of them (plan.h), of builtins across lanes, and nothing else
};

// In a mode that excuses arithmetic, or wants another one, a result is judged by itself, with all that it may be,
bool excuses_arithmetic(Mode mode);
// but for these of f32, of which most is right, or nothing, whatever it may be (harness/judging/excused_judge.h).
bool is_excused_at_once(const Row& row, Type format, Mode mode);

// The function of the builtin whose results are found without an oracle, if there is one and it has one result.
const DirectFunction* direct_function_for(const Row& row);

// Are runs of the builtin judged at once, or windows in f64 (harness/judging/values_for.h), so that there may be many of
// them?
bool is_judged_in_runs(const Row& row, Type format, Mode mode);

Recipe recipe(const Row& row, Type format, Tier tier, Mode mode = Mode::standard);

// Can a plan be made for the row? Where every lane of the result depends on the same lane of the arguments, or a call on
// all lanes of vectors.
bool has_plan(const Row& row, Type format);

// Does it only convert its argument, or move it? Its hard places are those of what it gives.
bool is_conversion(const Row& row);
// Does the name have a rounding mode of a conversion between integers? All that it asks stands in the name without one too.
bool has_nothing_to_round(const Row& row, Type format);

// Are the arguments patterns rather than numbers: integers, or what a function of bits takes?
bool is_of_patterns(const Row& row, Type format);

}  // namespace classay
