// Each of these holes let a wrong device pass, or failed a right one, in a suite that vendors use. One test each, named
// after the hole; those that belong to other rooms (inputs, table, kernels, run) stand beside what they test.
#include <gtest/gtest.h>

#include <limits>

#include "reference/exact/exact.h"
#include "reference/judge/tally.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

TEST(HolesTest, MadIsExecutedAndCompared) {
  const Subject mad{.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}};
  EXPECT_TRUE(mad.right({f32(2), f32(3), f32(4)}, {f32(10).bits}));
  EXPECT_TRUE(mad.wrong({f32(2), f32(3), f32(4)}, {f32(11).bits}));
}

TEST(HolesTest, PrescribedEdgeCasesHoldUnderAnInfiniteLimit) {
  Subject lgamma{.builtin = "lgamma", .truth = oracle::lgamma, .limit = ImplementationDefined{}};
  lgamma.rules = {Rule("lgamma(1) = +0", "C99 F.9.5.3"), Rule("lgamma(±inf) = +inf", "C99 F.9.5.3")};
  EXPECT_TRUE(lgamma.right({f32(1)}, {0}));
  EXPECT_TRUE(lgamma.wrong({f32(1)}, {f32(0.5F).bits}));
  EXPECT_TRUE(lgamma.wrong({{Type::f32, kInf32}}, {kNan32}));
  EXPECT_TRUE(lgamma.right({f32(7)}, {f32(0.5F).bits}));
}

TEST(HolesTest, RelaxedArcFunctionsCanFail) {
  const Subject acos{.builtin = "acos", .truth = oracle::acos, .limit = Ulp{4096}};
  const Bits best = nearest(oracle::acos, {f32(0.5F)});
  EXPECT_TRUE(acos.right({f32(0.5F)}, {best + 4095}));
  EXPECT_TRUE(acos.wrong({f32(0.5F)}, {best + 4097}));
  EXPECT_TRUE(acos.wrong({f32(0.5F)}, {kNan32}));
}

TEST(HolesTest, ALimitDoesNotAccumulateAndDoesNotStay) {
  const Subject exp{.builtin = "exp", .truth = oracle::exp, .limit = ExpRelaxed{3}};
  const Bits far = nearest(oracle::exp, {f32(0.25F)}) + 4;
  EXPECT_TRUE(exp.wrong({f32(0.25F)}, {far}));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(exp.verdict({f32(40)}, {nearest(oracle::exp, {f32(40)})}), Verdict::right);
  EXPECT_TRUE(exp.wrong({f32(0.25F)}, {far}));
}

TEST(HolesTest, TheSignOfZeroIsNotIgnored) {
  Subject sin{.builtin = "sin", .truth = oracle::sin, .limit = Ulp{4}};
  sin.rules = {Rule("sin(±0) = ±0", "C99 F.9.1.6")};
  EXPECT_TRUE(sin.right({f32(-0.0F)}, {kF32.zero(true)}));
  EXPECT_TRUE(sin.wrong({f32(-0.0F)}, {kF32.zero(false)}));
}

TEST(HolesTest, ADeviceThatAnswersNanToEverythingFailsEverywhere) {
  for (const float x : {0.0F, 1.0F, -3.0F, 1e-40F, 3e38F}) {
    for (const Evaluate truth : {oracle::exp, oracle::sin, oracle::atan, oracle::tanh}) {
      const Subject subject{.builtin = "f", .truth = truth, .limit = Ulp{4}};
      EXPECT_TRUE(subject.wrong({f32(x)}, {kNan32}));
    }
  }
}

TEST(HolesTest, ARightF64SineIsNotFailedByAReferenceThatIsOffByAnUlp) {
  // Correctly rounded results pass even the strictest limit, and an error of one ulp is seen as such.
  const Subject cos{.builtin = "cos", .truth = oracle::cos, .limit = Ulp{0.5}, .results = {Type::f64}};
  for (const double x : {0x1.d10000000074p+380, 0x1.fffffffffffffp+1023, 0x1.921fb54442d18p+0, 1e22}) {
    const Bits best = nearest(oracle::cos, {f64(x)});
    EXPECT_TRUE(cos.right({f64(x)}, {best}));
    EXPECT_TRUE(cos.wrong({f64(x)}, {best + 1}));
    EXPECT_TRUE(cos.wrong({f64(x)}, {best - 1}));
  }
}

TEST(HolesTest, RemquoIsNotComparedWithSignsAliasing) {
  const Subject remquo{
      .builtin = "remquo", .truth = oracle::remquo, .limit = Exact{}, .results = {Type::f32, Type::i32}, .quotient_bits = 7};
  EXPECT_TRUE(remquo.right({f32(100), f32(1)}, {0, 100}));
  EXPECT_TRUE(remquo.wrong({f32(100), f32(1)}, {0, static_cast<std::uint32_t>(-28)}));
}

TEST(HolesTest, CountsOfZeroAreDefined) {
  for (const Type t : kIntegerTypes) {
    const auto bits = static_cast<Bits>(width(t));
    EXPECT_TRUE((
        Subject{.builtin = "clz", .truth = exact_functions::clz, .limit = Exact{}, .results = {t}}.right({{t, 0}}, {bits})));
    EXPECT_TRUE((
        Subject{.builtin = "ctz", .truth = exact_functions::ctz, .limit = Exact{}, .results = {t}}.right({{t, 0}}, {bits})));
    const Subject popcount{.builtin = "popcount", .truth = exact_functions::popcount, .limit = Exact{}, .results = {t}};
    EXPECT_TRUE(popcount.right({{t, 0}}, {0}));
    EXPECT_TRUE(popcount.wrong({{t, 0}}, {1}));
  }
}

TEST(HolesTest, HalfResultsAreRoundedOnceAndNotThroughFloat) {
  // A double just above the midpoint of two halves: through float it becomes the midpoint, and then goes to even.
  const double x = 1 + 0x1p-11 + 0x1p-40;
  const Promise promise{.builtin = "convert_half",
                        .truth = exact_functions::convert,
                        .results = std::span<const Type>(kFloatTypes).first(1),
                        .limit = CorrectlyRounded{},
                        .rounding_in_call = true};
  const std::vector<Value> args{f64(x)};
  const Call call{.type = Type::f64, .args = args, .to = Type::f16};
  EXPECT_EQ(judge(promise, call, std::vector<Bits>{kF16.one() + 1}, {}).verdict, Verdict::right);
  EXPECT_EQ(judge(promise, call, std::vector<Bits>{kF16.one()}, {}).verdict, Verdict::wrong);
}

TEST(HolesTest, AllFailuresAreCountedAndTheWorstIsKept) {
  Tally tally;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    tally.add({.index = i, .ulps = i == 777 ? std::numeric_limits<double>::infinity() : 5.0}, Tally::Outcome::wrong, 0,
              false);
  }
  EXPECT_EQ(tally.failed(), 1000U);
  EXPECT_EQ(tally.worst().front().index, 777U);
}

TEST(HolesTest, AnErrorIsNotOverwrittenByALaterPass) {
  Tally tally;
  tally.add({.index = 0, .ulps = 50}, Tally::Outcome::wrong, 0, false);
  for (std::uint64_t i = 1; i < 100; ++i) tally.add({.index = i, .ulps = 0.5}, Tally::Outcome::right, 0, false);
  EXPECT_EQ(tally.failed(), 1U);
  EXPECT_EQ(tally.worst().front().ulps, 50);
}

TEST(HolesTest, NothingJudgedIsNotAPass) {
  Tally tally;
  tally.add({.index = 0}, Tally::Outcome::undefined, 0, false);
  EXPECT_EQ(tally.judged(), 0U);
  const Subject undefined{.builtin = "sin", .truth = oracle::sin, .limit = AbsoluteOn{-1, 1, 0x1p-11}};
  EXPECT_EQ(undefined.verdict({f32(2)}, {0}), Verdict::undefined);
}

}  // namespace
}  // namespace classay::judge_test
