// Launches batches a second time and judges the results. Part of every stretch is launched twice, as are results that may
// never have been written. Equal bits at the same inputs need no second judgement, because the judge is a pure function of
// both. A repeatable device thus costs only a comparison of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/lanes/answer_packing.h"
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
// Calls note_launch() too. Suspects handles inputs that neither launch wrote. Precondition: nothing is being
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

// Decides whether a store is missing where a result equals the fill pattern. An 8-bit integer often equals it by chance, so
// the pattern alone proves nothing: it must follow the pattern of each launch, or replace an earlier result that differs.

// Returns whether the place may keep its old content. The value of a constant call may be undefined, as for a number that no
// integer holds. A compiler that sees this may remove the store: any value in memory is valid. The same is true of any
// kernel where an option lets the compiler assume finite arguments: neither side of a branch on a NaN need be taken. In all
// other kernels a missing store is an error, whatever the value.
bool may_hold_anything(const Subject& subject, const Batch& batch, std::uint64_t place, int width, Tally::Outcome outcome);

// Returns whether a component that `before` has with different bits holds the fill pattern in `now` because it was not
// stored. A result that is right was stored, unless the pattern is a NaN, which is right wherever a NaN is. An undefined
// value of 8 or 16 bits may be the pattern by chance. `outcome`: that of `now`.
bool lost_a_store(const AnswerPacking& packing, Packed before, Packed now, const ResultBits& poisoned,
                  Tally::Outcome outcome);

// Returns the number of launches with alternating patterns that decide about a result of this form. If the device returns
// random bits where the value is undefined, the chance that these follow the patterns is at most 2^-32.
unsigned deciding_launches(const AnswerPacking& packing);

// Decides whether a suspect result was ever written. A result equal to the fill pattern may be equal by chance, so the batch
// is launched again with a different pattern. Results of 8 bits have two more launches (deciding_launches()).
class Suspects {
 public:
  bool are_none() const { return all_.empty(); }
  // `places`: of a batch's results at a width. Precondition: the results were brought, or `places` is empty.
  void note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places);
  // Launches these batches a second time, enters results that were never written in the ledger, and judges all other results
  // (judge_second). Precondition: no launch is in flight, and nothing is being judged in the background.
  void settle(Asker& asker, const Subject& subject, Ledger& ledger);

 private:
  struct Suspect {
    Batch batch;
    std::size_t width_index = 0;
    std::vector<std::uint64_t> places;
    Left left;
  };

  // Returns how many of the suspect's results were never written.
  static std::uint64_t unwritten(const Suspect& s, Asker& asker, const Subject& subject, Ledger& ledger);

  std::vector<Suspect> all_;
};

}  // namespace classay
