// Judges the results for many f64 inputs by values in two parts with proven bounds, as bulk_judge.h does for f16 and f32,
// and makes the tally that judging them one by one would make.
#pragma once

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/wide_values.h"

namespace classay {

class WideJudge {
 public:
  // As BulkJudge's. Precondition: the promise is of f64.
  WideJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known = nullptr,
            const bulk::Loops* loops = nullptr);
  ~WideJudge();
  WideJudge(const WideJudge&) = delete;
  WideJudge& operator=(const WideJudge&) = delete;

  // Inputs with larger indices than those before; values know them by their number among these.
  void add(const WideValues& values, const BulkInputs& inputs);

  // What has been added, once. Throws ValuesContradicted.
  BulkTally tally();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace classay
