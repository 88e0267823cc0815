// Summarises results of second launches that differ from those of the first (second_launch.h). The tally, with all counts,
// histograms and samples of a result, contains first launches only.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/worker/lanes/answer_packing.h"

namespace classay {

struct SecondResults {
  // Inputs whose two values differ where a value is specified. All NaNs are the same value, whatever their bits.
  std::uint64_t differing = 0;
  // Inputs with a wrong result that the first launch did not give.
  std::uint64_t wrong = 0;
  // The first wrong input; if there are none, the first that differs. For a builtin across lanes, one element of the result.
  std::uint64_t index = 0;            // number of the input in the plan
  std::optional<ResultBits> first{};  // nullopt: the bits of the first launch are not kept
  ResultBits second{};
  bool operator==(const SecondResults&) const = default;
};

}  // namespace classay
