// Rounds the truth of a call, for callers that need no enclosure: it does not include MPFR's header.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/truth/call.h"

namespace classay {

// Returns the correctly rounded pattern of each component; nullopt: any result is right, or the truth of
// a component with an integer type is not an integer. Throws Undecided (truth.h).
std::vector<std::optional<Bits>> rounded_results(Evaluate f, const Call& call, std::span<const Type> result_types,
                                                 Rounding mode);

}  // namespace classay
