// Searches for large errors on a device, for `classay search` and tier certify, and keeps the inputs that it finds.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "harness/journal/unit.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/search/search.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/worker.h"

namespace classay {

struct Task;

// Measures errors on a device for a search: sends inputs, and judges each result with the oracle. Regions overlap, so errors
// of earlier inputs are kept.
class DeviceMeasure {
 public:
  // Runs at the first width of the task's unit. Device and task must outlive it.
  DeviceMeasure(Device& device, const Task& task, unsigned threads);

  // Returns the magnitudes of the errors. An undefined result has none; a wrong sign, or a number in place of a NaN or the
  // reverse, counts as infinite. Throws DeviceError and Undecided.
  std::vector<double> operator()(std::span<const Tuple> inputs);

  // Contains all measured results, in the order of measurement.
  const Tally& tally() const { return tally_; }
  const CaseJudge& judge() const { return judge_; }

 private:
  void ask(const std::vector<Tuple>& inputs);

  const Task& task_;
  CaseJudge judge_;
  Plan plan_;
  std::unique_ptr<Asker> asker_;
  Tally tally_;
  std::map<Tuple, double> known_;
};

// Returns the start of a search: notable numbers and their pairs, the hard inputs of data/, and the inputs that earlier runs
// kept in folders.
std::vector<Tuple> beginnings(const Unit& unit, std::uint64_t seed, std::span<const std::string> known);

// Returns the results. Precondition: the caller holds a RealScope.
SearchRecord searched(Device& device, const Task& task, const SearchEffort& effort, std::span<const Tuple> known,
                      const std::function<void(const SearchResult&)>& progress = {});
// Like searched(), for as many random inputs.
SearchRecord sampled(Device& device, const Task& task, std::uint64_t inputs, std::uint64_t seed);

// Returns the search that tier certify runs after its sweep if not all inputs ran. It runs once, in the first shard.
// `known`: folders.
WorkerOptions::Search certifying_search(const std::vector<std::string>& known);

// Keeps inputs with bad results from runs and searches in a folder, one per line, as a start for the next search on any
// device: inputs that are hard for one library often are for another.

// Returns the inputs of the unit's builtin and format, for any mode and width, each once. It reads the folder's
// `worst.jsonl` and the results of its journal; neither need exist. Throws std::runtime_error if a file cannot be read.
std::vector<Tuple> known_inputs(const std::string& folder, const Unit& unit);

// Appends the inputs to the folder's worst.jsonl. Throws std::runtime_error on failure.
void keep(const std::string& folder, const Unit& unit, std::span<const Tuple> inputs);

}  // namespace classay
