// Selects the source of a builtin's values for judging in bulk, and the parts of a plan that have values. (Exact functions
// of bit patterns are in exact_judge.h.)
//
//   range    one argument, every pattern (f16, f32): certified models, exact functions
//   runs     one argument varies (f16, f32): certified models of two arguments, functions that need no model
//   windows  one argument varies (f64): certified models of one and of two arguments
//   others   any inputs: functions that need no model; functions of one argument, one value at a time
#pragma once

#include <memory>

#include "reference/bulk/bulk_judge.h"
#include "suites/plan.h"

namespace classay {

class PartValues;

// Judges the results of consecutive inputs of a plan in bulk.
class BatchJudge {
 public:
  virtual ~BatchJudge() = default;

  // Returns whether there are values for all inputs of the segment.
  virtual bool knows(const Segment& segment) const = 0;

  // Returns the tally of inputs first, first + 1, ... of the plan with these results, or the part of it that is to be merged
  // with `known` (bulk_judge.h). Thread-safe. Precondition: knows() their segments.
  virtual BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                          const Tally* known) const = 0;
};

// Judges by values with bounds. nullptr: there are no values.
std::unique_ptr<BatchJudge> batch_judge(const Row& row, Type type, const BulkPromise& promise);

// For a function of one argument, at every pattern of f16 or f32; nullptr: there are no values.
std::unique_ptr<Values> line_values(const Row& row, Type type);

// For f16 and f32, from any source; nullptr: there are no values.
std::unique_ptr<PartValues> narrow_values(const Row& row, Type type);

// Returns the windows of a plan over f64 that have values; empty without a model.
RunMaker windows_for(const Row& row, Type format, std::uint64_t seed);

}  // namespace classay
