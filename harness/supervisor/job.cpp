#include "harness/supervisor/job.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/selection.h"
#include "suites/plan/bundle.h"
#include "suites/plan/small_tier.h"

namespace classay {
namespace {

// What most defects of a job have in common.
std::string topic_of(const Job& job) {
  if (const auto* cases = std::get_if<ProbeGroup>(&job)) return "misc/" + std::string(probe_case_named(cases->front()).kind);
  const Row& row = *std::get<Unit>(job).row;
  return std::string(row.signature == Signature::convert ? info(row.to).name : row.name);
}

// In this order.
enum class Part : std::uint8_t {
  short_probes,
  first_functions,
  telling_probes,
  first_moves,
  functions,
  probes,
  float_conversions,
  others,
  vectors,
  rest,
  slow
};

// Kinds that see many properties of a device with one short program.
constexpr std::array<std::string_view, 13> kShortProbes{
    "constants",        "macros",         "fp-config",    "fp-minimum",    "literals",         "memory-order",
    "atomic-types",     "mixed-operator", "image-linear", "image-nearest", "image-read-unorm", "image-write-unorm",
    "image-write-snorm"};
// Kinds that find many of the other defects, in some seconds each.
constexpr std::array<std::string_view, 2> kTellingProbes{"work-item", "barrier"};
// Kinds with long programs, or with many similar ones.
constexpr std::array<std::string_view, 8> kLongProbes{"async-copy", "atomic-explicit", "components",       "image-border",
                                                      "prefetch",   "printf",          "work-item-unused", "reinterpret"};

struct Turn {
  Part part = Part::first_functions;
  std::size_t round = 0;  // the place among the jobs of the topic
  std::size_t place = 0;  // among all
  auto operator<=>(const Turn&) const = default;
};

bool is_slow(const Job& job) {
  const auto* unit = std::get_if<Unit>(&job);
  return unit != nullptr && has_slow_vectors(*unit->row, unit->format);
}

// Functions have code of their own for each builtin and width, and more of the known defects than other builtins.
bool is_function(const Unit& unit) {
  switch (unit.row->group) {
    case Group::math:
    case Group::half:
    case Group::common:
    case Group::geometric:
    case Group::relational:
    case Group::integer: return true;
    case Group::operation: return is_float(unit.format);
    default: return false;
  }
}

bool is_move(const Unit& unit) { return unit.row->group == Group::memory || unit.row->group == Group::shuffle; }

Part part_of_probe(std::string_view kind) {
  const auto has = [kind](const auto& kinds) { return std::ranges::find(kinds, kind) != kinds.end(); };
  if (has(kShortProbes)) return Part::short_probes;
  if (has(kLongProbes)) return Part::rest;
  return has(kTellingProbes) ? Part::telling_probes : Part::probes;
}

Part part_of(const Job& job, std::size_t round) {
  if (is_slow(job)) return Part::slow;
  const auto* unit = std::get_if<Unit>(&job);
  if (unit == nullptr) return part_of_probe(probe_case_named(std::get<ProbeGroup>(job).front()).kind);
  const bool is_operator = unit->row->group == Group::operation;
  if (is_function(*unit) && round == 0) return Part::first_functions;
  if (is_move(*unit) && round == 0) return Part::first_moves;
  if (is_function(*unit) && !is_operator) return Part::functions;
  if (is_operator || is_move(*unit)) return Part::others;
  return unit->row->signature == Signature::convert && is_float(unit->format) ? Part::float_conversions : Part::rest;
}

// Runs of fewer builtins and kinds are soon over. More tasks or larger programs would only make them longer.
constexpr std::size_t kManyTopics = 32;

// Leaves scalars in the unit. Returns a unit of the vectors, if there are several widths.
std::optional<Unit> split_off(Unit& unit) {
  if (unit.widths.size() <= 2 || unit.widths.front() != 1) return std::nullopt;
  Unit rest = unit;
  std::erase(rest.widths, 1);
  unit.widths = {1};
  return rest;
}

// Moves each unit behind the first one of its part that has the same bundle.
void join_bundles(std::vector<Turn>& turns, std::span<const Job> jobs) {
  std::map<std::pair<Part, std::size_t>, std::size_t> first_of;
  std::vector<std::pair<std::size_t, Turn>> by_first;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto bundle = bundle_of(jobs[turns[i].place]);
    by_first.emplace_back(bundle ? first_of.try_emplace({turns[i].part, *bundle}, i).first->second : i, turns[i]);
  }
  std::ranges::stable_sort(by_first, {}, [](const auto& turn) { return turn.first; });
  std::ranges::transform(by_first, turns.begin(), [](const auto& turn) { return turn.second; });
}

// Compares the jobs of a topic. In small tiers a compiler takes longer than the inputs.
std::tuple<int, bool, int> cost_of(const Job& job, Tier tier, const Shard& shard) {
  const auto* unit = std::get_if<Unit>(&job);
  if (unit == nullptr) return {0, width(probe_case_named(std::get<ProbeGroup>(job).front()).format) != 32, 0};
  const bool is_small = tier == Tier::smoke || tier == Tier::quick;
  const auto inputs = is_small ? 0 : static_cast<int>(std::bit_width(inputs_of(*unit, tier, shard)));
  return {inputs, width(unit->format) != 32, info(unit->format).turn};
}

}  // namespace

std::vector<std::string> cases_of(const Job& job) {
  const auto* unit = std::get_if<Unit>(&job);
  if (unit == nullptr) return std::get<ProbeGroup>(job);
  std::vector<std::string> cases;
  for (const int width : unit->widths) cases.push_back(name(case_of(*unit, width)));
  return cases;
}

std::optional<std::size_t> bundle_of(const Unit& unit) {
  return unit.front_end == FrontEnd::clc ? bundle_of(*unit.row, unit.format) : std::nullopt;
}

std::optional<std::size_t> bundle_of(const Job& job) {
  const auto* unit = std::get_if<Unit>(&job);
  return unit == nullptr ? std::nullopt : bundle_of(*unit);
}

bool may_bundle(std::span<const Job> jobs, Tier tier) {
  std::set<std::string> topics;
  for (const Job& job : jobs) topics.insert(topic_of(job));
  return tier == Tier::smoke && topics.size() >= kManyTopics;
}

std::vector<std::size_t> turns_of(std::span<const Job> jobs, bool bundled) {
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto bundle = bundle_of(jobs[i]);
    const bool goes_on = bundled && bundle && i > 0 && bundle == bundle_of(jobs[i - 1]);
    if (!goes_on) turns.push_back(i);
  }
  return turns;
}

std::vector<Job> jobs_of(std::span<const Unit> units, std::span<const std::string> probe_cases) {
  std::vector<Job> jobs;
  std::ranges::move(cases_by_child(probe_cases), std::back_inserter(jobs));
  std::ranges::copy(units, std::back_inserter(jobs));
  return jobs;
}

void put_first(std::vector<Job>& jobs, const std::set<std::string>& cases) {
  // Clang 14 does not compile std::ranges::stable_partition.
  std::stable_partition(jobs.begin(), jobs.end(), [&](const Job& job) {
    return std::ranges::any_of(cases_of(job), [&](const std::string& c) { return cases.contains(c); });
  });
}

void order_by_yield(std::vector<Job>& jobs, Tier tier, const Shard& shard, bool has_budget) {
  std::vector<std::tuple<int, bool, int>> costs;  // each needs a plan, so they are not calculated while sorting
  for (const Job& job : jobs) costs.push_back(cost_of(job, tier, shard));
  std::map<std::string, std::vector<std::size_t>> of_topic;  // places of its jobs
  for (std::size_t i = 0; i < jobs.size(); ++i) of_topic[topic_of(jobs[i])].push_back(i);
  const bool is_long = may_bundle(jobs, tier);
  std::vector<Turn> turns;
  for (auto& [topic, places] : of_topic) {
    std::ranges::stable_sort(places, {}, [&](std::size_t place) { return costs[place]; });
    for (std::size_t round = 0; round < places.size(); ++round) {
      const Part part = part_of(jobs[places[round]], round);
      turns.push_back({part, round, places[round]});
      auto* const unit = std::get_if<Unit>(&jobs[places[round]]);
      if (!is_long || !has_budget || unit == nullptr) continue;
      const std::optional<Unit> vectors = split_off(*unit);
      if (!vectors) continue;
      turns.push_back({std::max(part, Part::vectors), round, jobs.size()});
      jobs.emplace_back(*vectors);
    }
  }
  std::ranges::sort(turns);
  if (is_long) join_bundles(turns, jobs);
  std::vector<Job> ordered;
  for (const Turn& turn : turns) ordered.push_back(std::move(jobs[turn.place]));
  jobs = std::move(ordered);
}

}  // namespace classay
