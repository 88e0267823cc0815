// Decides how much of the plan still runs if the case has a time limit. It looks at the clock only after batches of fixed
// numbers (case_time.h). The ledger records what is left out, so that a resumed task leaves out the same.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "harness/worker/sweep/case_time.h"
#include "harness/worker/sweep/clocks.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

class CaseCut {
 public:
  // `since_last`: returns the seconds worked since its last call.
  CaseCut(const Subject& subject, Ledger& ledger, std::function<double()> since_last = WorkTime());

  // A batch is given to the device.
  void gives(const Batch& batch, bool is_first_of_stretch);
  // Returns whether a pending batch decides how much more runs. Nothing may be given to the device after it until it has.
  bool is_deciding() const { return decisive_.has_value(); }
  // A batch is accounted for, as are all inputs before `ledger.next`. `widths`: its records, one per width.
  void took(const Batch& batch, std::span<const WidthRecord> widths);

 private:
  bool can_be_cut() const;
  // Reduces the rest to the batches of a level. `decisive`: the batch that was given last.
  void cut_to(int level, const Batch& decisive);

  const Subject& subject_;
  Ledger& ledger_;
  CaseTime time_;
  std::optional<Batch> decisive_;
  std::function<double()> since_last_;
};

}  // namespace classay
