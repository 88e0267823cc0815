// What values of the certified reference cost, for `classay bench --reference`.
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
  bool is_whole = false;   // these are all inputs
  std::uint64_t open = 0;  // no value: for the slower tiers
  double judge_ns = 0;     // judging what a device that rounds correctly answers, values and oracle included
  double worst = 0;        // error over bound among the samples
  std::size_t samples = 0;
  double mpfr_ns = 0;
  double arb_ns = 0;  // of f64: of a value by itself, to 2^-76
  double per_input_ns() const { return (build_seconds + evaluate_seconds) * 1e9 / static_cast<double>(inputs); }
};

// Seconds of this thread's processor time.
template <class Work>
double seconds_of(Work work) {
  const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  work();
  return processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
}

// The same function by Arb alone.
arb::Function arb_function(std::string_view name);

// Of f16 and f32, by runs of 2^16 inputs in which one argument stays: whole lines of f16.
ReferenceCost pair_cost(const certified::PairFunction& function, Type type, std::size_t samples);
// Of f64, by blocks of the function's plan.
ReferenceCost wide_cost(const certified::Function& function, std::size_t samples);
ReferenceCost wide_cost(const certified::PairFunction& function, std::size_t samples);

}  // namespace classay
