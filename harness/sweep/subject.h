// What a sweep asks and by whom its answers are judged: the same from the first launch of a task to its result lines.
#pragma once

#include <vector>

#include "harness/devices/backend.h"
#include "harness/judging/case_judge.h"
#include "harness/protocol/protocol.h"
#include "harness/sweep/batches.h"

namespace classay {

class Subject {
 public:
  Subject(const Capabilities& device, const Task& task, const Plan& plan, unsigned threads);

  const Task& task() const { return task_; }
  const Plan& plan() const { return plan_; }
  const CaseJudge& judge() const { return judge_; }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  unsigned threads() const { return threads_; }  // that may judge at a time

  // The widths of the task have a number each, by which a sweep knows them.
  std::size_t widths() const { return task_.unit.widths.size(); }
  int width(std::size_t index) const { return task_.unit.widths[index]; }
  std::size_t index_of(int width) const;

  // Was it compiled into a program?
  bool is_constant(std::uint64_t index) const { return stretch_of(stretches_, index).making == Making::literals; }

  // The inputs that stood in one vector with this one, lane by lane: what a lane gives may depend on them.
  std::vector<Tuple> vector_of(std::uint64_t index, int width) const;

 private:
  const Task& task_;
  const Plan& plan_;
  unsigned threads_;
  CaseJudge judge_;
  std::vector<Stretch> stretches_;
};

}  // namespace classay
