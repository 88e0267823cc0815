// Tells where sums of products and of squares leave the range of a format on the way to a result (dot, cross, length,
// normalize), and whether a limit holds there.
#pragma once

#include <span>

#include "reference/judge/component.h"

namespace classay {

// max * max * (base + per_lane * lanes) * epsilon, exactly.
Real scaled_by_operands(const Call& call, const ScaledAbsolute& limit);

// Returns whether sums of products stay finite, whatever their order.
bool sums_in_range(const Question& q, const Format& f, const ScaledAbsolute& limit);

// Returns whether the limit holds. It does not where sums of products may overflow, or where a product may lose more than
// the limit by an underflow (A45).
bool has_steps_in_range(const Question& q, const Format& f, const ScaledAbsolute& limit);

// Returns whether the limit holds. For a sum "less than FLT_MIN" fast_normalize may return its argument (gives_itself); any
// other result must be within the limit (A72).
bool holds(const UlpByLanes& limit, const Question& q, const Format& f);

// Returns whether a component of length, distance or normalize was lost to an intermediate overflow or underflow, which
// their descriptions exclude (C2.0 2.5.1). `t` is a real number.
bool loses_range(const Question& q, const Format& f, Bits result, const Truth& t);

// Returns whether the results are the argument, and may be: "If the sum of squares is less than FLT_MIN then the
// implementation may return back p" (fast_normalize).
bool gives_itself(const Question& q, std::span<const Bits> results);

}  // namespace classay
