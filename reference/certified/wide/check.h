// Compares f64 models with the oracle, for tests and figures.
#pragma once

#include "reference/certified/check.h"
#include "reference/certified/wide/model.h"
#include "reference/certified/wide/pair_model.h"

namespace classay::certified {

// How well one value keeps the guarantees of block.h, according to an enclosure of the oracle at 250 bits.
Kept wide_kept(const Function& f, Bits x, const WideValue& value);

// Does the same for a call; `why` contains its name.
Kept wide_kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, const WideValue& value);

// The worst result of a block: of `each` inputs, including the outermost of a window.
struct WideKept {
  Kept worst;
  std::size_t judged = 0;
  std::size_t open = 0;
};
WideKept wide_kept(const WideModel& model, const WideBlock& block, std::size_t each);
WideKept wide_kept(const WidePairModel& model, const WidePairBlock& block, std::size_t each);

}  // namespace classay::certified
