// Chooses what the device gets next: all widths of a batch, then the next batch of a stretch, as many launches at a time as
// the device takes.
#pragma once

#include <vector>

#include "harness/worker/sweep/case_cut.h"
#include "harness/worker/sweep/suspects.h"
#include "harness/worker/sweep/sweep_context.h"

namespace classay {

class Launcher {
 public:
  // `widths`: those that the programs of the stretch are built for. Precondition: at least one.
  Launcher(const SweepContext& context, const Stretch& stretch, std::vector<std::size_t> widths);

  // Launches nothing until half of the launches in flight have finished. Idle driver threads spin for a while; on a device
  // that is the host's processor this takes time from the judge.
  //
  // Begins no batch while results are suspect, or while it is being decided how much more runs.
  void keep_busy(Asker& asker, const Suspects& suspects, CaseCut& cut);

 private:
  // Returns false after the last batch.
  bool begin_batch(CaseCut& cut);

  const SweepContext& context_;
  const Stretch& stretch_;
  std::vector<std::size_t> widths_;
  Batch batch_;           // the batch that is being launched
  std::size_t next_ = 0;  // the next of its widths
  bool fills_ = true;
};

}  // namespace classay
