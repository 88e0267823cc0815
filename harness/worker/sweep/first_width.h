// Judges a batch's results at the first width. This takes the host longer than all other widths together. So it is done in
// the background, while the device works on and the other widths are compared with the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/judging/background_task.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/lane_threads.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

class FirstWidth {
 public:
  FirstWidth(const Subject& subject, LaneThreads& lanes) : subject_(subject), lanes_(lanes) {}

  // Takes the results; the previous batch may still be judged.
  void receive(const Delivery& delivery);
  // Begins to judge. `known`: the ledger's tally of the width. Until finish(), the background writes the tally, the answers
  // and the slow path of the record. Precondition: results are received, and the previous batch is finished.
  void start(const Batch& batch, const Tally& known, WidthRecord& record);
  // Waits. Returns the seconds that judging took; 0 if nothing was started since the last call.
  double finish();

  // For the batch that was started last: the results in the order of inputs, the places that may never have been written,
  // and the digest (lanes.h).
  std::span<const std::byte> results() const { return started_.results; }
  std::span<const std::uint64_t> unwritten() const { return started_.unwritten; }
  std::uint64_t digest() const { return started_.digest; }
  // After finish(): whether the batch was judged by values at once, and if not, each outcome.
  bool is_in_bulk() const { return is_in_bulk_; }
  const std::vector<Judged>& judged() const { return judged_; }

 private:
  struct Results {
    std::vector<std::byte> results;
    std::vector<std::uint64_t> unwritten;
    std::uint64_t digest = 0;
  };

  void judge(const Batch& batch, const Tally& known, WidthRecord& record);

  const Subject& subject_;
  LaneThreads& lanes_;
  Results received_;
  Results started_;
  bool is_in_bulk_ = false;
  std::vector<Judged> judged_;
  double seconds_ = 0;
  BackgroundTask background_;  // last member: it must end before what it uses
};

}  // namespace classay
