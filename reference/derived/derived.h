// Computes the reach of derived implementations of relaxed math (limit.h, Derived). The reach encloses all results of a
// table's expression if each step is within its own limit. A result outside of it provably does not come from the
// derivation. The caller holds a RealScope.
//
// Each step is rounded to the format. Sums and products are correctly rounded, alone or contracted to an fma. A division has
// the limit of "recip" if its numerator is the literal 1, and otherwise of "div". Other steps have the limits of their own
// names. M_PI_F is either neighbour of pi. With Arithmetic::flushes, every subnormal operand or result may become zero. If
// the limit of a step promises nothing, its result is anything.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/derived/reach.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/limit.h"
#include "reference/truth/call.h"

namespace classay {

namespace derived {
struct Parsed;
}

// Returns the limit of each step in the same table. A row's Promise has both members.
struct Steps {
  Limit (*limit_of)(std::string_view builtin, const void* context) = nullptr;
  const void* context = nullptr;
};

// The results of a derivation under one interpretation of the specification.
struct Interpretation {
  std::string name;  // "" if there is only one interpretation
  Reach reach;
  // A step before the last may return an infinity or a NaN, which -cl-finite-math-only leaves undefined.
  bool leaves_finite = false;
  // All operands of a step are outside the domain of its limit, so that its result is anything.
  bool is_unlimited = false;
};

// Returns the limit of implementations that are not derived.
std::optional<Limit> otherwise_of(const Derived& limit);

class Derivation {
 public:
  // Throws std::invalid_argument with a caret at the error if the text does not parse. The text must outlive this object.
  explicit Derivation(const Derived& limit);

  // Return whether anything is promised for these arguments, and whether the limit of non-derived implementations applies.
  bool is_defined(const Call& call) const;
  bool has_otherwise(const Call& call) const;

  // Returns one entry per interpretation of the specification; none if no form covers the arguments. A result is right if it
  // is in any entry. A step whose limit promises nothing for its operands has no result in the first entry, and any result
  // in a second entry with `is_unlimited`.
  std::vector<Interpretation> interpretations(const Call& call, const Steps& steps, const Arithmetic& arithmetic,
                                              Precision p) const;

 private:
  std::shared_ptr<const derived::Parsed> parsed_;
};

}  // namespace classay
