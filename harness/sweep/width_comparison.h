// What did a batch give at each width? The first width is judged; results of the others are compared with it bit by bit, and
// only where they differ judged themselves, or, where that is as fast, with all others of the batch. What is the same needs
// no judging at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/sweep/first_width.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

class WidthComparison {
 public:
  // `ledger`: what is known of batches before.
  WidthComparison(const Subject& subject, const Ledger& ledger);

  // From the next batch on this width is the first, by its number.
  void begin_with(std::size_t first) { first_width_ = first; }

  // Are these results known by the digest that the device made of them, so that they need not be brought? Of some they are
  // all the same: what the device says is held against what it gives. Precondition: as of take().
  bool are_known(const Delivery& delivery);
  // Takes the first width's results of the next batch while the last one may still be judged. Does nothing for other widths.
  void receive(const Delivery& delivery);
  // All widths of a batch, one after the other, the first before the others and after receive(). Where results may never
  // have been written; these places are valid until the next call.
  std::span<const std::uint64_t> take(const Delivery& delivery);
  // All widths have been taken: what is to be added to the ledger, valid until the next batch.
  std::span<const WidthRecord> finish(const Batch& batch);
  // Seconds that judging took since the last time.
  double take_judge_seconds();

 private:
  // The last results that were others than the first width's; and of which width. None where those of another width can not
  // be compared with them.
  struct Told {
    std::vector<std::byte> results;
    std::size_t of = 0;
    std::vector<std::uint64_t> unwritten;
  };

  std::span<const std::uint64_t> take_first(const Delivery& delivery);
  std::span<const std::uint64_t> take_other(const Delivery& delivery, std::size_t index);
  void finish_first();
  bool is_as_told(const Delivery& delivery, std::size_t index);
  bool is_like_first(const Delivery& delivery);
  bool take_padding(const Delivery& delivery, std::size_t index);
  std::uint64_t digest_of_other(const Batch& batch) const;
  std::uint64_t tally_other(const Batch& batch, std::size_t index, std::uint64_t digest);
  void tally_like_first(const Batch& batch, std::size_t index);

  const Subject& subject_;
  const Ledger& ledger_;
  std::size_t first_width_ = 0;
  std::vector<WidthRecord> pending_;     // of the batch
  std::vector<std::size_t> like_first_;  // the widths with the results of the first, tallied as soon as that is
  std::vector<std::byte> other_;         // the results of a width that has others
  Told told_;
  double judge_seconds_ = 0;
  LaneThreads lanes_;
  FirstWidth first_;  // ends before what it works with
};

}  // namespace classay
