#include "reference/oracle/testing.h"

#include <cmath>
#include <stdexcept>

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {

const std::vector<Function>& all_functions() {
  static const std::vector<Function> functions{
#define CLASSAY_ORACLE(name) {#name, oracle::name},
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE
  };
  return functions;
}

bool takes_int(const std::string& name) { return name == "pown" || name == "rootn" || name == "ldexp"; }

bool fits(Type t, double d) {
  const Real x = exact_double(d);
  return round_to(format(t), x, Rounding::rtp) == round_to(format(t), x, Rounding::rtn);
}

Value real(Type t, double d) {
  if (!fits(t, d)) throw std::invalid_argument("the constant is not a number of the format");
  return {t, round_to(format(t), exact_double(d), Rounding::rne)};
}

Truths call(Evaluate f, Type t, const std::vector<Value>& args, Precision p, int lanes) {
  const RealScope scope;
  return f(Call{.type = t, .lanes = lanes, .args = args}, p);
}

Truths call_reals(Evaluate f, Type t, std::initializer_list<double> args, int lanes, Precision p) {
  std::vector<Value> values;
  for (const double d : args) values.push_back(real(t, d));
  return call(f, t, values, p, lanes);
}

testing::AssertionResult is_exactly(const Truth& t, double expected) {
  const auto result = [&](bool same) {
    return (same ? testing::AssertionSuccess() : testing::AssertionFailure()) << describe(t) << ", not exactly " << expected;
  };
  if (std::isnan(expected)) return result(t.kind == Truth::Kind::nan);
  if (std::isinf(expected)) return result(t.kind == Truth::Kind::infinite && t.negative == std::signbit(expected));
  if (t.kind != Truth::Kind::real || !t.value->is_point()) return result(false);
  if (expected == 0) return result(t.is_zero() && t.negative == std::signbit(expected));
  return result(compare(t.value->low, exact_double(expected)) == 0);
}

void expect_exact(std::span<const Exact> values) {
  for (const Exact& e : values) {
    for (const Type t : kFloatTypes) {
      if (!fits(t, e.x)) continue;
      for (const Precision p : {53, 128, 1000}) {
        const Truths truths = call_reals(e.truth, t, {e.x}, 1, p);
        EXPECT_TRUE(is_exactly(truths.at(0), e.result)) << e.name << "(" << e.x << ") of " << info(t).name;
      }
    }
  }
}

testing::AssertionResult is_integer(const Truth& t, std::int64_t expected) {
  if (t.kind == Truth::Kind::integer && t.integer == integer(expected).bits) return testing::AssertionSuccess();
  return testing::AssertionFailure() << describe(t) << ", not the integer " << expected;
}

testing::AssertionResult well_formed(const Truth& t) {
  const auto fail = [&](const char* why) { return testing::AssertionFailure() << describe(t) << ": " << why; };
  if ((t.kind == Truth::Kind::real) != t.value.has_value()) return fail("only a real number has an enclosure");
  if (!t.value) return testing::AssertionSuccess();
  const Interval& v = *t.value;
  if (v.low.is_nan() || v.high.is_nan()) return fail("an end is a NaN");
  if (v.is_point()) return v.low.is_finite() ? testing::AssertionSuccess() : fail("a point at infinity");
  if (compare(v.low, v.high) > 0) return fail("the ends are in the wrong order");
  if (v.low.sign() < 0 && v.high.sign() > 0) return fail("the sign is open");
  return testing::AssertionSuccess();
}

testing::AssertionResult nested(const Truth& coarse, const Truth& fine) {
  const auto result = [&](bool good) {
    return (good ? testing::AssertionSuccess() : testing::AssertionFailure())
           << describe(fine) << " is not a refinement of " << describe(coarse);
  };
  if (coarse.kind != fine.kind) return result(false);
  if (coarse.kind == Truth::Kind::integer) return result(coarse.integer == fine.integer);
  if (coarse.kind == Truth::Kind::infinite) return result(coarse.negative == fine.negative);
  if (coarse.kind != Truth::Kind::real) return result(true);
  const Interval& a = *coarse.value;
  const Interval& b = *fine.value;
  if (a.is_point()) return result(b.is_point() && compare(a.low, b.low) == 0 && coarse.negative == fine.negative);
  const bool inside = compare(a.low, b.low) <= 0 && compare(b.high, a.high) <= 0;
  const bool strictly = compare(a.low, b.low) < 0 && compare(b.high, a.high) < 0;
  return result(b.is_point() ? strictly : inside);
}

testing::AssertionResult tight(const Truth& t, Precision p, int slack) {
  if (t.kind != Truth::Kind::real || t.value->is_point()) return testing::AssertionSuccess();
  const Interval& v = *t.value;
  if (v.low.is_infinite() || v.high.is_infinite() || v.low.is_zero() || v.high.is_zero()) return testing::AssertionSuccess();
  Real width(32);
  mpfr_sub(width, v.high, v.low, MPFR_RNDU);
  const long e = std::max(leading_exponent(v.low), leading_exponent(v.high));
  if (leading_exponent(width) <= e - static_cast<long>(p) + 1 + slack) return testing::AssertionSuccess();
  return testing::AssertionFailure() << describe(t) << " is too wide for " << p << " bits";
}

testing::AssertionResult meet(const Interval& a, const Interval& b) {
  const bool good =
      a.is_point() && b.is_point() ? compare(a.low, b.low) == 0 : compare(a.low, b.high) < 0 && compare(b.low, a.high) < 0;
  if (good) return testing::AssertionSuccess();
  return testing::AssertionFailure() << describe(Truth::of_real(a)) << " and " << describe(Truth::of_real(b))
                                     << " have no number in common";
}

std::string describe(const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::nan: return "NaN";
    case Truth::Kind::any: return "anything";
    case Truth::Kind::infinite: return t.negative ? "-infinity" : "+infinity";
    case Truth::Kind::integer: return "integer " + std::to_string(static_cast<std::int32_t>(t.integer));
    case Truth::Kind::real: break;
  }
  if (!t.value) return "a real number without an enclosure";
  const auto text = [](const Real& x) { return decimal(x, 40, MPFR_RNDN); };
  return t.value->is_point() ? text(t.value->low) : "(" + text(t.value->low) + ", " + text(t.value->high) + ")";
}

std::string describe(const std::vector<Value>& args) {
  std::string s;
  for (const Value& v : args) {
    s += s.empty() ? "" : ", ";
    s += is_float(v.type) ? hex_float(format(v.type), v.bits) : std::to_string(as_signed(v));
  }
  return s;
}

std::vector<Bits> boundaries(const Format& f) {
  std::vector<Bits> magnitudes{0, 1, 2, 3, f.min_normal() - 1, f.min_normal(), f.min_normal() + 1};
  for (const int e : {-30, -10, -3, -2, -1, 0, 1, 2, 3, 4, 7, 10, 24, 53, 100, 1000}) {
    if (e < f.emin() || e > f.emax) continue;
    const Bits power = static_cast<Bits>(e + f.emax) << f.fraction_bits();
    const Bits half_way = power | (Bits{1} << (f.fraction_bits() - 1));  // 1.5 * 2^e
    magnitudes.insert(magnitudes.end(), {power - 1, power, power + 1, half_way});
  }
  magnitudes.insert(magnitudes.end(), {f.max_finite() - 1, f.max_finite(), f.infinity(), f.quiet_nan()});
  std::vector<Bits> all;
  for (const Bits b : magnitudes) all.insert(all.end(), {b, f.negate(b)});
  return all;
}

Bits any_pattern(const Format& f, std::mt19937_64& random) { return random() & f.mask(); }

Bits moderate(const Format& f, std::mt19937_64& random) {
  const Bits exponent = static_cast<Bits>(f.emax) - 8 + random() % 16;
  return (random() & (f.sign_bit() | f.fraction_mask())) | exponent << f.fraction_bits();
}

}  // namespace classay::oracle_testing
