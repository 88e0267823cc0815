// Computes one rounded step of a derivation: from the exact image of its operands to the results that its limit allows.
#pragma once

#include <array>
#include <span>

#include "reference/derived/image.h"
#include "reference/derived/reach.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/limit.h"

namespace classay::derived {

// The settings of all steps of one evaluation.
struct Setting {
  Format format;
  Arithmetic arithmetic;
  Precision precision;
  // If a limit promises nothing for a step's operands, the step has any result (true) or none (false).
  bool with_unlimited = true;
};

// Returns an operand as a step may see it, or a result as it may return it: subnormals, or zeros in their place.
Reach flushed(const Setting& s, const Reach& r);

// Correctly rounded operations.
Reach add(const Setting& s, const Reach& a, const Reach& b);
Reach multiply(const Setting& s, const Reach& a, const Reach& b);
Reach fused(const Setting& s, const Reach& a, const Reach& b, const Reach& c);  // fma(a, b, c)
// Returns a real number in the format, with any rounding that a compiler may use for constants.
Reach constant(const Setting& s, const Interval& exact);

struct Result {
  Reach reach;
  bool is_unlimited = false;  // the limit promises nothing for the operands
};

// Applies a function or "/" with a limit that is not Derived. Throws std::invalid_argument if a step cannot have the limit.
Result apply(const Setting& s, std::string_view step, std::span<const Reach> operands, const Limit& limit);

}  // namespace classay::derived
