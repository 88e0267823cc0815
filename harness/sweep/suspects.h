// Was a result ever written? One that holds what its output was filled with may be equal to that by chance. It is asked
// again with an output that is filled with something else: what was never written shows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/second_launch.h"
#include "harness/sweep/subject.h"

namespace classay {

class Suspects {
 public:
  bool are_none() const { return all_.empty(); }
  // `places`: of a batch's results at a width. Precondition: they were brought, or there are no such places.
  void note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places);
  // Launches these batches a second time, enters what was never written in the ledger, and judges all else that came
  // (second_launch.h). Precondition: nothing is with the device, and nothing is being judged in the background.
  void settle(Asker& asker, const Subject& subject, Ledger& ledger);

 private:
  struct Suspect {
    Batch batch;
    std::size_t width_index = 0;
    std::vector<std::uint64_t> places;
    Left left;
  };

  std::vector<Suspect> all_;
};

}  // namespace classay
