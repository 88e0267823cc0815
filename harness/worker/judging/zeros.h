// Describes how functions treat zeros among their arguments.
#pragma once

#include <array>
#include <optional>

#include "harness/worker/judging/sufficient_limit.h"
#include "suites/row.h"

namespace classay {

// Returns whether the sign of a zero changes a nonzero result, as for copysign and atan2.
bool heeds_signs_of_zeros(const Row& row);

// For one argument: returns whether the function is infinite at both zeros.
bool has_poles_at_zeros(const Row& row, Type format);

// For one argument, if the limit determines it: the range outside of which a result for a zero is wrong.
std::optional<std::array<double, 2>> right_for_zeros(const Row& row, Type format, const SufficientLimit& limit);

}  // namespace classay
