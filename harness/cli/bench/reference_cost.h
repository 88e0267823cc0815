// Measures the cost per value of the certified reference, for `classay bench --reference`.
#pragma once

#include <cstdint>
#include <ctime>
#include <string>

#include "reference/arb/functions.h"
#include "reference/certified/function/function.h"
#include "reference/certified/pairs/function.h"
#include "reference/cpu/processor_time.h"

namespace classay {

struct ReferenceCost {
  std::string name;
  double build_seconds = 0;
  double evaluate_seconds = 0;
  std::uint64_t inputs = 0;
  bool is_whole = false;   // all inputs were measured
  std::uint64_t open = 0;  // no value: left to the slower tiers
  double judge_ns = 0;     // judging correctly rounded results, including values and oracle
  double worst = 0;        // largest ratio of error to bound among the samples
  std::size_t samples = 0;
  double mpfr_ns = 0;
  double arb_ns = 0;  // f64: one value alone, to 2^-76
  double per_input_ns() const { return (build_seconds + evaluate_seconds) * 1e9 / static_cast<double>(inputs); }
};

template <class Work>
double seconds_of(Work work) {
  const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  work();
  return processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
}

// The same function evaluated by Arb alone.
arb::Function arb_function(std::string_view name);

// f16 and f32: ranges of 2^16 inputs with one argument fixed; for f16 that is all inputs of a line.
ReferenceCost pair_cost(const certified::PairFunction& function, Type type, std::size_t samples);
// f64: blocks of the function's plan.
ReferenceCost wide_cost(const certified::Function& function, std::size_t samples);
ReferenceCost wide_cost(const certified::PairFunction& function, std::size_t samples);

}  // namespace classay
