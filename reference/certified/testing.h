// A model against the oracle, for tests.
#pragma once

#include <string>

#include "reference/certified/model.h"

namespace classay::certified {

// How one value keeps what bulk/values.h promises.
struct Kept {
  bool open = false;    // nothing is promised
  double ratio = 0;     // error over bound; infinite where what is promised is of another kind
  std::string why;      // where the ratio is above 1
};

// `value` and `epsilon` at x, judged by an enclosure of the oracle's at 200 bits.
Kept kept(const Function& f, const Format& format, Bits x, double value, double epsilon);
// What the model says of x alone.
Kept kept(const Model& model, Bits x);

}  // namespace classay::certified
