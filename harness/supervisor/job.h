// Defines what a worker of a run does at a time, and the order in which a run does it.
#pragma once

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

// Returns the probe cases in groups, then the units.
std::vector<Job> jobs_of(std::span<const Unit> units, std::span<const std::string> probe_cases);

// Moves the jobs with one of these cases to the front.
void put_first(std::vector<Job>& jobs, const std::set<std::string>& cases);

// Sorts so that different defects are found early:
//
//   1  probes with one short program and many results, such as constants, work-items and sampled images
//   2  the first unit of each function, and of operators on floats, in table order; of many builtins in tier smoke and with
//      a time budget, only scalars and one vector width
//   3  the first unit of each conversion, load, store, shuffle, other operator, and half_ or native_ function
//   4  the first group of each other kind of probe
//   5  other units of functions: the second one of each builtin, then the third
//   6  other probes in the same way
//   7  the other widths of parts 2 and 3
//   8  other units
//   9  remainders of f64: many devices divide bit by bit, up to 2,000 steps for one result
//
// On PoCL 3.1, two processes find seven of the defects in data/planted per second in part 1, four in part 2, about one in
// parts 3 to 6, and fewer later. All conversions to a type count as one builtin. Its cheapest unit comes first: in small
// tiers one of 32 bits, in others the one with the fewest inputs, by powers of two; then f64, then f16. Probes begin with
// 32 bits.
//
// Only runs with a budget have part 7. Its builtins have two tasks each, and a compiler that makes all kernels of a program
// at once makes them twice (Intel's runtime: 55 % more time for math and integer functions). A compiler that makes a kernel
// at its first launch has a kernel for each part (widths_together() in suites/plan/small_tier.h).
void order_by_yield(std::vector<Job>& jobs, Tier tier, const Shard& shard, bool has_budget = false);

}  // namespace classay
