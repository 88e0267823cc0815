// Where the values of a builtin come from when its results are judged in bulk: the one place that knows who has them, and
// for which parts of a plan. (Of exact functions of patterns: exact_judge.h.)
//
//   range    one argument, every pattern (f16, f32): certified models, exact functions
//   runs     one argument varies (f16, f32): certified models of two arguments, functions that need no model
//   windows  one argument varies (f64): certified models of one argument and of two
//   others   inputs as they come: functions that need no model, and one argument, a value at a time
#pragma once

#include <memory>

#include "reference/bulk/bulk_judge.h"
#include "suites/plan.h"

namespace classay {

class PartValues;

// Judges the results of consecutive inputs of a plan, all at once.
class BatchJudge {
 public:
  virtual ~BatchJudge() = default;

  // Are there values for all inputs of the segment?
  virtual bool knows(const Segment& segment) const = 0;

  // The tally of inputs first, first + 1, ... of the plan with these results, or what has to be merged with `known` to be
  // that (bulk_judge.h). Thread-safe. Precondition: their segments are known.
  virtual BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                          const Tally* known) const = 0;
};

// By values with bounds. nullptr: nobody knows any.
std::unique_ptr<BatchJudge> batch_judge(const Row& row, Type type, const BulkPromise& promise);

// Of a function of one argument, at every pattern of f16 or f32; nullptr: nobody knows any.
std::unique_ptr<Values> line_values(const Row& row, Type type);

// Of f16 and f32, whoever has them; nullptr: nobody knows any.
std::unique_ptr<PartValues> narrow_values(const Row& row, Type type);

// The windows of a plan over f64, in which there are values; none where there is no model.
RunMaker windows_for(const Row& row, Type format, std::uint64_t seed);

}  // namespace classay
