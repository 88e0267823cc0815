// Judges the results for many f64 inputs by values in two parts with proven bounds, as bulk_judge.h does for f16 and f32.
// The tally equals that of judging each input with MPFR.
#pragma once

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/wide_values.h"

namespace classay {

class WideJudge {
 public:
  // The arguments are those of BulkJudge. Precondition: the promise is for f64.
  WideJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known = nullptr,
            const bulk::Loops* loops = nullptr);
  ~WideJudge();
  WideJudge(const WideJudge&) = delete;
  WideJudge& operator=(const WideJudge&) = delete;

  // Adds inputs with larger indices than the previous ones. Values identify an input by its number among these.
  void add(const WideValues& values, const BulkInputs& inputs);

  // Returns the tally of the added inputs. Call it once. Throws ValuesContradicted.
  BulkTally tally();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace classay
