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
//   1  the first unit of each function, and of operators on floats, in table order
//   2  the first group of each kind of probe
//   3  the first unit of each conversion, load, store, shuffle, other operator, and half_ or native_ function
//   4  probes: the second group of each kind, then the third
//   5  other units: the second one of each builtin, then the third
//   6  remainders of f64: many devices divide bit by bit, up to 2,000 steps for one result
//
// On PoCL 3.1, two processes find four to five of the defects in data/planted per second in part 1, and one to two in parts
// 2 to 6. All conversions to a type count as one builtin. Its cheapest unit comes first: in small tiers one of 32 bits, in
// others the one with the fewest inputs, by powers of two; then f64, then f16. Probes begin with 32 bits.
void order_by_yield(std::vector<Job>& jobs, Tier tier, const Shard& shard);

}  // namespace classay
