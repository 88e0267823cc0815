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

// Sorts so that different defects are found early: most defects of a builtin show in several of its types and modes, and
// those that a probe finds in several of its formats. One unit of each builtin comes first, in table order; then one group
// of each kind of probe, a second one of each, and so on; then the second unit of each builtin. (First units find about five
// times as many of the defects in data/planted per second as probes, and probes twice as many as other units.) All
// conversions to a type count as one builtin. Of a builtin, the cheapest unit comes first: in small tiers that of 32 bits,
// in others that with the fewest inputs, by powers of two; then f64, f16. Remainders of f64 come last: many devices divide
// bit by bit, up to 2,000 steps for one result.
void order_by_yield(std::vector<Job>& jobs, Tier tier, const Shard& shard);

}  // namespace classay
