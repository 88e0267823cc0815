// The judge with derived limits: inside the reach, within the other limit, under a second reading, outside all of them.
#include <gtest/gtest.h>

#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

Limit step_limit(std::string_view builtin, const void*) {
  if (builtin == "exp" || builtin == "exp2") return ExpRelaxed{3};
  if (builtin == "log" || builtin == "log2") return AbsoluteOn{0.5, 2, 0x1p-21, 3};
  if (builtin == "acos") return Ulp{4096};
  return Ulp{3};
}

Subject relaxed(std::string_view builtin, Evaluate truth, Derived limit) {
  return {.builtin = builtin,
          .truth = truth,
          .limit = limit,
          .arithmetic = {.flushes = true, .nans = false, .infinities = false, .zero_signs = false, .edge_rules = false},
          .limit_of_step = step_limit};
}

TEST(JudgeDerivedTest, WhatTheDerivationCanGiveIsRightAndWhatItCannotIsWrong) {
  const Subject sinh =
      relaxed("sinh", oracle::sinh,
              {.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))", .defined = "|x| <= 88"});
  const Bits best = nearest(oracle::sinh, {f32(2)});
  EXPECT_TRUE(sinh.right({f32(2)}, {best}));
  EXPECT_TRUE(sinh.right({f32(2)}, {best + 5}));
  EXPECT_TRUE(sinh.wrong({f32(2)}, {best + 60}));
  EXPECT_TRUE(sinh.right({f32(0x1p-12F)}, {f32(0x1p-12F).bits}));
  EXPECT_TRUE(sinh.wrong({f32(0x1p-12F)}, {f32(0x1.01p-12F).bits}));
  EXPECT_TRUE(sinh.undefined({f32(89)}, {f32(1).bits}));
}

TEST(JudgeDerivedTest, TheLimitOfOtherImplementationsHoldsBesideTheDerivation) {
  const Subject sinh = relaxed("sinh", oracle::sinh,
                               {.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))",
                                .otherwise_ulp = 8192,
                                .defined = "|x| <= 88"});
  const Bits best = nearest(oracle::sinh, {f32(2)});
  EXPECT_TRUE(sinh.right({f32(2)}, {best + 8190}));
  EXPECT_TRUE(sinh.wrong({f32(2)}, {best + 8194}));
  EXPECT_TRUE(sinh.wrong({f32(2)}, {kNan32}));
}

TEST(JudgeDerivedTest, ASecondReadingIsNamedWhenItWasNeeded) {
  const Subject acospi = relaxed("acospi", oracle::acospi, {.forms = "acos(x) * M_PI_F or acos(x) * M_1_PI_F"});
  const Judgement meant = acospi.ask({f32(0.5F)}, {nearest(oracle::acospi, {f32(0.5F)})});
  EXPECT_EQ(meant.verdict, Verdict::right);
  const Judgement literal = acospi.ask({f32(0.5F)}, {f32(3.2898681F).bits});
  EXPECT_EQ(literal.verdict, Verdict::right);
  EXPECT_NE(literal.reading, meant.reading);
  EXPECT_TRUE(acospi.wrong({f32(0.5F)}, {f32(1).bits}));
}

TEST(JudgeDerivedTest, NothingIsPromisedOfArgumentsThatAreNotFinite) {
  const Subject exp10 = relaxed("exp10", oracle::exp10, {.forms = "exp2(x * log2(10))", .otherwise_ulp = 8192});
  EXPECT_TRUE(exp10.undefined({{Type::f32, kInf32}}, {0}));
  EXPECT_TRUE(exp10.undefined({{Type::f32, kNan32}}, {0}));
}

TEST(JudgeDerivedTest, ARelaxedLimitWinsOverAPrescribedValueAndTheReadingIsNamed) {
  Subject rootn = relaxed("rootn", oracle::rootn, {.forms = "x == 0: 0"});
  rootn.rules = {Rule("rootn(±0, odd n>0) = ±0", "additional requirements")};
  rootn.arithmetic.zero_signs = true;
  const std::vector<Value> args{f32(-0.0F), i32(3)};
  EXPECT_EQ(rootn.ask(args, {kF32.zero(true)}).reading, "");
  const Judgement j = rootn.ask(args, {kF32.zero(false)});
  EXPECT_EQ(j.verdict, Verdict::right);
  EXPECT_EQ(j.reading, "relaxed-against-rules");
  EXPECT_TRUE(rootn.wrong(args, {f32(1).bits}));
  rootn.arithmetic.edge_rules = true;
  EXPECT_TRUE(rootn.wrong(args, {kF32.zero(false)}));
}

}  // namespace
}  // namespace classay::judge_test
