// The limit of formats whose operations are those of single precision, rounded once more (ThroughFloat, limit.h).
#pragma once

#include <optional>

#include "reference/judge/component.h"

namespace classay {

// Is the result one that such an operation may give, whose exact value is the real number `t`? nullopt: the enclosure does
// not tell.
std::optional<bool> is_through_float(const Question& q, const Format& f, Bits result, const Truth& t,
                                     const ThroughFloat& limit);

}  // namespace classay
