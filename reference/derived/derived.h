// Derived implementations of relaxed math (limit.h, Derived; design/judging "Relaxed math"): all results that the expression
// of a table can produce when each of its steps is anywhere within that step's own limit, enclosed. What lies outside is
// proven not to come from the derivation. The caller holds a RealScope.
//
// A step is rounded to the format. Sums and products are correctly rounded, alone or contracted to an fma; a division
// has the limit of "recip" when its numerator is the literal 1, else of "div"; other steps that of their own name. M_PI_F is
// either neighbour of pi. With Arithmetic::flushes every subnormal operand or result may become zero. Where the
// limit of a step promises nothing, its result is anything.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/derived/reach.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/limit.h"
#include "reference/truth/truth.h"

namespace classay {

namespace derived {
struct Parsed;
}

// The limit of each step in the same table. A row's Promise has both members.
struct Steps {
  Limit (*limit_of)(std::string_view builtin, const void* context) = nullptr;
  const void* context = nullptr;
};

// What the derivation can produce under one reading of the document.
struct Reading {
  std::string name;  // "" when there is only one way to read it
  Reach reach;
  // A step before the last may give an infinity or a NaN, which -cl-finite-math-only leaves undefined.
  bool leaves_finite = false;
  // A step has operands of which its limit promises nothing, all outside its domain, and gives anything.
  bool is_unlimited = false;
};

// The limit of implementations that are not derived.
std::optional<Limit> otherwise_of(const Derived& limit);

class Derivation {
 public:
  // Throws std::invalid_argument with a caret under the place when the text does not parse. The text outlives this object.
  explicit Derivation(const Derived& limit);

  // Is anything promised for these arguments, and if so, does the limit of non-derived implementations hold for them?
  bool is_defined(const Call& call) const;
  bool has_otherwise(const Call& call) const;

  // One entry for each way to read the document; none when no form covers the arguments. A result is right when it lies in
  // any. Where a step has operands of which its limit promises nothing, it gives nothing in the entry, and a second one,
  // `is_unlimited`, has anything in its place.
  std::vector<Reading> readings(const Call& call, const Steps& steps, const Arithmetic& arithmetic, Precision p) const;

 private:
  std::shared_ptr<const derived::Parsed> parsed_;
};

}  // namespace classay
