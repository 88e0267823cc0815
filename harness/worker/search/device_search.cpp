#include "harness/worker/search/device_search.h"

#include <algorithm>

#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/worker/search/device_measure.h"
#include "harness/worker/search/known.h"
#include "harness/worker/sweep/data_files.h"
#include "reference/number/real.h"

namespace classay {
namespace {

constexpr std::uint64_t kMostNotable = 4096;

bool is_searched(const Task& task) {
  const std::size_t arguments = argument_types(*task.unit.row, task.unit.format).size();
  if (goes_across_lanes(task.unit.row->signature)) return false;
  if (is_of_patterns(*task.unit.row, task.unit.format))
    return false;  // such a result is right or wrong, with no degree of
                   // error
  return task.tier == Tier::certify && task.shard.index == 0 && (arguments > 1 || task.unit.format == Type::f64);
}

std::vector<Tuple> notable_inputs(const Unit& unit, std::uint64_t seed) {
  std::vector<Tuple> known;
  const Plan plan(*unit.row, unit.format, Tier::smoke, seed, hard_inputs(*unit.row, unit.format));
  for (const Segment& s : plan.segments()) {
    if (!is_sent(s.making)) continue;
    const std::uint64_t step = s.making == Making::table ? 1 : s.count / kMostNotable + 1;
    for (std::uint64_t i = 0; i < s.count; i += step) known.push_back(plan.input(s.first + i));
  }
  return known;
}

}  // namespace

std::vector<Tuple> beginnings(const Unit& unit, std::uint64_t seed, std::span<const std::string> known) {
  std::vector<Tuple> all = notable_inputs(unit, seed);
  for (const std::string& folder : known) {
    for (const Tuple& t : known_inputs(folder, unit)) all.push_back(t);
  }
  return all;
}

SearchRecord searched(Device& device, const Task& task, const SearchEffort& effort, std::span<const Tuple> known,
                      const std::function<void(const SearchResult&)>& progress) {
  DeviceMeasure measure(device, task, judging_threads());
  find_worst(argument_types(*task.unit.row, task.unit.format), std::ref(measure), effort, known, progress);
  return search_record(measure.tally(), *task.unit.row, task.unit.format);
}

SearchRecord sampled(Device& device, const Task& task, std::uint64_t inputs, std::uint64_t seed) {
  DeviceMeasure measure(device, task, judging_threads());
  plain_sampling(argument_types(*task.unit.row, task.unit.format), std::ref(measure), inputs, seed);
  return search_record(measure.tally(), *task.unit.row, task.unit.format);
}

WorkerOptions::Search certifying_search(const std::vector<std::string>& known) {
  return [known](Device& device, const Task& task) -> std::optional<SearchRecord> {
    if (!is_searched(task)) return std::nullopt;
    const std::vector<Tuple> begin = beginnings(task.unit, task.seed, known);
    const RealScope scope;
    return searched(device, task, {.seed = task.seed}, begin);
  };
}

}  // namespace classay
