#include "reference/derived_subjects.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace classay::testing {
namespace {

using Result = std::optional<Bits>;
using Arguments = std::span<const Value>;

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kOtherwise = 8192;

constexpr Derived kTan{.forms = "sin(x) * (1.0f / cos(x))", .otherwise_ulp = kOtherwise};
constexpr Derived kAtan2{.forms =
                             "x > 0: atan(y / x); x < 0 and y > 0: atan(y / x) + M_PI_F; "
                             "x < 0 and y < 0: atan(y / x) - M_PI_F",
                         .otherwise_ulp = kOtherwise,
                         .arguments = "y, x"};
constexpr Derived kRootn{.forms =
                             "x > 0 and y != 0: exp2(log2(x) / y); x < 0 and y is odd: -exp2(log2(-x) / y); "
                             "x = 0 and y > 0: 0",
                         .otherwise_ulp = kOtherwise,
                         .defined = "x > 0 and y != 0 or x < 0 and y is odd or x = 0 and y > 0"};

int compared(const Simulator& m, Bits b, double d) {
  if (m.format().is_nan(b)) return 2;  // neither less, nor equal, nor greater
  return mpfr_cmp_d(exact(m.format(), b), d);
}
int sign_of(const Simulator& m, Bits b) {
  if (m.format().is_nan(b)) return 2;
  return m.format().is_zero(b) ? 0 : m.format().is_negative(b) ? -1 : 1;
}

// Of an argument's value: 1 odd, 0 even, -1 no integer.
int parity(Value v) {
  const Real x = exact(v);
  if (!x.is_integer()) return -1;
  Real half = x;
  mpfr_div_2ui(half, half, 1, MPFR_RNDN);
  return half.is_integer() ? 0 : 1;
}

Bits converted(Simulator& m, Value v) {
  return round_to(m.format(), exact(v), m.chance(0.5) ? Rounding::rne : m.chance(0.5) ? Rounding::rtp : Rounding::rtn);
}

Bits tan_of(Simulator& m, Bits x) {
  return m.step("mul", {m.step("sin", {x}), m.step("recip", {m.literal(1), m.step("cos", {x})})});
}

Result atan2_of(Simulator& m, Bits y, Bits x) {
  const int sx = sign_of(m, m.hand_on(x));
  const int sy = sign_of(m, m.hand_on(y));
  const bool covered = sx == 1 || (sx == -1 && (sy == 1 || sy == -1));
  if (!covered) return std::nullopt;
  const Bits base = m.step("atan", {m.step("div", {y, x})});
  if (sx == 1) return base;
  return m.step("add", {base, sy > 0 ? m.pi() : m.negate(m.pi())});
}

Result rootn_of(Simulator& m, Bits x, Value y) {
  const int s = sign_of(m, m.hand_on(x));
  const Bits n = converted(m, y);
  if (s == 1 && as_signed(y) != 0) return m.step("exp2", {m.step("div", {m.step("log2", {x}), n})});
  if (s == -1 && parity(y) == 1) return m.negate(m.step("exp2", {m.step("div", {m.step("log2", {m.negate(x)}), n})}));
  if (s == 0 && as_signed(y) > 0) return m.literal(0);
  return std::nullopt;
}

Bits power(Simulator& m, Bits x, Bits y) { return m.step("exp2", {m.step("mul", {y, m.step("log2", {m.absolute(x)})})}); }

Bits exponentials(Simulator& m, Bits x, bool difference) {
  const Bits second = m.step("exp", {m.negate(x)});
  return m.step("add", {m.step("exp", {x}), difference ? m.negate(second) : second});
}

Bits logarithm_of_sum(Simulator& m, Bits x, double one) {
  return m.step("log", {m.step("add", {x, m.step("sqrt", {m.multiply_add(x, x, m.literal(one))})})});
}

bool is_small(Simulator& m, Bits x) { return compared(m, m.absolute(x), 0x1p-10) <= 0; }

Result pow_of(Simulator& m, Arguments a) {
  const Bits x = a[0].bits;
  const bool known = !m.format().is_nan(x);
  const int s = sign_of(m, m.hand_on(x));
  const Bits y = is_float(a[1].type) ? a[1].bits : converted(m, a[1]);
  if (known && (s == 1 || (s == -1 && parity(a[1]) == 0))) return power(m, x, y);
  if (known && s == -1 && parity(a[1]) == 1) return m.negate(power(m, x, y));
  if (s == 0 && !m.format().is_nan(y) && !m.format().is_zero(m.hand_on(y))) return m.literal(0);
  return std::nullopt;
}

Result pown_of(Simulator& m, Arguments a) {
  const int s = sign_of(m, m.hand_on(a[0].bits));
  const Bits y = converted(m, a[1]);
  if (s == 0 || s == 1 || (s == -1 && parity(a[1]) == 0)) return power(m, a[0].bits, y);
  if (s == -1) return m.negate(power(m, a[0].bits, y));
  return std::nullopt;
}

#define CLASSAY_BODY [](Simulator & m, Arguments a) -> Result

std::vector<Subject> make_subjects() {
  const std::vector<Type> one{Type::f32};
  const std::vector<Type> two{Type::f32, Type::f32};
  const std::vector<Type> with_integer{Type::f32, Type::i32};
  return {{"acosh", {"log(x + sqrt(x * x - 1))"}, one, CLASSAY_BODY{return logarithm_of_sum(m, a[0].bits, -1);
}
, {"log", "sqrt"}, 1.5, 1000
}  // namespace
, {"acospi", {"acos(x) * M_PI_F or acos(x) * M_1_PI_F", kOtherwise}, one,
   CLASSAY_BODY{return m.step("mul", {m.step("acos", {a[0].bits}), m.chance(0.5) ? m.pi() : m.one_over_pi()});
}  // namespace classay::testing
, {"acos"}, 0.1, 0.9
}
, {"asinh", {"log(x + sqrt(x * x + 1))"}, one, CLASSAY_BODY{return logarithm_of_sum(m, a[0].bits, 1);
}
, {"log", "sqrt"}, 1, 1000
}
, {"asinpi", {"asin(x) * M_1_PI_F", kOtherwise}, one,
   CLASSAY_BODY{return m.step("mul", {m.step("asin", {a[0].bits}), m.one_over_pi()});
}
, {"asin"}, 0.01, 0.9
}
, {"atanh", {"|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * log((1.0f + x) / (1.0f - x))", kOtherwise, "-1 < x < 1"}, one,
   CLASSAY_BODY{const Bits x = a[0].bits;
if (m.format().is_nan(x)) return std::nullopt;
if (is_small(m, x)) return m.hand_on(x);
const Bits ratio = m.step("div", {m.step("add", {m.literal(1), x}), m.step("add", {m.literal(1), m.negate(x)})});
return m.step("mul", {m.literal(0.5), m.step("log", {ratio})});
}
, {"log", "div"}, 0.1, 0.9
}
, {"atanpi", {"atan(x) * M_1_PI_F", kOtherwise}, one,
   CLASSAY_BODY{return m.step("mul", {m.step("atan", {a[0].bits}), m.one_over_pi()});
}
, {"atan"}, 0.01, 100
}
, {"atan2", kAtan2, two, CLASSAY_BODY{return atan2_of(m, a[0].bits, a[1].bits);
}
, {"atan", "div"}, 0.1, 10
}
, {"atan2pi", {"atan2(y, x) * M_1_PI_F", kOtherwise, "", "y, x"}, two,
   CLASSAY_BODY{const Result derived = m.chance(0.7) ? atan2_of(m, a[0].bits, a[1].bits) : std::nullopt;
const Bits angle = derived ? *derived : m.other("atan2", {a[0].bits, a[1].bits}, kOtherwise);
return m.step("mul", {angle, m.one_over_pi()});
}
, {"atan"}, 0.1, 10
}
, {"cbrt", {"rootn(x, 3)", kOtherwise}, one,
   CLASSAY_BODY{const Result derived = m.chance(0.7) ? rootn_of(m, a[0].bits, int_value(Type::i32, 3)) : std::nullopt;
return derived ? *derived : m.other("rootn", {a[0].bits, m.literal(3)}, kOtherwise);
}
, {}, 2, 1000
}
, {"cosh", {"0.5f * (exp(x) + exp(-x))", kOtherwise, "-88 <= x <= 88"}, one,
   CLASSAY_BODY{return m.step("mul", {m.literal(0.5), exponentials(m, a[0].bits, false)});
}
, {"exp"}, 0.1, 80
}
, {"exp10", {"exp2(x * log2(10))", kOtherwise}, one,
   CLASSAY_BODY{return m.step("exp2", {m.step("mul", {a[0].bits, m.step("log2", {m.literal(10)})})});
}
, {"exp2", "log2"}, 0.1, 30
}
, {"expm1", {"exp(x) - 1", kOtherwise}, one, CLASSAY_BODY{return m.step("add", {m.step("exp", {a[0].bits}), m.literal(-1)});
}
, {"exp"}, 1, 80
}
, {"log1p", {"log(x + 1)", kOtherwise}, one, CLASSAY_BODY{return m.step("log", {m.step("add", {a[0].bits, m.literal(1)})});
}
, {"log"}, 0.01, 1000
}
,
    {"pow",
     {"x > 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(|x|)); "
      "x < 0 and y is odd: -exp2(y * log2(fabs(x))); x == 0 and y != 0: 0",
      kOtherwise, "not (x = 0 and y = 0) and (x >= 0 or y is integer) and (x >= 0 or |y| <= 0x1p24)"},
     two,
     pow_of,
     {"exp2", "log2"},
     2,
     1000},
    {"pown",
     {"x >= 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(fabs(x))); "
      "x < 0 and y is odd: -exp2(y * log2(fabs(x)))",
      kOtherwise, "x != 0 or y != 0"},
     with_integer,
     pown_of,
     {"exp2", "log2"},
     2,
     1000},
    {"powr", {"exp2(y * log2(x))", kOtherwise, "x >= 0 and not (x = 0 and y = 0)"}, two,
     CLASSAY_BODY{return m.step("exp2", {m.step("mul", {a[1].bits, m.step("log2", {a[0].bits})})});
}
, {"exp2", "log2"}, 2, 1000
}
, {"rootn", kRootn, with_integer, CLASSAY_BODY{return rootn_of(m, a[0].bits, a[1]);
}
, {"exp2", "log2", "div"}, 2, 1000
}
, {"sinh", {"|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))", kOtherwise, "-88 <= x <= 88"}, one,
   CLASSAY_BODY{const Bits x = a[0].bits;
if (m.format().is_nan(x)) return std::nullopt;
if (is_small(m, x)) return m.hand_on(x);
return m.step("mul", {m.literal(0.5), exponentials(m, x, true)});
}
, {"exp"}, 0.1, 80
}
, {"tan", kTan, one, CLASSAY_BODY{return tan_of(m, a[0].bits);
}
, {"sin", "cos", "recip"}, 0.1, 1.2
}
, {"tanh", {"|x| <= 0x1p-10: x; |x| > 0x1p-10: (exp(x) - exp(-x)) / (exp(x) + exp(-x))", kOtherwise, "-inf <= x <= inf"},
   one, CLASSAY_BODY{const Bits x = a[0].bits;
if (m.format().is_nan(x)) return std::nullopt;
if (is_small(m, x)) return m.hand_on(x);
return m.step("div", {exponentials(m, x, true), exponentials(m, x, false)});
}
, {"exp", "div"}, 0.1, 20
}
, {"tanpi", {"tan(x * M_PI_F)", kOtherwise, "", "x, y", "-1 <= x <= 1"}, one,
   CLASSAY_BODY{const Bits x = m.step("mul", {a[0].bits, m.pi()});
return m.chance(0.7) ? tan_of(m, x) : m.other("tan", {x}, kOtherwise);
}
, {"sin", "cos"}, 0.01, 0.4
}
,
}
;
}

#undef CLASSAY_BODY

}  // namespace

std::span<const Subject> subjects() {
  static const std::vector<Subject> all = make_subjects();
  return all;
}

const Subject& subject(std::string_view name) {
  const auto found = std::ranges::find(subjects(), name, &Subject::name);
  if (found == subjects().end()) throw std::logic_error("no such subject: " + std::string(name));
  return *found;
}

Limit relaxed(std::string_view step) {
  if (step == "sqrt") return Ulp{3};
  if (step == "log" || step == "log2" || step == "log10") {
    return AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-21, .outside_ulp = 3};
  }
  if (step == "exp" || step == "exp2") return ExpRelaxed{3};
  if (step == "sin" || step == "cos") return AbsoluteOn{.low = -kPi, .high = kPi, .tolerance = 0x1p-11};
  if (step == "atan" || step == "asin" || step == "acos") return Ulp{4096};
  if (step == "div") return UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62};
  if (step == "recip") return UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126};
  if (step == "tan") return kTan;
  if (step == "atan2") return kAtan2;
  if (step == "rootn") return kRootn;
  throw std::logic_error("no limit for the step " + std::string(step));
}

}  // namespace classay::testing
