// Holds what a sweep runs and how its results are judged, and judges a batch at one width. The subject does not change from
// the first launch of a task to its results.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/task.h"
#include "harness/journal/unit.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/ledger.h"

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

// If only finite arguments are promised, a lane that is not finite makes its whole vector undefined. Errors in the other
// lanes are then excused too (A44), so that the tally depends on the width.

// Returns whether a result may depend on the other lanes of its vector.
bool depends_on_neighbours(const Subject& subject, int width);
// Returns whether an error in the batch may share its vector with an undefined input.
bool excuses_some(const Subject& subject, const Batch& batch, int width);

// Returns whether a wrong result of input `at` of the batch is excused because its vector may contain an undefined input.
bool excuses(const Subject& subject, const Batch& batch, std::uint64_t at, int width);

// Judges a single result. The caller holds a RealScope.
Tally::Outcome outcome_of(const Subject& subject, const Batch& batch, std::uint64_t at, Packed result, int width);

Tally tally_of(const Subject& subject, const Batch& batch, std::span<const std::byte> results, std::vector<Judged> judged,
               int width);
// Judges all results at once, by values; if some wrong results may be excused, judges one by one. `known`: the ledger's
// tally of the width. Adds the tally and the number of oracle calls to the record.
void tally_in_bulk(const Subject& subject, const Batch& batch, std::span<const std::byte> results, const Tally& known,
                   WidthRecord& record);

// Like tally_in_bulk(), but judges each result by itself.
void tally_one_by_one(const Subject& subject, const Batch& batch, std::span<const std::byte> results, WidthRecord& record);

// Judges a builtin across lanes: each vector is one input, numbered by its first lane. `unwritten` gets the places of
// results that may never have been written.
WidthRecord judge_vectors(const Subject& subject, const Delivery& delivery, std::vector<std::uint64_t>& unwritten);

}  // namespace classay
