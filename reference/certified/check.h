// Compares a model with the oracle and with other models, for tests and for the figures of `classay bench --reference`.
#pragma once

#include <array>
#include <string>

#include "reference/certified/narrow/model.h"
#include "reference/certified/pairs/model.h"

namespace classay::certified {

// How well one value keeps the guarantees of bulk/values.h.
struct Kept {
  bool open = false;  // nothing is guaranteed
  double ratio = 0;   // error / bound; infinite if the kind of the value is wrong
  std::string why;    // set if the ratio is above 1
};

// Checks `value` and `epsilon` for a call, against the function's first result. `why` contains `name`.
Kept kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, double value, double epsilon);
// Checks `value` and `epsilon` at x against an enclosure of the oracle at 200 bits.
Kept kept(const Function& f, const Format& format, Bits x, double value, double epsilon);
// Returns whether |f| and |value| are in the same gap between multiples of half a spacing (Known::same_gap), at 640 bits.
bool is_in_gap_of(double value, const Format& format, Evaluate f, std::span<const Value> arguments);
// Checks the model at x alone.
Kept kept(const Model& model, Bits x);
Kept kept(const PairModel& model, Bits varied);

// Returns the arguments of a call of a function of two arguments; `varied` is the one that varies.
std::array<Value, 2> arguments(const PairFunction& f, Type type, Varies varies, Bits fixed, Bits varied);

// The distance between two models of a function, as a share of the sum of their bounds.
struct Disagreement {
  double ratio = 0;  // infinite if only one model has a value
  Bits at = 0;
  std::size_t compared = 0;
};
// Compares about `count` inputs, in runs spread over all patterns, or all inputs.
Disagreement disagreement(const Model& a, const Model& b, std::size_t count);
// Compares a run that both sources cover.
Disagreement disagreement(const Values& a, const Values& b, PatternRun run);

}  // namespace classay::certified
