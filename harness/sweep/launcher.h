// What does the device get next? All widths of a batch, then the next batch of a stretch, as many launches at a time as the
// device takes.
#pragma once

#include <vector>

#include "harness/sweep/case_cut.h"
#include "harness/sweep/suspects.h"
#include "harness/sweep/sweep_context.h"

namespace classay {

class Launcher {
 public:
  // `widths`: those that the programs of the stretch are built for. Precondition: one or more.
  Launcher(const SweepContext& context, const Stretch& stretch, std::vector<std::size_t> widths);

  // Gives the device nothing more until half of what it has is over: the threads of a driver that find nothing to do look
  // for more for a while, and on a device that is the host's processor that is time of who judges.
  //
  // Begins no batch while results are suspect, or it is to be decided how much more is asked: both are settled before more
  // of them come up.
  void keep_busy(Asker& asker, const Suspects& suspects, CaseCut& cut);

 private:
  // False: there are no more.
  bool begin_batch(CaseCut& cut);

  const SweepContext& context_;
  const Stretch& stretch_;
  std::vector<std::size_t> widths_;
  Batch batch_;           // the one that is being given to the device, and
  std::size_t next_ = 0;  // which of the widths is next
  bool fills_ = true;
};

}  // namespace classay
