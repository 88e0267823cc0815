#include "harness/worker/sweep/kept_batches.h"

#include <algorithm>

namespace classay {

std::uint64_t KeptBatches::inputs() const {
  std::uint64_t sum = 0;
  for (const Kept& k : all_) sum += k.batch.count;
  return sum;
}

void KeptBatches::keep(const Delivery& delivery, const Subject& subject) {
  const Batch& batch = delivery.launched.batch;
  if (!keeps(batch)) return;
  if (all_.empty() || !(all_.back().batch == batch)) {
    all_.push_back({batch, std::vector<Left>(subject.widths())});
  }
  all_.back().results[subject.index_of(delivery.launched.spread.width)] = left_by(delivery);
}

void KeptBatches::drop_all_but_first() { all_.resize(std::min<std::size_t>(all_.size(), 1)); }

void KeptBatches::repeat(Asker& asker, std::span<const std::size_t> widths, const Subject& subject, Ledger& ledger) const {
  if (all_.empty()) return;
  const Kept& first = all_.front();
  for (const std::size_t index : widths) {
    asker.submit(first.batch, subject.width(index), 1);
    const Delivery delivery = asker.wait();
    WidthRecord& record = ledger.widths[index];
    record.repeated += first.batch.count;
    judge_second(subject, delivery, first.results[index], record);
  }
}

}  // namespace classay
