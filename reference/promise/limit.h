// Defines the limits that a specification can state for a result, as types. A Limit is data: it prints itself, and the judge
// (judge.h) applies it. Numbers are constants of the specifications, never measured, and exact in a double.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace classay {

// Nothing is stated for the cell: the builtin or format is not in the table of that document.
struct Unstated {};
// "Implementation-defined", "any value allowed", "undefined ulp": only prescribed values can fail.
struct ImplementationDefined {};
// "Correctly rounded", in the device's rounding mode for the format.
struct CorrectlyRounded {};
// "0 ulp": the exact result, which is representable.
struct Exact {};
// Error at most `n` ulp.
struct Ulp {
  double n;
};
// base + per_lane * n ulp for vector width n: length, distance, normalize. The fast forms square in the format itself, so
// with `squares_in_range` nothing is promised where the sum of squares is above the largest finite number or below the
// smallest normal one.
struct UlpByLanes {
  double base;
  double per_lane;
  bool squares_in_range = false;
};
// base + floor(|2 x|) ulp: relaxed exp and exp2.
struct ExpRelaxed {
  double base;
};
// |error| at most `tolerance`, everywhere. (A decimal tolerance is the double just above it.)
struct Absolute {
  double tolerance;
};
// max * max * (base + per_lane * n) * epsilon, max being the largest magnitude among the operands: cross, dot.
struct ScaledAbsolute {
  double base;
  double per_lane;
  double epsilon;
};
// |error| at most `tolerance` for the argument in [low, high]; outside `outside_ulp`, or nothing when that is NaN. (A bound
// of pi is the double below it: no number of a narrower format lies between.)
struct AbsoluteOn {
  double low;
  double high;
  double tolerance;
  double outside_ulp = std::numeric_limits<double>::quiet_NaN();
  double largest = std::numeric_limits<double>::infinity();  // magnitude of an exact value there: a power of two
};
// At most `n` ulp when every argument lies in [low, high], or every magnitude does; nothing is promised outside: half_sin,
// relaxed division.
struct UlpOn {
  double n;
  double low;
  double high;
  bool of_magnitudes = false;
};
// A correctly rounded fma, or a multiplication and an addition that are both correctly rounded: mad, contraction.
struct FmaOrTwoRoundings {};
// A multiplication and an addition that are both correctly rounded: an expression that must not be contracted.
struct TwoRoundings {};
// A result of single precision, at most `ulps` of that format from the exact value (0.5: correctly rounded), rounded once
// more: to nearest even or toward zero. (SPV_KHR_bfloat16, FP Encoding.)
struct ThroughFloat {
  double ulps;
};
// A result that an expression of other operations can produce, each step at its own limit. `otherwise_ulp` and
// `otherwise_absolute` are the limits for implementations that are not derived (NaN: none). `forms` is one or more
// "condition: expression", separated by ";". A single form has no condition. Two lists joined by "or" are two
// interpretations. `defined` is the domain ("": everywhere), `otherwise_where` the part of it on which `otherwise_ulp`
// holds, `arguments` their names in the order of the call. Grammar: reference/derived/parser.h.
struct Derived {
  std::string_view forms;
  double otherwise_ulp = std::numeric_limits<double>::quiet_NaN();
  std::string_view defined = "";
  std::string_view arguments = "x, y";
  std::string_view otherwise_where = "";
  double otherwise_absolute = std::numeric_limits<double>::quiet_NaN();  // in place of ulp
  bool is_otherwise_poor = false;  // another document's: what only it allows is `poor` (judge.h)
};

using Limit = std::variant<Unstated, ImplementationDefined, CorrectlyRounded, Exact, Ulp, UlpByLanes, ExpRelaxed, Absolute,
                           ScaledAbsolute, AbsoluteOn, UlpOn, FmaOrTwoRoundings, TwoRoundings, ThroughFloat, Derived>;

std::string text(const Limit& limit);             // "<= 4 ulp", "correctly rounded", "<= 2^-11 absolute on [-pi, pi]"
bool operator==(const Limit& a, const Limit& b);  // same promise; NaN (nothing is promised) equals itself

}  // namespace classay
