// Compares values of exact functions with integer arithmetic and the rules: for every f16, and for f32 at changes of the
// function and in steps through all binades. All f32 inputs take minutes and run only on request:
//   reference_bulk_test --gtest_also_run_disabled_tests --gtest_filter='*AllFloats*'
#include "reference/bulk/exact_values.h"

#include <bit>
#include <cmath>

#include "reference/bulk/loops.h"
#include "reference/bulk/testing.h"
#include "reference/cpu/versions.h"
#include "reference/exact/exact.h"
#include "reference/exact/support.h"
#include "reference/number/real.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay::bulk_test {
namespace {

struct Function {
  const char* name;
  Evaluate truth;
  std::vector<std::string_view> rules;
};
void PrintTo(const Function& f, std::ostream* out) { *out << f.name; }

const std::vector<Function> kFunctions{
    {"ceil", exact_functions::ceil, {"ceil(±0) = ±0", "ceil(±inf) = ±inf", "ceil(nan) = nan", "ceil(-1<x<0) = -0"}},
    {"floor", exact_functions::floor, {"floor(±0) = ±0", "floor(±inf) = ±inf", "floor(nan) = nan", "floor(0<x<1) = +0"}},
    {"rint", exact_functions::rint, {"rint(±0) = ±0", "rint(0<x<=0.5) = +0", "rint(-0.5<=x<0) = -0", "rint(nan) = nan"}},
    {"round", exact_functions::round, {"round(±0) = ±0", "round(0<x<0.5) = +0", "round(-0.5<x<0) = -0"}},
    {"trunc", exact_functions::trunc, {"trunc(±0) = ±0", "trunc(0<x<1) = +0", "trunc(-1<x<0) = -0"}},
    {"fabs", exact_functions::fabs, {"fabs(±0) = +0", "fabs(±inf) = +inf", "fabs(nan) = nan"}},
    {"logb", exact_functions::logb, {"logb(±0) = -inf", "logb(±inf) = +inf", "logb(nan) = nan"}},
    {"sign", exact_functions::sign, {"sign(±0) = ±0"}},
    {"negate", exact_functions::negate, {}},
    {"same", exact_functions::same, {}},
};

class ExactValuesTest : public testing::TestWithParam<Function> {
 protected:
  static Subject of(Type type) { return subject(GetParam().name, GetParam().truth, type, Exact{}, GetParam().rules); }
};

// Returns the value of a pattern as the pattern of a double. All NaNs become the same NaN.
std::uint64_t as_double(const Format& f, Bits b) {
  if (f.is_nan(b)) return kF64.quiet_nan();
  if (f.is_infinite(b)) return kF64.infinity(f.is_negative(b));
  const Dyadic d = decode(f, b);
  return exact_functions::encode(kF64, d);
}
std::uint64_t one_nan(double x) { return std::isnan(x) ? kF64.quiet_nan() : std::bit_cast<std::uint64_t>(x); }

void expect_values(const Subject& s, Bits first, std::size_t count) {
  std::vector<double> values(count);
  for (const bulk::Loops* loops : runnable<bulk::Loops>()) {
    const Known known = exact_values(s.promise.truth, s.f(), loops)->at(first, values);
    ASSERT_EQ(known.count, count);
    EXPECT_EQ(known.epsilon, 0);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(one_nan(values[i]), as_double(s.f(), s.nearest(first + i))) << std::hex << first + i << name_of(loops->set);
    }
  }
}

TEST_P(ExactValuesTest, AreThoseOfIntegerArithmeticAndTheRulesForEveryHalf) { expect_values(of(Type::f16), 0, 1U << 16); }

TEST_P(ExactValuesTest, AreThoseOfIntegerArithmeticAndTheRulesWhereFloatsChange) {
  const Subject s = of(Type::f32);
  for (Bits exponent = 0; exponent < 512; ++exponent) {
    const Bits begin = exponent << 23;
    expect_values(s, begin, 20);
    expect_values(s, begin + 0x7fffec, 20);
    expect_values(s, begin + 0x3ffff6 + exponent * 123, 20);
  }
}

void expect_same_tallies(const Subject& s) {
  const auto values = exact_values(s.promise.truth, s.f());
  const auto right = [](Bits, Bits nearest) { return nearest; };
  const auto erring = [&](Bits input, Bits nearest) {
    return input % 97 == 0 ? nearest + 1 : input % 89 == 0 ? s.f().negate(nearest) : nearest;
  };
  for (const Bits first : {s.f().one() - 500, s.f().infinity() - 500, Bits{0}, s.f().sign_bit() | (s.f().one() - 500)}) {
    for (const auto& device : {Device(erring), Device(right)}) {
      const Asked asked = ask(s, first, 1000, device);
      EXPECT_EQ(bulk_tally(s, *values, asked).tally, slow_tally(s, asked)) << first;
    }
  }
}

TEST_P(ExactValuesTest, JudgeAsTheSlowJudgeDoes) {
  for (const Type type : {Type::f16, Type::f32}) {
    for (const Limit& limit : {Limit(Exact{}), Limit(CorrectlyRounded{})}) {
      Subject s = of(type);
      s.promise.limit = limit;
      expect_same_tallies(s);
    }
  }
}

TEST_P(ExactValuesTest, ASingleWrongResultIsFound) {
  const Subject s = of(Type::f32);
  const auto values = exact_values(s.promise.truth, s.f());
  for (const Bits first : {Bits{0x3f900000}, Bits{0x7f900000}, Bits{0xbf900000}, Bits{0}}) {
    Asked asked = ask(s, first, 700, [](Bits, Bits right) { return right; });
    const BulkTally right = bulk_tally(s, *values, asked);
    EXPECT_EQ(right.tally.failed(), 0U);
    EXPECT_EQ(right.asked_slowly, Tally::kKept);
    asked.results[4 * 555 + 3] ^= std::byte{0x80};  // change the sign
    const bool is_nan = kF32.is_nan(asked.got(kF32, 555));
    EXPECT_EQ(bulk_tally(s, *values, asked).tally.failed(), is_nan ? 0U : 1U);
    asked.results[4 * 600 + 3] ^= std::byte{0x40};  // change the exponent: no longer a NaN
    EXPECT_EQ(bulk_tally(s, *values, asked).tally.failed(), is_nan ? 1U : 2U);
  }
}

// A rule that leaves the sign of a zero open: results that differ from the value go to the fallback.
TEST(ExactValuesOfOpenZerosTest, JudgeAsTheSlowJudgeDoes) {
  for (const Function& f : {Function{"sign", exact_functions::sign, {"sign(±0) = ±0", "sign(nan) = +0 | -0"}},
                            Function{"negate", exact_functions::negate, {"negate(0) = +0 | -0"}}}) {
    for (const Type type : {Type::f16, Type::f32}) {
      const Subject s = subject(f.name, f.truth, type, Exact{}, f.rules);
      ASSERT_TRUE(bulk_promise(s.promise, s.arithmetic, std::array{type}).has_value());
      expect_same_tallies(s);
      const auto values = exact_values(f.truth, s.f());
      const auto other_zero = [&](Bits, Bits nearest) { return s.f().is_zero(nearest) ? s.f().negate(nearest) : nearest; };
      for (const Bits first : {Bits{0}, s.f().sign_bit(), s.f().infinity() + 5}) {
        const Asked asked = ask(s, first, 300, other_zero);
        const BulkTally bulk = bulk_tally(s, *values, asked);
        EXPECT_EQ(bulk.tally, slow_tally(s, asked));
        EXPECT_EQ(bulk.tally.failed(), std::string_view(f.name) == "sign" && s.f().magnitude(first) == 0 ? 1U : 0U);
      }
    }
  }
}

// Computes the value as a double, as the functions of reference/exact do.
std::uint64_t integral(bulk::ExactFunction function, const Format& f, Bits b) {
  const auto away = [&](bool negative, bool odd, bool half, bool below) {
    switch (function) {
      case bulk::ExactFunction::ceil: return rounds_away(Rounding::rtp, negative, odd, half, below);
      case bulk::ExactFunction::floor: return rounds_away(Rounding::rtn, negative, odd, half, below);
      case bulk::ExactFunction::rint: return rounds_away(Rounding::rne, negative, odd, half, below);
      case bulk::ExactFunction::round: return half;
      default: return false;
    }
  };
  return as_double(f, f.is_finite(b) ? exact_functions::encode(f, exact_functions::integral(decode(f, b), away)) : b);
}

std::uint64_t exponent(const Format& f, Bits b) {
  if (!f.is_finite(b)) return as_double(f, f.magnitude(b));
  const Dyadic d = decode(f, b);
  if (d.significand == 0) return kF64.infinity(true);
  return std::bit_cast<std::uint64_t>(d.exponent + exact_functions::bit_length(d.significand) - 1.0);
}

std::uint64_t right_value(bulk::ExactFunction function, const Format& f, Bits b) {
  switch (function) {
    case bulk::ExactFunction::fabs: return as_double(f, f.magnitude(b));
    case bulk::ExactFunction::logb: return exponent(f, b);
    default: return integral(function, f, b);
  }
}

TEST(ExactValuesOfAllFloatsTest, DISABLED_AllFloats) {
  std::vector<double> values(1U << 16);
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    const auto source = exact_values(kFunctions[i].truth, kF32);
    for (Bits first = 0; first < Bits{1} << 32; first += values.size()) {
      source->at(first, values);
      for (std::size_t k = 0; k < values.size(); ++k) {
        ASSERT_EQ(one_nan(values[k]), right_value(static_cast<bulk::ExactFunction>(i), kF32, first + k))
            << kFunctions[i].name << std::hex << first + k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, ExactValuesTest, testing::ValuesIn(kFunctions),
                         [](const auto& test) { return std::string(test.param.name); });

struct PairOf {
  const char* name;
  Evaluate truth;
};
TEST(SignOfGammaTest, IsThatOfTheTruthForEveryHalfAndWhereFloatsChange) {
  const RealScope scope;
  for (const Type type : {Type::f16, Type::f32}) {
    const auto values = sign_of_gamma_values(format(type));
    for (Bits exponent = 0; exponent < 512; ++exponent) {
      const Bits first = type == Type::f16 ? exponent << 7 : exponent << 23;
      std::array<double, 128> some;
      values->at(first, some);
      for (std::size_t i = 0; i < some.size(); ++i) {
        const Value x{type, first + i};
        const Truth t = oracle::lgamma_r({.type = type, .args = std::span(&x, 1)}, kFirstPrecision).at(1);
        const bool is_it =
            t.kind == Truth::Kind::any ? std::isnan(some[i]) : some[i] == static_cast<std::int32_t>(t.integer);
        ASSERT_TRUE(is_it) << info(type).name << " " << x.bits << ": " << some[i];
      }
    }
  }
}

constexpr std::array kPairs{PairOf{"fract", oracle::fract}, PairOf{"frexp", exact_functions::frexp},
                            PairOf{"modf", exact_functions::modf}};

// Returns whether a value agrees with an exact result, which may need rounding.
bool says(double value, const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::nan: return std::isnan(value);
    case Truth::Kind::infinite: return std::isinf(value) && std::signbit(value) == t.negative;
    case Truth::Kind::integer: return value == static_cast<std::int32_t>(t.integer);
    case Truth::Kind::real:
      if (t.is_zero()) return value == 0 && std::signbit(value) == t.negative;
      return mpfr_cmp_d(t.value->low, value) == 0 && t.value->is_point();
    case Truth::Kind::any: return false;
  }
  return false;
}

void expect_pairs(const PairOf& pair, Type type, Bits first, std::size_t count) {
  const RealScope scope;
  const ExactPair values = exact_pair(pair.truth, format(type));
  std::vector<double> one(count);
  std::vector<double> other(count);
  ASSERT_EQ(values.first->at(first, one).count, count);
  ASSERT_EQ(values.second->at(first, other).count, count);
  for (std::size_t i = 0; i < count; ++i) {
    const Value x{type, first + i};
    const std::vector<Truth> truths = pair.truth({.type = type, .args = std::span(&x, 1)}, kFirstPrecision);
    EXPECT_TRUE(says(one[i], truths[0])) << pair.name << std::hex << " " << first + i << " " << one[i];
    EXPECT_TRUE(says(other[i], truths[1])) << pair.name << std::hex << " " << first + i << " " << other[i];
  }
}

TEST(ExactPairsTest, AreThoseOfTheTruthForEveryHalfAndWhereFloatsChange) {
  for (const PairOf& pair : kPairs) {
    expect_pairs(pair, Type::f16, 0, 1U << 16);
    for (Bits exponent = 0; exponent < 512; ++exponent) {
      const Bits begin = exponent << 23;
      for (const Bits from : {Bits{0}, Bits{0x7fffec}, 0x3ffff6 + exponent * 123})
        expect_pairs(pair, Type::f32, begin + from, 20);
    }
  }
}

void expect_same_values(const Values& some, const Values& others, const char* name) {
  std::vector<double> expected(4099);
  std::vector<double> values(4099);
  for (const Bits first : {Bits{0x3f7ff000}, Bits{0xbf7ff000}, Bits{0x7f7ff000}, Bits{0x80000000}}) {
    some.at(first, expected);
    others.at(first, values);
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(one_nan(values[i]), one_nan(expected[i])) << name << first + i;
  }
}

TEST(ExactPairsTest, EveryInstructionSetHasTheSame) {
  for (const PairOf& pair : kPairs) {
    const ExactPair best = exact_pair(pair.truth, kF32);
    for (const bulk::Loops* loops : runnable<bulk::Loops>()) {
      const ExactPair these = exact_pair(pair.truth, kF32, loops);
      expect_same_values(*best.first, *these.first, pair.name);
      expect_same_values(*best.second, *these.second, pair.name);
    }
  }
}

TEST(ExactValuesOfOtherFunctionsTest, AreNotThere) {
  EXPECT_EQ(exact_pair(exact_functions::floor, kF32).first, nullptr);
  EXPECT_EQ(exact_pair(exact_functions::modf, kF64).first, nullptr);
  EXPECT_EQ(exact_values(exact_functions::ilogb, kF32), nullptr);
  EXPECT_EQ(exact_values(exact_functions::floor, kF64), nullptr);
}

}  // namespace
}  // namespace classay::bulk_test
