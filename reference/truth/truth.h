// What is true of one call: for each component of its result the exact mathematical value, enclosed. This is the only
// thing that the judge, the command line and the tests know of a function.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/number/interval.h"
#include "reference/number/type.h"

namespace classay {

// One call of a builtin. Arguments stand lane by lane, argument by argument: dot of two float2 is {a.x, a.y, b.x, b.y}.
struct Call {
  Type type = Type::f32;  // the element type that names the overload: "f32" of sin f32
  int lanes = 1;          // vector width of builtins that are not element by element (geometric, shuffle, any, all)
  std::span<const Value> args;
  // Conversions and stores of half only:
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
  std::optional<Rounding> step = std::nullopt;  // of the first of two steps (TypeInfo::through), where not as the second
};

struct Truth {
  enum class Kind : std::uint8_t {
    real,      // a real number in `value`; `negative` is the sign of the zero when the value is exactly zero
    infinite,  // an exact infinity (a pole, or infinite arguments), with sign `negative`
    nan,       // no number
    integer,   // an integer result, pattern in `integer`
    any,       // the documents leave this component open for these arguments
  };
  Kind kind = Kind::nan;
  bool negative = false;
  Bits integer = 0;
  std::optional<Interval> value;  // kind real
  // Named by the description of the builtin, so that no limit excuses another: w of cross.
  bool is_prescribed = false;
  bool is_quiet = false;  // a NaN that is named a quiet one: nan(code)

  // Proven to be exactly the one number low == high.
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

// The truth of a call at a working precision: one entry for each component of each result, results one after the other.
// A larger precision gives a tighter enclosure; when a component is exact at some precision it is recognised as exact.
// Holds no state; the caller holds a RealScope.
using Evaluate = std::vector<Truth> (*)(const Call&, Precision);

// The correctly rounded pattern of a component if the enclosure decides it; nullopt asks for more precision.
// Kinds integer and any have no rounding: integer gives its pattern, any gives nullopt.
std::optional<Bits> rounded(const Format& f, const Truth& t, Rounding mode);
std::optional<Bits> rounded(Type type, const Truth& t, Rounding mode);  // of an integer type, nullopt where t is no integer

// Precisions that a question is tried at before it is given up as undecided: 2x each, from well above f64.
inline constexpr Precision kFirstPrecision = 128;
inline constexpr Precision kLastPrecision = Precision{1} << 16;

// Refines (Ziv) until every component can be rounded in every mode. Throws Undecided if kLastPrecision is not enough.
std::vector<Truth> evaluate_rounded(Evaluate f, const Call& call, std::span<const Type> result_types);

class Undecided : public std::exception {
 public:
  const char* what() const noexcept override { return "undecided at the largest working precision"; }
};

}  // namespace classay
