#include "harness/worker/sweep/suspects.h"

#include "harness/worker/sweep/batch_tally.h"
#include "reference/number/real.h"

namespace classay {
namespace {

// Returns the results in the order of inputs; for builtins across lanes, in the order of the vectors.
std::vector<std::byte> in_order(const Delivery& delivery, const CaseJudge& judge) {
  if (judge.results_of_vector() > 0) return delivery.output.all();
  std::vector<std::byte> linear(delivery.launched.batch.count * static_cast<std::uint64_t>(judge.packing().bytes()));
  gather(delivery.launched.spread, delivery.output, linear);
  return linear;
}

// Returns whether the place may keep its old content. The value of a constant call may be undefined, as for a number that no
// integer holds. A compiler that sees this may remove the store: any value in memory is valid. The same is true of any
// kernel where an option lets the compiler assume finite arguments: neither side of a branch on a NaN need be taken. In all
// other kernels a missing store is an error, whatever the value.
bool may_hold_anything(const Subject& subject, const Batch& batch, std::uint64_t place, int width, Packed result) {
  const CaseJudge& judge = subject.judge();
  if (judge.results_of_vector() > 0) return false;
  const std::uint64_t index = batch.first + place;
  const Tuple input = subject.plan().input(index);
  if (judge.is_assumed_away(input) || excuses(subject, batch, place, width)) return true;
  return subject.is_constant(index) && judge.judged(input, result).outcome == Tally::Outcome::undefined;
}

}  // namespace

void Suspects::note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places) {
  if (places.empty()) return;
  all_.push_back({delivery.launched.batch, width_index, {places.begin(), places.end()}, left_by(delivery)});
}

void Suspects::settle(Asker& asker, const Subject& subject, Ledger& ledger) {
  const RealScope scope;
  const AnswerPacking& packing = subject.judge().packing();
  for (const Suspect& s : all_) {
    asker.submit(s.batch, subject.width(s.width_index), 1);
    const Delivery delivery = asker.wait();
    WidthRecord& record = ledger.widths[s.width_index];
    judge_second(subject, delivery, s.left, record);
    const std::vector<std::byte> linear = in_order(delivery, subject.judge());
    for (const std::uint64_t place : s.places) {
      const Packed result = packed_at(linear, packing.bytes(), place);
      const bool is_lost = is_unwritten(packing, result, delivery.poisoned) &&
                           !may_hold_anything(subject, s.batch, place, subject.width(s.width_index), result);
      record.unwritten += is_lost ? 1 : 0;
    }
  }
  all_.clear();
}

}  // namespace classay
