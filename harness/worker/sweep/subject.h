// Holds what a sweep runs and how its results are judged. It does not change from the first launch of a task to its results.
#pragma once

#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/task.h"
#include "harness/journal/unit.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/sweep/batches.h"

namespace classay {

class Subject {
 public:
  Subject(const Capabilities& device, const Task& task, const Plan& plan, unsigned threads);

  const Task& task() const { return task_; }
  const Plan& plan() const { return plan_; }
  const CaseJudge& judge() const { return judge_; }
  const std::vector<Stretch>& stretches() const { return stretches_; }
  unsigned threads() const { return threads_; }  // number of threads that may judge at a time

  // A sweep identifies the widths of the task by index.
  std::size_t widths() const { return task_.unit.widths.size(); }
  int width(std::size_t index) const { return task_.unit.widths[index]; }
  std::size_t index_of(int width) const;

  bool is_constant(std::uint64_t index) const { return stretch_of(stretches_, index).making == Making::literals; }

  // Returns the inputs that shared a vector with this one, lane by lane: a lane's result may depend on them.
  std::vector<Tuple> vector_of(std::uint64_t index, int width) const;

 private:
  const Task& task_;
  const Plan& plan_;
  unsigned threads_;
  CaseJudge judge_;
  std::vector<Stretch> stretches_;
};

}  // namespace classay
