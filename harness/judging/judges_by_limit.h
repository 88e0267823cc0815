// Judges of one promise whose limit is another for some arguments or values, each with a limit of its own.
#pragma once

#include <map>
#include <memory>

#include "reference/bulk/bulk_judge.h"

namespace classay {

// What is added to the limit in ulp; or, where it is absolute, kAbsolute less the halvings from 1 to the binade of the
// largest value: in that one it is fewest ulp, and as many are right in smaller ones.
using Step = int;
inline constexpr Step kAbsolute = -1;
// The limit that grows has grown so far where results over- and underflow; beyond, it is not looked at.
inline constexpr Step kMostSteps = 300;

Step absolute_step(double largest, const Format& f);

class JudgesByLimit {
 public:
  // `absolute`: what a limit is where it is absolute. The others outlive these judges.
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
