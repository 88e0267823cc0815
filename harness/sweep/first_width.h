// What became of a batch's results at the first width? They take the host longer than those of all other widths together, so
// they are judged in the background, while the device works on and the others are compared with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/judging/background_task.h"
#include "harness/sweep/asker.h"
#include "harness/sweep/lane_threads.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

class FirstWidth {
 public:
  FirstWidth(const Subject& subject, LaneThreads& lanes) : subject_(subject), lanes_(lanes) {}

  // Takes the results, while the last batch may still be judged.
  void receive(const Delivery& delivery);
  // Begins to judge them. `known`: the ledger's tally of the width. Until finish(), the background writes the tally, the
  // answers and the slow path of the record. Precondition: received, and the last batch is finished.
  void start(const Batch& batch, const Tally& known, WidthRecord& record);
  // Waits. How many seconds judging took, in the background; 0 where nothing was started since the last time.
  double finish();

  // The batch that started last has these results, in the order of inputs; these places that may never have been written;
  // and this digest (lanes.h).
  std::span<const std::byte> results() const { return started_.results; }
  std::span<const std::uint64_t> unwritten() const { return started_.unwritten; }
  std::uint64_t digest() const { return started_.digest; }
  // When it is finished: the whole batch was judged by values, or each result by itself, and what became of it.
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
  BackgroundTask background_;  // ends before what it works with
};

}  // namespace classay
