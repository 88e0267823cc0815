// From what kernels store, an output for each component, to one element a lane (answer_form.h).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/sweep/answer_form.h"
#include "harness/sweep/lanes.h"

namespace classay {

// `strides`: elements from a work-item to the next, in the output of each component.
void pack(const AnswerForm& form, const Spread& spread, std::span<const std::span<const std::byte>> outputs,
          std::span<const std::uint64_t> strides, std::vector<std::byte>& packed);

}  // namespace classay
