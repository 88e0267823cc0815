// Keeps the results of the first batches of a stretch, bit by bit. A second launch by the same program, or by another call
// variant, must give the same results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/ledger.h"
#include "harness/worker/sweep/second_launch.h"
#include "harness/worker/sweep/subject.h"

namespace classay {

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
  // (second_launch.h). All results are brought: no digest is made. Precondition: the batch was launched at all these widths,
  // and nothing is being judged in the background.
  void repeat(Asker& asker, std::span<const std::size_t> widths, const Subject& subject, Ledger& ledger) const;

 private:
  std::uint64_t inputs() const;

  std::uint64_t wanted_;
  std::vector<Kept> all_;
};

}  // namespace classay
