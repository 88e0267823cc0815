// Decides whether a suspect result was ever written. A result equal to the fill pattern may be equal by chance, so the batch
// is launched again with a different pattern. Results of 8 bits have two more launches (deciding_launches()).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

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

class Suspects {
 public:
  bool are_none() const { return all_.empty(); }
  // `places`: of a batch's results at a width. Precondition: the results were brought, or `places` is empty.
  void note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places);
  // Launches these batches a second time, enters results that were never written in the ledger, and judges all other results
  // (second_launch.h). Precondition: no launch is in flight, and nothing is being judged in the background.
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
