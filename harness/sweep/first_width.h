// What became of a batch's results at the first width? They take the host longer than those of all other widths together, so
// they are judged in the background, while the device works on and the others are compared with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

  // Takes the results, and begins to judge them. `known`: what the ledger has of the width. Until finish(), the tally, the
  // answers and the slow path of the record are the background's.
  void start(const Delivery& delivery, const Tally& known, WidthRecord& record);
  // Waits. How many seconds judging took, in the background; 0 where nothing was started since the last time.
  double finish();

  // The results, in the order of inputs; and where they may never have been written.
  std::span<const std::byte> results() const { return results_; }
  std::span<const std::uint64_t> unwritten() const { return unwritten_; }
  // Their digest (lanes.h).
  std::uint64_t digest();
  // When it is finished: the whole batch was judged by values, or each result by itself, and what became of it.
  bool is_in_bulk() const { return is_in_bulk_; }
  const std::vector<Judged>& judged() const { return judged_; }

 private:
  void judge(const Batch& batch, const Tally& known, WidthRecord& record);

  const Subject& subject_;
  LaneThreads& lanes_;
  std::uint64_t first_ = 0;
  std::vector<std::byte> results_;
  std::optional<std::uint64_t> digest_;  // nullopt: not made yet
  std::vector<std::uint64_t> unwritten_;
  bool is_in_bulk_ = false;
  std::vector<Judged> judged_;
  double seconds_ = 0;
  BackgroundTask background_;  // ends before what it works with
};

}  // namespace classay
