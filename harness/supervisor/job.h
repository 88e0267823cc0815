// Defines what a worker of a run does at a time, and the order in which a run does it.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "harness/journal/unit.h"

namespace classay {

// The probe cases of one child process.
using ProbeGroup = std::vector<std::string>;
using Job = std::variant<Unit, ProbeGroup>;

std::vector<std::string> cases_of(const Job& job);

// Return the number of the bundle (suites/plan/bundle.h); nullopt: there is none.
std::optional<std::size_t> bundle_of(const Unit& unit);
std::optional<std::size_t> bundle_of(const Job& job);

// Returns whether the tasks of a run may have programs with other builtins: in tier smoke, and with many builtins.
bool may_bundle(std::span<const Job> jobs, Tier tier);

// Returns the first job of each turn of a worker. If tasks are bundled, jobs of one bundle that follow each other are one
// turn: a worker builds their program once.
std::vector<std::size_t> turns_of(std::span<const Job> jobs, bool bundled);

// Returns the probe cases in groups, then the units.
std::vector<Job> jobs_of(std::span<const Unit> units, std::span<const std::string> probe_cases);

// Moves the jobs with one of these cases to the front.
void put_first(std::vector<Job>& jobs, const std::set<std::string>& cases);

// Sorts so that different defects are found early:
//
//   1  probes with one short program and many results, such as constants and sampled images
//   2  the first unit of each function, and of operators on floats, in table order
//   3  probes of work-items and barriers
//   4  the first unit of each load, store and shuffle
//   5  other units of functions: the second one of each builtin, then the third
//   6  other probes in the same way
//   7  conversions from floats
//   8  other operators, loads, stores and shuffles
//   9  with a time budget: the vectors of the units above, in tier smoke and if there are many builtins
//  10  native_ functions, conversions from integers, and probes with long programs
//  11  remainders of f64: many devices divide bit by bit, up to 2,000 steps for one result
//
// On PoCL 3.1, one process finds four of the defects in data/planted per second in part 1, three in part 2, about one in
// parts 3 and 4, one in two seconds in parts 5 to 7, and fewer later. Scalars of the first math functions show 109 defects;
// scalars and one vector width show 111, and take 1.5 times as long. All conversions to a type count as one builtin. Its
// cheapest unit comes first: in small tiers one of 32 bits, in others the one with the fewest inputs, by powers of two; then
// f64, then f16. Probes begin with 32 bits.
//
// In tier smoke, and with many builtins, a unit is followed by those of its part that have the same bundle.
//
// Only runs with a budget have part 9. Its builtins have two tasks each, and a compiler that makes all kernels of a program
// at once makes them twice (Intel's runtime: 55 % more time for math and integer functions). A compiler that makes a kernel
// at its first launch has one kernel for the vectors (widths_together() in suites/plan/small_tier.h).
void order_by_yield(std::vector<Job>& jobs, Tier tier, const Shard& shard, bool has_budget = false);

}  // namespace classay
