// How much of the plan is still asked, where a case has a time? The clock is looked at after batches of fixed numbers
// (case_time.h); what is left out then stands in the ledger, for all who go on with the task.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "harness/sweep/case_time.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"
#include "harness/sweep/work_time.h"

namespace classay {

class CaseCut {
 public:
  // `since_last`: seconds that were worked since it was called last.
  CaseCut(const Subject& subject, Ledger& ledger, std::function<double()> since_last = WorkTime());

  // A batch is given to the device.
  void gives(const Batch& batch, bool is_first_of_stretch);
  // What a batch took decides how much more is asked. Nothing is to be given after it before that is known.
  bool is_deciding() const { return decisive_.has_value(); }
  // A batch is accounted for: all before `ledger.next` is. `widths`: what it took at each.
  void took(const Batch& batch, std::span<const WidthRecord> widths);

 private:
  bool can_be_cut() const;
  // Of what was not asked yet, only what the level asks is. `decisive`: the batch that was given last.
  void cut_to(int level, const Batch& decisive);

  const Subject& subject_;
  Ledger& ledger_;
  CaseTime time_;
  std::optional<Batch> decisive_;
  std::function<double()> since_last_;
};

}  // namespace classay
