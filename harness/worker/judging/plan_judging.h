// Decides who judges a case: one table of judges in bulk, each with the sources of values that it takes. A case without such
// a judge is judged by the oracle, one result at a time.
//
//   range    one argument, every pattern (f16, f32): certified models, exact functions
//   runs     one argument varies (f16, f32): certified models of two arguments, functions that need no model
//   windows  one argument varies (f64): certified models of one and of two arguments
//   others   any inputs: functions that need no model; functions of one argument, one value at a time
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "reference/bulk/bulk_judge.h"
#include "reference/promise/arithmetic.h"
#include "suites/plan.h"
#include "suites/value_source.h"

namespace classay {

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

// The row, and the promise's rules, outlive the judge.
struct JudgedCase {
  const Row& row;
  Type format;
  int lanes;  // one of the widths that are alike
  const Promise& promise;
  const Arithmetic& arithmetic;
};

struct JudgePlan {
  std::string_view judge;
  ValueSource values = ValueSource::none;
  std::unique_ptr<BatchJudge> batch_judge;
};

// nullopt: each result is judged by itself.
std::optional<JudgePlan> plan_judging(const JudgedCase& c);

// The judges of the table. Each returns nullptr if it cannot judge by the promise, or in the arithmetic, of the case.
//
// One result with values of f16 or f32.
std::unique_ptr<BatchJudge> values_judge(const JudgedCase& c);
// One result of f64, in windows.
std::unique_ptr<BatchJudge> windows_judge(const JudgedCase& c);
// One result of f16 or f32 in modes that excuse arithmetic (relaxed, unsafe and finite math, no signed zeros). Results that
// are right by the strictest interpretation are right in all modes. Where nothing is promised of an argument or a value, the
// result is not checked. All other lanes go to the MPFR fallback.
std::unique_ptr<BatchJudge> excused_judge(const JudgedCase& c);
// Two results. The second result of fract, frexp, modf, lgamma_r and remquo is exact. If it is right, the first result is
// compared with its value. If it is wrong, the lane goes to the MPFR fallback. Both results of sincos have values, and the
// larger error decides.
std::unique_ptr<BatchJudge> two_results_judge(const JudgedCase& c);
// Exact functions of bit patterns (reference/bulk/exact_results.h) and conversions, which have no source of values. Results
// with the bits of the exact result are right without error; all others go to the MPFR fallback.
std::unique_ptr<BatchJudge> exact_judge(const JudgedCase& c);

// Returns the windows of a plan over f64 that have values; empty without a model.
RunMaker windows_for(const Row& row, Type format, std::uint64_t seed);

}  // namespace classay
