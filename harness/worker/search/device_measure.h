// Measures errors on a device for a search: sends inputs, and judges each result with the oracle. Regions overlap, so errors
// of earlier inputs are kept.
#pragma once

#include <map>
#include <memory>

#include "harness/worker/judging/case_judge.h"
#include "harness/worker/search/search.h"
#include "harness/worker/sweep/asker.h"

namespace classay {

struct Task;

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

}  // namespace classay
