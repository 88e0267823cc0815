// Holds judges for one promise whose limit depends on arguments or values, one judge per limit.
#pragma once

#include <map>
#include <memory>

#include "reference/bulk/bulk_judge.h"

namespace classay {

// Added to the limit in ulp. For an absolute limit: kAbsolute plus the binade of the largest value, which is at most 0. In
// that binade the tolerance is the smallest number of ulp; in smaller binades it is at least as many.
using Step = int;
inline constexpr Step kAbsolute = -1;
// A growing limit reaches this step only where results overflow or underflow; larger steps are not distinguished.
inline constexpr Step kMostSteps = 300;

Step absolute_step(double largest, const Format& f);

class JudgesByLimit {
 public:
  // `absolute`: the limit, where it is absolute. The references must outlive these judges.
  JudgesByLimit(const BulkPromise& promise, double absolute, const SlowJudge& slow, const Tally* known)
      : promise_(promise), absolute_(absolute), slow_(slow), known_(known) {}

  BulkJudge& of(Step step);
  BulkTally tally();

 private:
  struct One {
    BulkPromise promise;
    std::unique_ptr<BulkJudge> judge;
  };

  BulkPromise promise_of(Step step) const;

  const BulkPromise& promise_;
  double absolute_;
  const SlowJudge& slow_;
  const Tally* known_;
  std::map<Step, One> all_;
};

}  // namespace classay
