// Judges the results of a batch's second launch. Part of every stretch is launched twice, as are results that may never
// have been written. Equal bits at the same inputs need no second judgement, because the judge is a pure function of both. A
// repeatable device thus costs only a comparison of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

// The results of a launch, element by element, and the bits of an element that was never written.
struct Left {
  std::vector<std::byte> elements;
  ResultBits poisoned{};
};
Left left_by(const Delivery& delivery);

// Records the time of a launch, and whether it wrote outside of its output.
void note_launch(const Delivery& delivery, WidthRecord& record);

// Compares the results of a second launch with those of the first, judges those that differ, and enters them in the record.
// Calls note_launch() too. Suspects (suspects.h) handles inputs that neither launch wrote. Precondition: nothing is being
// judged in the background.
void judge_second(const Subject& subject, const Delivery& second, const Left& first, WidthRecord& record);

// Like the overload above, if only the tally of the first launch is known, and not its bits: judges all results, and counts
// the wrong results in excess of those of the first launch.
void judge_second(const Subject& subject, const Delivery& second, WidthRecord& record);

// Keeps the results of the first batches of a stretch, bit by bit. A second launch by the same program, or by another call
// variant, must give the same results.
class KeptBatches {
 public:
  struct Kept {
    Batch batch;
    std::vector<Left> results;  // one per launched width
  };

  // Keeps batches until they have `wanted` inputs together.
  explicit KeptBatches(std::uint64_t wanted) : wanted_(wanted) {}

  // Called batch after batch.
  void keep(const Delivery& delivery, const Subject& subject);

  bool keeps(const Batch& batch) const { return !is_full() || all_.back().batch == batch; }
  bool is_full() const { return inputs() >= wanted_; }
  const std::vector<Kept>& all() const { return all_; }
  void drop_all_but_first();

  // Launches the first kept batch again at these widths, with the same inputs in the same vectors, and judges the results
  // (judge_second). All results are brought: no digest is made. Precondition: the batch was launched at all these widths,
  // and nothing is being judged in the background.
  void repeat(Asker& asker, std::span<const std::size_t> widths, const Subject& subject, Ledger& ledger) const;

 private:
  std::uint64_t inputs() const;

  std::uint64_t wanted_;
  std::vector<Kept> all_;
};

}  // namespace classay
