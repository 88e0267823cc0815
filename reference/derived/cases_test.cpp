// Checks single statements about derivations. enumerated_test.cpp compares the reach with all possible results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/derived/derived.h"
#include "reference/derived/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using ::testing::IsEmpty;
using testing::reach_of;
using ::testing::SizeIs;
using testing::Table;

Value f32(double d) { return {Type::f32, round_to(kF32, exact_double(d), Rounding::rne)}; }
Bits bits(double d) { return f32(d).bits; }

Limit some_limit(std::string_view step) {
  if (step == "div") return UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62, .of_magnitudes = true};
  if (step == "recip") return UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126, .of_magnitudes = true};
  if (step == "sin" || step == "cos") return AbsoluteOn{.low = -3, .high = 3, .tolerance = 0x1p-11};
  if (step == "rootn") return Derived{.forms = "rootn(x, y)"};
  if (step == "tan") return Derived{.forms = "x > 0: sin(x)"};
  if (step == "acos") return Derived{.forms = "x", .defined = "x > 0"};
  if (step == "log10") return ScaledAbsolute{.base = 1, .per_lane = 1, .epsilon = 1};
  if (step == "exp") return ExpRelaxed{3};
  return Ulp{2};
}

class DerivationTest : public ::testing::Test {
 protected:
  // Every step has the limit some_limit, for any operands.
  std::vector<Interpretation> interpretations(const Derived& d, std::vector<Value> arguments, Arithmetic a = {}) const {
    const Table table{some_limit};
    return Derivation(d).interpretations({.type = arguments.front().type, .args = arguments}, table.steps(), a,
                                         kFirstPrecision);
  }
  Reach reach(std::string_view forms, std::vector<Value> arguments, Arithmetic a = {}) const {
    return interpretations({.forms = forms}, std::move(arguments), a).back().reach;
  }

 private:
  RealScope scope_;
};

TEST_F(DerivationTest, AProductIsCorrectlyRoundedInTheDevicesMode) {
  const std::vector<Value> third{f32(0x1.555556p-2), f32(0x1.000002p+0)};
  EXPECT_EQ(reach("x * y", third), Reach::of(kF32, bits(0x1.555558p-2)));
  EXPECT_EQ(reach("x * y", {f32(0x1.555556p-2), f32(0x1.fffffep-1)}, {.rounding = Rounding::rtz}),
            Reach::of(kF32, bits(0x1.555554p-2)));
  EXPECT_EQ(reach("x * y", {f32(0x1p127), f32(2)}), Reach::of(kF32, kF32.infinity()));
  EXPECT_EQ(reach("x * y", {f32(0x1p127), f32(2)}, {.rounding = Rounding::rtz}), Reach::of(kF32, kF32.max_finite()));
}

TEST_F(DerivationTest, AProductInASumMayBeFused) {
  // (1 + e)^2 - (1 + 2e) is e^2 if fused, and 0 with two roundings.
  const Reach r = reach("x * x - y", {f32(0x1.000002p+0), f32(0x1.000004p+0)});
  EXPECT_TRUE(contains(r, kF32, bits(0x1p-46)));
  EXPECT_TRUE(contains(r, kF32, 0));
  EXPECT_FALSE(contains(r, kF32, bits(0x1.000002p-46)));
  EXPECT_FALSE(contains(r, kF32, bits(-0x1p-149)));
  EXPECT_TRUE(contains(reach("y - x * x", {f32(0x1.000002p+0), f32(0x1.000004p+0)}), kF32, bits(-0x1p-46)));
  // A product that overflows may still become a number if it is fused.
  const Reach big = reach("x * x - y", {f32(0x1p64), f32(0x1p127)});
  EXPECT_TRUE(contains(big, kF32, bits(0x1p127)));
  EXPECT_TRUE(contains(big, kF32, kF32.infinity()));
}

TEST_F(DerivationTest, SinhOfOneIsAFewUlpWide) {
  const Reach r = reach("0.5f * (exp(x) - exp(-x))", {f32(1)});
  EXPECT_LE(r.high - r.low, 20);
  EXPECT_TRUE(contains(r, kF32, bits(0x1.2cd9fcp+0)));
  EXPECT_FALSE(r.zero || r.nan || r.positive_infinity);
}

TEST_F(DerivationTest, OverflowIsFollowedThrough) {
  EXPECT_EQ(reach("exp(x) - 1", {f32(100)}), Reach::of(kF32, kF32.infinity()));
  const Reach difference = reach("exp(x) - exp(x)", {f32(100)});
  EXPECT_EQ(difference, Reach::of(kF32, kF32.quiet_nan()));
  EXPECT_TRUE(interpretations({.forms = "exp(x) - 1"}, {f32(100)}).front().leaves_finite);
  EXPECT_FALSE(interpretations({.forms = "exp(x) - 1"}, {f32(10)}).front().leaves_finite);
  // Near the threshold a device may overflow or not.
  const Reach near = reach("exp(x) - 1", {f32(88.72283)});
  EXPECT_TRUE(near.positive_infinity && near.has_numbers());
}

TEST_F(DerivationTest, PolesAndDomainsOfFunctionsAreKnown) {
  EXPECT_EQ(reach("log(x)", {f32(0)}), Reach::of(kF32, kF32.infinity(true)));
  EXPECT_EQ(reach("log(x)", {f32(-1)}), Reach::of(kF32, kF32.quiet_nan()));
  EXPECT_EQ(reach("sqrt(x)", {f32(-1)}), Reach::of(kF32, kF32.quiet_nan()));
  EXPECT_EQ(reach("asin(x)", {f32(1.5)}), Reach::of(kF32, kF32.quiet_nan()));
  EXPECT_EQ(reach("exp(x)", {Value{Type::f32, kF32.infinity(true)}}), Reach::of(kF32, 0));
  EXPECT_EQ(reach("exp(x)", {Value{Type::f32, kF32.quiet_nan()}}), Reach::of(kF32, kF32.quiet_nan()));
  // Within two ulp of 1; half of these numbers are above 1.
  const Reach partly = reach("asin(sqrt(x))", {f32(1)});
  EXPECT_TRUE(partly.nan && partly.has_numbers());
  const Reach pole = reach("log(x - sqrt(y))", {f32(2), f32(4)});
  EXPECT_TRUE(pole.nan && pole.negative_infinity && pole.has_numbers());
}

TEST_F(DerivationTest, SineOfAnIntervalFindsItsExtremes) {
  // The operand straddles pi/2: atan is within two ulp of it, where sin has its maximum.
  const Reach r = reach("sin(atan(x))", {f32(1e30)});
  EXPECT_EQ(r.high, ordered(kF32, bits(1 + 0x1p-11)));
  const Reach wide = reach("cos(x - sqrt(x))", {f32(1)});
  EXPECT_EQ(wide.high, ordered(kF32, bits(1 + 0x1p-11)));
}

TEST_F(DerivationTest, WhereAStepPromisesNothingItsResultIsAnything) {
  EXPECT_TRUE(reach("sin(x)", {f32(4)}).is_everything());
  EXPECT_TRUE(reach("sin(x) * (1.0f / cos(x))", {f32(4)}).is_everything());
  EXPECT_TRUE(reach("x / y", {f32(0x1p63), f32(1)}).is_everything());
  EXPECT_TRUE(reach("x / y", {f32(0), f32(1)}).is_everything());
  // The following step still bounds it.
  const Reach bounded = reach("atan(x / y)", {f32(0x1p63), f32(1)});
  EXPECT_TRUE(bounded.nan && bounded.zero);
  EXPECT_FALSE(contains(bounded, kF32, bits(1.6)));
  // 1 / x has its own, wider domain.
  EXPECT_FALSE(reach("1.0f / x", {f32(0x1p63)}).is_everything());
}

TEST_F(DerivationTest, FlushedOperandsAndResultsAreZerosToo) {
  const Value tiny{Type::f32, 5};
  const Arithmetic flushes{.flushes = true};
  EXPECT_FALSE(reach("x", {tiny}).zero);
  EXPECT_TRUE(reach("x", {tiny}, flushes).zero);
  EXPECT_TRUE(reach("x", {tiny}, flushes).has_numbers());
  EXPECT_FALSE(reach("log(x)", {tiny}).negative_infinity);
  EXPECT_TRUE(reach("log(x)", {tiny}, flushes).negative_infinity);
  // The product is subnormal before rounding, and rounds to the smallest normal number.
  EXPECT_TRUE(reach("x * y", {f32(0x1.fffffep-126), f32(0.5)}, flushes).zero);
  EXPECT_FALSE(reach("x * y", {f32(0x1p-126), f32(1)}, flushes).zero);
}

TEST_F(DerivationTest, AResultThatItsLimitLetsBeSubnormalMayBeFlushed) {
  EXPECT_FALSE(reach("exp2(x)", {f32(-126)}).zero);
  EXPECT_TRUE(reach("exp2(x)", {f32(-126)}, {.flushes = true}).zero);
  EXPECT_FALSE(reach("exp2(x)", {f32(-125)}, {.flushes = true}).zero);
}

TEST_F(DerivationTest, AFlushedArgumentMayChooseAnotherForm) {
  const Derived d{.forms = "x > 0: x + 1; x = 0: 5"};
  const Value tiny{Type::f32, 5};
  EXPECT_EQ(interpretations(d, {tiny}).front().reach, Reach::of(kF32, bits(1)));
  EXPECT_TRUE(contains(interpretations(d, {tiny}, {.flushes = true}).front().reach, kF32, bits(5)));
  EXPECT_THAT(interpretations(d, {f32(-1)}), IsEmpty());
}

TEST_F(DerivationTest, PiIsEitherNeighbour) {
  const Reach pi = reach("M_PI_F", {f32(0)});
  EXPECT_EQ(pi.low, ordered(kF32, bits(0x1.921fb4p+1)));
  EXPECT_EQ(pi.high, ordered(kF32, bits(0x1.921fb6p+1)));
  EXPECT_EQ(reach("M_1_PI_F", {f32(0)}).high - reach("M_1_PI_F", {f32(0)}).low, 1);
}

TEST_F(DerivationTest, AlternativesAreReadingsWithTheirText) {
  const auto all = interpretations({.forms = "x * M_PI_F or x * M_1_PI_F"}, {f32(1)});
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].name, "as \"x * M_PI_F\"");
  EXPECT_EQ(all[1].name, "as \"x * M_1_PI_F\"");
  EXPECT_TRUE(contains(all[0].reach, kF32, bits(0x1.921fb6p+1)));
  EXPECT_FALSE(contains(all[0].reach, kF32, bits(0x1.45f306p-2)));
  EXPECT_TRUE(contains(all[1].reach, kF32, bits(0x1.45f306p-2)));
}

TEST_F(DerivationTest, TheDomainOfADivisionIsOneOfMagnitudes) {
  for (const double x : {3.0, -3.0}) {
    for (const double y : {2.0, -2.0}) {
      const auto all = interpretations({.forms = "x / y"}, {f32(x), f32(y)});
      ASSERT_THAT(all, SizeIs(1));
      EXPECT_TRUE(contains(all[0].reach, kF32, bits(x / y)));
      EXPECT_LE(all[0].reach.high - all[0].reach.low, 6);
    }
  }
}

TEST_F(DerivationTest, OperandsThatAreAllOutsideOfADomainAreAReadingApart) {
  for (const auto& [x, y] : {std::pair{0x1p-63, 1.0}, {1.0, -0x1p63}, {0.0, 1.0}}) {
    const auto outside = interpretations({.forms = "x / y"}, {f32(x), f32(y)});
    ASSERT_THAT(outside, SizeIs(2));
    EXPECT_FALSE(outside[0].is_unlimited);
    EXPECT_TRUE(outside[0].reach.is_empty());
    EXPECT_TRUE(outside[1].is_unlimited && outside[1].reach.is_everything());
  }
  EXPECT_THAT(interpretations({.forms = "sin(x)"}, {f32(3)}), SizeIs(1));
  EXPECT_THAT(interpretations({.forms = "sin(x)"}, {f32(3.5)}), SizeIs(2));
}

TEST_F(DerivationTest, OperandsThatMayBeOutsideOfADomainKeepItsLimit) {
  // cos within 2^-11 of zero may be zero. Its reciprocal is then an infinity, not a NaN.
  const auto all = interpretations({.forms = "1.0f / cos(x)"}, {f32(0x1.92p+0)});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_TRUE(all[0].reach.positive_infinity && all[0].reach.negative_infinity);
  EXPECT_FALSE(all[0].reach.nan || all[0].reach.zero);
  // A difference may be zero.
  const Derived root{.forms = "exp2((log2(x) - log2(x)) / y)"};
  ASSERT_THAT(interpretations(root, {f32(1.5), f32(3)}), SizeIs(1));
  EXPECT_TRUE(contains(reach(root.forms, {f32(1.5), f32(3)}), kF32, bits(1)));
  EXPECT_FALSE(contains(reach(root.forms, {f32(1.5), f32(3)}), kF32, bits(1.5)));
}

TEST_F(DerivationTest, ClampLeavesNothingOutside) {
  const auto clamped = [&](double x) { return reach("clamp(x, 0, 1)", {f32(x)}); };
  EXPECT_EQ(clamped(0.25), Reach::of(kF32, bits(0.25)));
  EXPECT_EQ(clamped(3), Reach::of(kF32, bits(1)));
  EXPECT_EQ(clamped(-3), Reach::of(kF32, 0));
  EXPECT_EQ(reach("clamp(x, 0, 1)", {Value{Type::f32, kF32.quiet_nan()}}), Reach::of(kF32, 0));
  EXPECT_EQ(reach("clamp(x, 0, 1)", {Value{Type::f32, kF32.infinity()}}), Reach::of(kF32, bits(1)));
  const Reach of_anything = reach("clamp(x / y, 0, 1)", {f32(0), f32(1)});
  EXPECT_TRUE(of_anything.zero && contains(of_anything, kF32, bits(0.5)));
  EXPECT_FALSE(of_anything.nan || of_anything.positive_infinity || contains(of_anything, kF32, bits(-0.5)));
}

TEST_F(DerivationTest, TheDomainOfAReciprocalIsThatOfItsDenominator) {
  const Table table{some_limit, "recip", UlpOn{.n = 2.5, .low = 4, .high = 16}};
  const Derivation d({.forms = "1 / x"});
  const auto reach = [&](double x) { return reach_of(d, {.args = std::array{f32(x)}}, table).value(); };
  EXPECT_FALSE(reach(8).is_everything());
  EXPECT_TRUE(reach(2).is_everything());
}

TEST_F(DerivationTest, LimitsBeyondTheNumberItselfCountWithTheLargestSpacing) {
  // atan of any magnitude, within 2^25 ulp: for results of 1 and a little more that is 4.
  const Table table{some_limit, "atan", Ulp{0x1p25}};
  const Derivation d({.forms = "atan(fabs(sin(x)))"});
  const Reach r = reach_of(d, {.args = std::array{f32(10)}}, table).value();
  EXPECT_TRUE(contains(r, kF32, bits(-2.99)));
  EXPECT_TRUE(contains(r, kF32, bits(5.57)));
  EXPECT_FALSE(contains(r, kF32, bits(-4.1)));
}

TEST_F(DerivationTest, DomainsAreThoseOfTheExactArguments) {
  const Derivation pow({.forms = "exp2(y * log2(x))",
                        .otherwise_ulp = 8192,
                        .defined = "x >= 0 and not (x = 0 and y = 0)",
                        .otherwise_where = "x <= 1"});
  const auto defined = [&](Value x, Value y) { return pow.is_defined({.args = std::array{x, y}}); };
  EXPECT_TRUE(defined(f32(0), f32(1)));
  EXPECT_TRUE(defined(f32(1), f32(0)));
  EXPECT_FALSE(defined(f32(-0.0), f32(0)));
  EXPECT_FALSE(defined(f32(-1), f32(1)));
  EXPECT_FALSE(defined({Type::f32, kF32.quiet_nan()}, f32(1)));
  EXPECT_TRUE(pow.has_otherwise({.args = std::array{f32(1), f32(0)}}));
  EXPECT_FALSE(pow.has_otherwise({.args = std::array{f32(2), f32(0)}}));
  EXPECT_FALSE(Derivation({.forms = "x"}).has_otherwise({.args = std::array{f32(1)}}));
}

TEST_F(DerivationTest, AnIntegerArgumentIsJudgedBeforeItIsConverted) {
  // 2^24 + 1 is odd, and its nearest floats are even.
  const Derived d{.forms = "y is odd: y; y is even: 0"};
  const Reach r = interpretations(d, {f32(1), int_value(Type::i32, 16777217)}).front().reach;
  EXPECT_EQ(r.low, ordered(kF32, bits(16777216)));
  EXPECT_EQ(r.high, ordered(kF32, bits(16777218)));
}

TEST_F(DerivationTest, ADerivedStepThatDoesNotCoverItsOperandGivesAnything) {
  EXPECT_FALSE(reach("tan(x)", {f32(1)}).is_everything());
  EXPECT_TRUE(reach("tan(x)", {f32(-1)}).is_everything());
}

// sin is within 2^-11 of 0: below it, at it, or above.
TEST_F(DerivationTest, AStepIsDefinedWhereItIsForAllThatItsOperandMayBe) {
  EXPECT_FALSE(reach("acos(x)", {f32(1)}).is_everything());
  EXPECT_TRUE(reach("acos(x)", {f32(-1)}).is_everything());
  EXPECT_FALSE(reach("acos(sin(x))", {f32(1)}).is_everything());
  EXPECT_TRUE(reach("acos(sin(x))", {f32(0)}).is_everything());
}

TEST_F(DerivationTest, ADerivationThatLeadsBackToItselfIsAnError) {
  EXPECT_THROW(reach("rootn(x, 3)", {f32(1)}), std::invalid_argument);
}

TEST_F(DerivationTest, ALimitThatNoStepCanHaveIsAnError) {
  EXPECT_THROW(reach("log10(x)", {f32(2)}), std::invalid_argument);
}

TEST(ReachTest, NegatesAndTakesMagnitudes) {
  Reach r{.format = kF32, .low = -7, .high = -3, .negative_infinity = true};
  EXPECT_EQ(negate(r), (Reach{.format = kF32, .low = 3, .high = 7, .positive_infinity = true}));
  EXPECT_EQ(absolute(r), negate(r));
  r.high = 9;
  EXPECT_EQ(absolute(r), (Reach{.format = kF32, .low = 1, .high = 9, .positive_infinity = true}));
  EXPECT_EQ(absolute(absolute(r)), absolute(r));
  EXPECT_EQ(negate(Reach{}), Reach{});
}

TEST_F(DerivationTest, AReachPrintsItself) {
  EXPECT_EQ(text(Reach::everything(kF32)), "anything");
  EXPECT_EQ(text(Reach{}), "nothing");
  Reach r = Reach::of(kF32, bits(1.5));
  r.nan = r.zero = true;
  EXPECT_EQ(text(r), "[0x1.8p+0, 0x1.8p+0], a zero, nan");
}

}  // namespace
}  // namespace classay
