// Defines the truth of a call: an enclosure of the exact mathematical value for each component of its result. The judge, the
// command line and the tests know a function only by its truths.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/number/interval.h"
#include "reference/number/type.h"
#include "reference/truth/call.h"

namespace classay {

struct Truth {
  enum class Kind : std::uint8_t {
    real,      // a real number in `value`; `negative` is the sign of the zero when the value is exactly zero
    infinite,  // an exact infinity (a pole, or infinite arguments), with sign `negative`
    nan,       // not a number
    integer,   // an integer result, pattern in `integer`
    any,       // the specifications do not define this component for these arguments
  };
  Kind kind = Kind::nan;
  bool negative = false;
  Bits integer = 0;
  std::optional<Interval> value;  // kind real
  // Defined by the description of the builtin, so that a missing limit does not excuse a different value: w of cross.
  bool is_prescribed = false;
  bool is_quiet = false;  // a NaN that must be quiet: nan(code)

  // Returns whether the value is proven to be exactly low == high.
  bool is_exact() const { return kind != Kind::real || value->is_point(); }
  bool is_zero() const { return kind == Kind::real && value->is_point() && value->low.is_zero(); }

  static Truth not_a_number() { return {}; }
  static Truth quiet_nan() { return {.value = {}, .is_quiet = true}; }
  static Truth anything() { return {.kind = Kind::any, .value = {}}; }
  static Truth infinity(bool negative) { return {.kind = Kind::infinite, .negative = negative, .value = {}}; }
  static Truth zero(bool negative);
  static Truth of_integer(Value v) { return {.kind = Kind::integer, .integer = v.bits, .value = {}}; }
  static Truth of_real(Interval v);          // finite; an infinite end means "beyond the range of RealScope"
  static Truth of(const Real& x);            // an exact result: NaN, infinity, signed zero or a number
  static Truth of(const Format& f, Bits b);  // an exact result given as a pattern
};

// Returns the correctly rounded pattern of a component if the enclosure decides it; nullopt requests more precision. Kinds
// integer and any are not rounded: integer returns its pattern, any returns nullopt.
std::optional<Bits> rounded(const Format& f, const Truth& t, Rounding mode);
std::optional<Bits> rounded(Type type, const Truth& t, Rounding mode);  // integer types: nullopt if t is not an integer

// The precision doubles from the first to the last, and then the result is undecided. The first is far above that of f64.
inline constexpr Precision kFirstPrecision = 128;
inline constexpr Precision kLastPrecision = Precision{1} << 16;

// Refines (Ziv) until every component can be rounded in every mode. Throws Undecided if kLastPrecision is not enough.
std::vector<Truth> evaluate_rounded(Evaluate f, const Call& call, std::span<const Type> result_types);

class Undecided : public std::exception {
 public:
  const char* what() const noexcept override { return "undecided at the largest working precision"; }
};

}  // namespace classay
