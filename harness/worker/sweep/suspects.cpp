#include "harness/worker/sweep/suspects.h"

#include <algorithm>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/batch_tally.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

constexpr int kCertain = 32;  // bits that equal a pattern only if they are the pattern

// Returns the results of a launch in the order of inputs; for builtins across lanes, in the order of the vectors.
std::vector<std::byte> in_order(const Left& left, const Spread& spread, const CaseJudge& judge) {
  if (judge.results_of_vector() > 0) return left.elements;
  const int bytes = judge.packing().bytes();
  std::vector<std::byte> linear(spread.count * static_cast<std::uint64_t>(bytes));
  gather(spread, Output(left.elements, bytes, spread.width), linear);
  return linear;
}

// A place, and the components that held the fill pattern in every launch so far. A component that is stored does not follow
// the pattern, but may equal one by chance. Of two 8-bit results each may thus equal the pattern of a different launch.
struct Doubt {
  std::uint64_t place = 0;
  unsigned components = 0;
};

void keep_unwritten(std::vector<Doubt>& doubts, const Subject& subject, const Launched& launched, const Left& left) {
  const CaseJudge& judge = subject.judge();
  const AnswerPacking& packing = judge.packing();
  const Batch& batch = launched.batch;
  const std::vector<std::byte> linear = in_order(left, launched.spread, judge);
  std::erase_if(doubts, [&](Doubt& d) {
    const Packed result = packed_at(linear, packing.bytes(), d.place);
    d.components &= unwritten_components(packing, result, left.poisoned);
    if (d.components == 0) return true;
    if (judge.results_of_vector() > 0) return false;
    // Only of constants does the outcome matter.
    const std::uint64_t index = batch.first + d.place;
    const Tally::Outcome outcome =
        subject.is_constant(index) ? judge.judged(subject.plan().input(index), result).outcome : Tally::Outcome::wrong;
    return may_hold_anything(subject, batch, d.place, launched.spread.width, outcome);
  });
}

}  // namespace

bool may_hold_anything(const Subject& subject, const Batch& batch, std::uint64_t place, int width, Tally::Outcome outcome) {
  if (subject.judge().results_of_vector() > 0) return false;
  const std::uint64_t index = batch.first + place;
  if (subject.judge().is_assumed_away(subject.plan().input(index)) || excuses(subject, batch, place, width)) return true;
  return subject.is_constant(index) && outcome == Tally::Outcome::undefined;
}

bool lost_a_store(const AnswerPacking& packing, Packed before, Packed now, const ResultBits& poisoned,
                  Tally::Outcome outcome) {
  const unsigned held = unwritten_components(packing, now, poisoned);
  const ResultBits then = packing.answer(before);
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    if ((held >> c & 1U) == 0 || then.at(c) == poisoned.at(c)) continue;
    const Type type = packing.types()[c];
    if (outcome == Tally::Outcome::wrong || (is_float(type) && format(type).is_nan(poisoned.at(c)))) return true;
    if (outcome == Tally::Outcome::undefined && width(type) >= kCertain) return true;
  }
  return false;
}

unsigned deciding_launches(const AnswerPacking& packing) {
  int narrowest = kCertain / 2;
  for (const Type type : packing.types()) narrowest = std::min(narrowest, width(type));
  return static_cast<unsigned>(kCertain / narrowest);
}

void Suspects::note(const Delivery& delivery, std::size_t width_index, std::span<const std::uint64_t> places) {
  if (places.empty()) return;
  all_.push_back({delivery.launched.batch, width_index, {places.begin(), places.end()}, left_by(delivery)});
}

void Suspects::settle(Asker& asker, const Subject& subject, Ledger& ledger) {
  const RealScope scope;
  for (const Suspect& s : all_) ledger.widths[s.width_index].unwritten += unwritten(s, asker, subject, ledger);
  all_.clear();
}

std::uint64_t Suspects::unwritten(const Suspect& s, Asker& asker, const Subject& subject, Ledger& ledger) {
  WidthRecord& record = ledger.widths[s.width_index];
  std::vector<Doubt> doubts;
  for (const std::uint64_t place : s.places) doubts.push_back({place, ~0U});
  for (unsigned attempt = 1; attempt < deciding_launches(subject.judge().packing()) && !doubts.empty(); ++attempt) {
    asker.submit(s.batch, subject.width(s.width_index), attempt);
    const Delivery delivery = asker.wait();
    if (attempt == 1) {
      judge_second(subject, delivery, s.left, record);
      keep_unwritten(doubts, subject, delivery.launched, s.left);
    } else {
      note_launch(delivery, record);
    }
    keep_unwritten(doubts, subject, delivery.launched, left_by(delivery));
  }
  return doubts.size();
}

}  // namespace classay
