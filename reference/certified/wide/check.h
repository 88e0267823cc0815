// A wide model against the oracle: for tests and figures.
#pragma once

#include "reference/certified/check.h"
#include "reference/certified/wide/model.h"

namespace classay::certified {

// How one value keeps what wide.h promises, judged by an enclosure of the oracle's at 250 bits.
Kept wide_kept(const Function& f, Bits x, const WideValue& value);

// The worst of a block: `each` of its inputs, the outermost of a window among them.
struct WideKept {
  Kept worst;
  std::size_t judged = 0;
  std::size_t open = 0;
};
WideKept wide_kept(const WideModel& model, const WideBlock& block, std::size_t each);

}  // namespace classay::certified
