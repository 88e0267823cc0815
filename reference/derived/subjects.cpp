#include "reference/derived/subjects.h"

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

// Returns the parity of an argument's value: 1 odd, 0 even, -1 not an integer.
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

// The derivation of each builtin. A comparison with a NaN is false, so that no form applies to it.
Result acosh_of(Simulator& m, Arguments a) { return logarithm_of_sum(m, a[0].bits, -1); }
Result asinh_of(Simulator& m, Arguments a) { return logarithm_of_sum(m, a[0].bits, 1); }

Result acospi_of(Simulator& m, Arguments a) {
  return m.step("mul", {m.step("acos", {a[0].bits}), m.chance(0.5) ? m.pi() : m.one_over_pi()});
}
Result asinpi_of(Simulator& m, Arguments a) { return m.step("mul", {m.step("asin", {a[0].bits}), m.one_over_pi()}); }
Result atanpi_of(Simulator& m, Arguments a) { return m.step("mul", {m.step("atan", {a[0].bits}), m.one_over_pi()}); }

Result atanh_of(Simulator& m, Arguments a) {
  const Bits x = a[0].bits;
  if (m.format().is_nan(x)) return std::nullopt;
  if (is_small(m, x)) return m.hand_on(x);
  const Bits numerator = m.step("add", {m.literal(1), x});
  const Bits denominator = m.step("add", {m.literal(1), m.negate(x)});
  return m.step("mul", {m.literal(0.5), m.step("log", {m.step("div", {numerator, denominator})})});
}

Result atan2_of_call(Simulator& m, Arguments a) { return atan2_of(m, a[0].bits, a[1].bits); }

Result atan2pi_of(Simulator& m, Arguments a) {
  const Result derived = m.chance(0.7) ? atan2_of(m, a[0].bits, a[1].bits) : std::nullopt;
  const Bits angle = derived ? *derived : m.other("atan2", {a[0].bits, a[1].bits}, kOtherwise);
  return m.step("mul", {angle, m.one_over_pi()});
}

Result cbrt_of(Simulator& m, Arguments a) {
  const Result derived = m.chance(0.7) ? rootn_of(m, a[0].bits, int_value(Type::i32, 3)) : std::nullopt;
  return derived ? *derived : m.other("rootn", {a[0].bits, m.literal(3)}, kOtherwise);
}

Result cosh_of(Simulator& m, Arguments a) { return m.step("mul", {m.literal(0.5), exponentials(m, a[0].bits, false)}); }
Result exp10_of(Simulator& m, Arguments a) {
  return m.step("exp2", {m.step("mul", {a[0].bits, m.step("log2", {m.literal(10)})})});
}
Result expm1_of(Simulator& m, Arguments a) { return m.step("add", {m.step("exp", {a[0].bits}), m.literal(-1)}); }
Result log1p_of(Simulator& m, Arguments a) { return m.step("log", {m.step("add", {a[0].bits, m.literal(1)})}); }

Result pow_of(Simulator& m, Arguments a) {
  const Bits x = a[0].bits;
  const int s = sign_of(m, m.hand_on(x));
  const Bits y = a[1].bits;
  if (s == 1 || (s == -1 && parity(a[1]) == 0)) return power(m, x, y);
  if (s == -1 && parity(a[1]) == 1) return m.negate(power(m, x, y));
  if (s == 0 && (m.format().is_nan(y) || !m.format().is_zero(m.hand_on(y)))) return m.literal(0);
  return std::nullopt;
}

Result pown_of(Simulator& m, Arguments a) {
  const int s = sign_of(m, m.hand_on(a[0].bits));
  const Bits y = converted(m, a[1]);
  if (s == 0 || s == 1 || (s == -1 && parity(a[1]) == 0)) return power(m, a[0].bits, y);
  if (s == -1) return m.negate(power(m, a[0].bits, y));
  return std::nullopt;
}

Result powr_of(Simulator& m, Arguments a) {
  return m.step("exp2", {m.step("mul", {a[1].bits, m.step("log2", {a[0].bits})})});
}

Result rootn_of_call(Simulator& m, Arguments a) { return rootn_of(m, a[0].bits, a[1]); }

Result sinh_of(Simulator& m, Arguments a) {
  const Bits x = a[0].bits;
  if (m.format().is_nan(x)) return std::nullopt;
  if (is_small(m, x)) return m.hand_on(x);
  return m.step("mul", {m.literal(0.5), exponentials(m, x, true)});
}

Result tan_of_call(Simulator& m, Arguments a) { return tan_of(m, a[0].bits); }

Result tanh_of(Simulator& m, Arguments a) {
  const Bits x = a[0].bits;
  if (m.format().is_nan(x)) return std::nullopt;
  if (is_small(m, x)) return m.hand_on(x);
  return m.step("div", {exponentials(m, x, true), exponentials(m, x, false)});
}

Result tanpi_of(Simulator& m, Arguments a) {
  const Bits x = m.step("mul", {a[0].bits, m.pi()});
  return m.chance(0.7) ? tan_of(m, x) : m.other("tan", {x}, kOtherwise);
}

constexpr Derived otherwise(std::string_view forms, std::string_view defined = "", std::string_view where = "") {
  return {.forms = forms, .otherwise_ulp = kOtherwise, .defined = defined, .otherwise_where = where};
}

constexpr Derived kAcosh{.forms = "log(x + sqrt(x * x - 1))"};
constexpr Derived kAsinh{.forms = "log(x + sqrt(x * x + 1))"};
constexpr Derived kAtan2pi{.forms = "atan2(y, x) * M_1_PI_F", .otherwise_ulp = kOtherwise, .arguments = "y, x"};
constexpr Derived kAtanh = otherwise("|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * log((1.0f + x) / (1.0f - x))", "-1 < x < 1");
constexpr Derived kSinh = otherwise("|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))", "-88 <= x <= 88");
constexpr Derived kTanh =
    otherwise("|x| <= 0x1p-10: x; |x| > 0x1p-10: (exp(x) - exp(-x)) / (exp(x) + exp(-x))", "-inf <= x <= inf");
constexpr Derived kPow = otherwise(
    "x > 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(|x|)); "
    "x < 0 and y is odd: -exp2(y * log2(fabs(x))); x == 0 and y != 0: 0",
    "not (x = 0 and y = 0) and (x >= 0 or y is integer and |y| <= 0x1p24)");
constexpr Derived kPown = otherwise(
    "x >= 0: exp2(y * log2(fabs(x))); x < 0 and y is even: exp2(y * log2(fabs(x))); "
    "x < 0 and y is odd: -exp2(y * log2(fabs(x)))",
    "x != 0 or y != 0");
constexpr Derived kPowr = otherwise("exp2(y * log2(x))", "x >= 0 and not (x = 0 and y = 0)");

std::vector<Subject> make_subjects() {
  const std::vector<Type> one{Type::f32};
  const std::vector<Type> two{Type::f32, Type::f32};
  const std::vector<Type> with_integer{Type::f32, Type::i32};
  return {
      {"acosh", kAcosh, one, acosh_of, {"log", "sqrt"}, 1.5, 1000},
      {"acospi", otherwise("acos(x) * M_PI_F or acos(x) * M_1_PI_F"), one, acospi_of, {"acos"}, 0.1, 0.9},
      {"asinh", kAsinh, one, asinh_of, {"log", "sqrt"}, 1, 1000},
      {"asinpi", otherwise("asin(x) * M_1_PI_F"), one, asinpi_of, {"asin"}, 0.01, 0.9},
      {"atan2", kAtan2, two, atan2_of_call, {"atan", "div"}, 0.1, 10},
      {"atan2pi", kAtan2pi, two, atan2pi_of, {"atan2"}, 0.1, 10},
      {"atanh", kAtanh, one, atanh_of, {"log", "div"}, 0.1, 0.9},
      {"atanpi", otherwise("atan(x) * M_1_PI_F"), one, atanpi_of, {"atan"}, 0.01, 100},
      {"cbrt", otherwise("rootn(x, 3)"), one, cbrt_of, {"rootn"}, 2, 1000},
      {"cosh", otherwise("0.5f * (exp(x) + exp(-x))", "-88 <= x <= 88"), one, cosh_of, {"exp"}, 0.1, 80},
      {"exp10", otherwise("exp2(x * log2(10))"), one, exp10_of, {"exp2", "log2"}, 0.1, 30},
      {"expm1", otherwise("exp(x) - 1"), one, expm1_of, {"exp"}, 1, 80},
      {"log1p", otherwise("log(x + 1)"), one, log1p_of, {"log"}, 0.01, 1000},
      {"pow", kPow, two, pow_of, {"exp2", "log2"}, 2, 1000},
      {"pown", kPown, with_integer, pown_of, {"exp2", "log2"}, 2, 1000},
      {"powr", kPowr, two, powr_of, {"exp2", "log2"}, 2, 1000},
      {"rootn", kRootn, with_integer, rootn_of_call, {"exp2", "log2", "div"}, 2, 1000},
      {"sinh", kSinh, one, sinh_of, {"exp"}, 0.1, 80},
      {"tan", kTan, one, tan_of_call, {"sin", "cos", "recip"}, 0.1, 1.2},
      {"tanh", kTanh, one, tanh_of, {"exp", "div"}, 0.1, 20},
      {"tanpi", otherwise("tan(x * M_PI_F)", "", "-1 <= x <= 1"), one, tanpi_of, {"sin", "cos", "tan"}, 0.01, 0.4},
  };
}

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
  if (step == "div") return UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62, .of_magnitudes = true};
  if (step == "recip") return UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126, .of_magnitudes = true};
  if (step == "tan") return kTan;
  if (step == "atan2") return kAtan2;
  if (step == "rootn") return kRootn;
  throw std::logic_error("no limit for the step " + std::string(step));
}

}  // namespace classay::testing
