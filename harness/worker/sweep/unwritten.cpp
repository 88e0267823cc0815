#include "harness/worker/sweep/unwritten.h"

#include <algorithm>

#include "harness/worker/sweep/batch_tally.h"

namespace classay {
namespace {

constexpr int kCertain = 32;  // bits that equal a pattern only if they are the pattern

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

}  // namespace classay
