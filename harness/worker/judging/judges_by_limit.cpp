#include "harness/worker/judging/judges_by_limit.h"

#include <algorithm>
#include <cmath>

namespace classay {

Step absolute_step(double largest, const Format& f) {
  return kAbsolute + (std::isnan(largest) ? 0 : std::clamp(std::ilogb(largest), f.emin(), 0));
}

BulkJudge& JudgesByLimit::of(Step step) {
  const auto [at, is_new] = all_.try_emplace(step);
  if (is_new) {
    at->second.promise = promise_of(step);
    at->second.judge = std::make_unique<BulkJudge>(at->second.promise, slow_, known_);
  }
  return *at->second.judge;
}

BulkTally JudgesByLimit::tally() {
  BulkTally sum;
  for (auto& [step, one] : all_) {
    const BulkTally own = one.judge->tally();
    sum.tally.merge(own.tally);
    sum.asked_slowly += own.asked_slowly;
  }
  return sum;
}

BulkPromise JudgesByLimit::promise_of(Step step) const {
  BulkPromise promise = promise_;
  const bool is_absolute = step <= kAbsolute;
  promise.limit += is_absolute ? 0 : step;
  if (is_absolute) promise.limit = std::ldexp(absolute_, promise.format.fraction_bits() + kAbsolute - step);
  if (is_absolute || step == kMostSteps) promise.has_other_ways = true;
  return promise;
}

}  // namespace classay
