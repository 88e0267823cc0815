// One rounded step of a derivation: from the exact image of its operands to the floating-point results that its limit
// allows.
#pragma once

#include <array>
#include <span>

#include "reference/derived/image.h"
#include "reference/derived/reach.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/limit.h"

namespace classay::derived {

// What all steps of one evaluation share.
struct Setting {
  Format format;
  Arithmetic arithmetic;
  Precision precision;
  // Where a limit promises nothing of the operands that a step has: is its result anything, or is there none?
  bool with_unlimited = true;
};

// An operand as a step may see it, or a result as it may hand it on: subnormals, and zeros in their place.
Reach flushed(const Setting& s, const Reach& r);

// Correctly rounded operations.
Reach add(const Setting& s, const Reach& a, const Reach& b);
Reach multiply(const Setting& s, const Reach& a, const Reach& b);
Reach fused(const Setting& s, const Reach& a, const Reach& b, const Reach& c);  // fma(a, b, c)
// The real number, in the format, by whatever rounding a compiler uses for constants.
Reach constant(const Setting& s, const Interval& exact);

struct Result {
  Reach reach;
  bool is_unlimited = false;  // nothing is promised of the operands
};

// A function or "/" at a limit that is not Derived. Throws std::invalid_argument for a limit that no step can have.
Result apply(const Setting& s, std::string_view step, std::span<const Reach> operands, const Limit& limit);

}  // namespace classay::derived
