// A model against the oracle, and against another model: for tests, and for the figures of `classay bench --reference`.
#pragma once

#include <array>
#include <string>

#include "reference/certified/narrow/model.h"
#include "reference/certified/pairs/model.h"

namespace classay::certified {

// How one value keeps what bulk/values.h promises.
struct Kept {
  bool open = false;  // nothing is promised
  double ratio = 0;   // error over bound; infinite where what is promised is of another kind
  std::string why;    // where the ratio is above 1
};

// `value` and `epsilon` for a call, by the function's first result; `name` is for `why`.
Kept kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, double value, double epsilon);
// `value` and `epsilon` at x, judged by an enclosure of the oracle's at 200 bits.
Kept kept(const Function& f, const Format& format, Bits x, double value, double epsilon);
// Is |f| in the same gap between multiples of half a spacing as |value| (Known::same_gap), for all that 640 bits show?
bool is_in_gap_of(double value, const Format& format, Evaluate f, std::span<const Value> arguments);
// What the model says of x alone.
Kept kept(const Model& model, Bits x);
Kept kept(const PairModel& model, Bits varied);

// A call of a function of two arguments of the type, `varied` being the one that varies.
std::array<Value, 2> arguments(const PairFunction& f, Type type, Varies varies, Bits fixed, Bits varied);

// How far two models of a function lie apart, as a share of what their bounds allow together.
struct Disagreement {
  double ratio = 0;  // infinite where one has a value and the other none
  Bits at = 0;
  std::size_t compared = 0;
};
// Over about `count` inputs, in runs spread over all patterns, or over all of them.
Disagreement disagreement(const Model& a, const Model& b, std::size_t count);
// Over a run that both hold.
Disagreement disagreement(const Values& a, const Values& b, PatternRun run);

}  // namespace classay::certified
