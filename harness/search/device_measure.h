// What a search measures on a device: inputs are sent, and each result is judged by the oracle. Regions overlap: an input
// that comes again is remembered.
#pragma once

#include <map>
#include <memory>

#include "harness/judging/case_judge.h"
#include "harness/search/search.h"
#include "harness/sweep/asker.h"

namespace classay {

class DeviceMeasure {
 public:
  // Asks the first width of the task's unit. Device and task outlive it.
  DeviceMeasure(Device& device, const Task& task, unsigned threads);

  // The magnitudes of the errors. What is undefined has none; what is wrong by its sign or by being a number at all has an
  // infinite one. Throws DeviceError and Undecided.
  std::vector<double> operator()(std::span<const Tuple> inputs);

  // Everything that was measured, by the order in which it was.
  const Tally& tally() const { return tally_; }
  const CaseJudge& judge() const { return judge_; }

 private:
  void ask(const std::vector<Tuple>& inputs);

  const Task& task_;
  CaseJudge judge_;
  Plan plan_;  // grows with each step
  std::unique_ptr<Asker> asker_;
  Tally tally_;
  std::map<Tuple, double> known_;
};

}  // namespace classay
