// Evaluates the results of a batch at each width. The first width is judged. The results of other widths are compared with
// it bit by bit. Only those that differ are judged, by themselves or, where that is as fast, with the whole batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/sweep/first_width.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

class WidthComparison {
 public:
  // `ledger`: of the batches before.
  WidthComparison(const Subject& subject, const Ledger& ledger);

  // Sets which width, by its index, is the first from the next batch on.
  void begin_with(std::size_t first) { first_width_ = first; }

  // Returns whether the device's digest identifies these results as known, so that they need not be brought. It returns
  // false for some known results: they are brought to check the digest. Precondition: as for take().
  bool are_known(const Delivery& delivery);
  // Takes the first width's results of the next batch; the last batch may still be judged. Does nothing for other widths.
  void receive(const Delivery& delivery);
  // Takes the widths of a batch one after the other, the first width first and after receive(). Returns the places of
  // results that may never have been written, valid until the next call.
  std::span<const std::uint64_t> take(const Delivery& delivery);
  // Called after all widths: returns what is to be added to the ledger, valid until the next batch.
  std::span<const WidthRecord> finish(const Batch& batch);
  // Returns the seconds that judging took since the last call.
  double take_judge_seconds();

 private:
  // The last results that differed from the first width's, and their width. Empty if other widths' results cannot be
  // compared with them.
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
  std::vector<WidthRecord> pending_;     // records of the batch
  std::vector<std::size_t> like_first_;  // widths with the same results as the first; they are tallied after it
  std::vector<std::byte> other_;         // results of a width that differ from the first
  Told told_;
  double judge_seconds_ = 0;
  LaneThreads lanes_;
  FirstWidth first_;  // last member: it must end before what it uses
};

}  // namespace classay
