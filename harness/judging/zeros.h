// What a zero among the arguments of a function makes of it.
#pragma once

#include <array>
#include <optional>

#include "harness/judging/sufficient_limit.h"
#include "suites/row.h"

namespace classay {

// Does a zero of the other sign make another number, as of copysign and atan2?
bool heeds_signs_of_zeros(const Row& row);

// Of one argument: is it infinite at both zeros?
bool has_poles_at_zeros(const Row& row, Type format);

// Of one argument, where the limit says it: no result but those from the one to the other is right for a zero.
std::optional<std::array<double, 2>> right_for_zeros(const Row& row, Type format, const SufficientLimit& limit);

}  // namespace classay
