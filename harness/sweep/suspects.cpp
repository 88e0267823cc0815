#include "harness/sweep/suspects.h"

namespace classay {
namespace {

// Results in the order of inputs; of vectors, in the order of these.
std::vector<std::byte> in_order(const Delivery& delivery, const CaseJudge& judge) {
  if (judge.results_of_vector() > 0) return delivery.output.all();
  std::vector<std::byte> linear(delivery.launched.batch.count * static_cast<std::uint64_t>(judge.packing().bytes()));
  gather(delivery.launched.spread, delivery.output, linear);
  return linear;
}

}  // namespace

void Suspects::note(const Batch& batch, std::size_t width_index, std::span<const std::uint64_t> places) {
  if (!places.empty()) all_.push_back({batch, width_index, {places.begin(), places.end()}});
}

void Suspects::settle(Asker& asker, const Subject& subject, Ledger& ledger) {
  const AnswerPacking& packing = subject.judge().packing();
  for (const Suspect& s : all_) {
    asker.submit(s.batch, subject.width(s.width_index), 1);
    const Delivery delivery = asker.wait();
    const std::vector<std::byte> linear = in_order(delivery, subject.judge());
    for (const std::uint64_t place : s.places) {
      const bool is_lost = is_unwritten(packing, packed_at(linear, packing.bytes(), place), delivery.poisoned);
      ledger.widths[s.width_index].unwritten += is_lost ? 1 : 0;
    }
  }
  all_.clear();
}

}  // namespace classay
