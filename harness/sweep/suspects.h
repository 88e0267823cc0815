// Was a result ever written? One that holds what its output was filled with may be equal to that by chance. It is asked
// again with an output that is filled with something else: what was never written shows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/sweep/asker.h"
#include "harness/sweep/ledger.h"
#include "harness/sweep/subject.h"

namespace classay {

class Suspects {
 public:
  bool are_none() const { return all_.empty(); }
  // `places`: of a batch's results at a width.
  void note(const Batch& batch, std::size_t width_index, std::span<const std::uint64_t> places);
  // Asks again, and enters what was never written in the ledger. Precondition: nothing is with the device.
  void settle(Asker& asker, const Subject& subject, Ledger& ledger);

 private:
  struct Suspect {
    Batch batch;
    std::size_t width_index = 0;
    std::vector<std::uint64_t> places;
  };

  std::vector<Suspect> all_;
};

}  // namespace classay
