// Evaluates the results of a batch at each width. The first width is judged. The results of other widths are compared with
// it bit by bit. Only those that differ are judged, by themselves or, where that is as fast, with the whole batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/judging/threads.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

// Shares the work of lanes.h among threads where a launch has enough results to pay for it. On a discrete GPU a launch has
// 2^22 results: one thread takes longer to copy and compare them than the bus to transfer them. The results are the same for
// any number of threads. Used by one thread at a time.
class LaneThreads {
 public:
  explicit LaneThreads(unsigned threads) : parallel_(threads) {}

  static bool are_shared(std::uint64_t results) { return results > kFewest; }

  // Gathers the results, whose numbers in the plan begin with `first`, and returns their digest. `unwritten` gets the places
  // that still hold the poison, in order. Each block is gathered and digested while the cache holds it.
  std::uint64_t take(const Spread& spread, const Output& output, const AnswerPacking& packing, const ResultBits& poisoned,
                     std::uint64_t first, std::span<std::byte> linear, std::vector<std::uint64_t>& unwritten);
  bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear);

 private:
  // Fewer results are not worth a thread. Devices that share the host's memory have smaller launches.
  static constexpr std::size_t kFewest = std::size_t{1} << 18;

  Parallel parallel_;
};

// Judges a batch's results at the first width. This takes the host longer than all other widths together. So it is done in
// the background, while the device works on and the other widths are compared with the first.
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
