// Wide models against the oracle: for tests and figures.
#pragma once

#include "reference/certified/check.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/pair_model.h"

namespace classay::certified {

// How one value keeps what block.h promises, judged by an enclosure of the oracle's at 250 bits.
Kept wide_kept(const Function& f, Bits x, const WideValue& value);

// The same of a call, whose name is for `why`.
Kept wide_kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, const WideValue& value);

// The worst of a block: `each` of its inputs, the outermost of a window among them.
struct WideKept {
  Kept worst;
  std::size_t judged = 0;
  std::size_t open = 0;
};
WideKept wide_kept(const WideModel& model, const WideBlock& block, std::size_t each);
WideKept wide_kept(const WidePairModel& model, const WidePairBlock& block, std::size_t each);

}  // namespace classay::certified
