// Decides whether a suspect result was ever written. A result equal to the fill pattern may be equal by chance, so the batch
// is launched again with a different pattern. Results of 8 bits have two more launches (deciding_launches()).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

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
