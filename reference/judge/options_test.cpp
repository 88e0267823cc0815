// What build options let a device do, and what they do not: only finite numbers, signs of zero, edge cases.
#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reference/judge/flush.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

Subject with(const Arithmetic& arithmetic, Subject subject) {
  subject.arithmetic = arithmetic;
  return subject;
}

constexpr Arithmetic kFinite{.nans = false, .infinities = false};
constexpr Arithmetic kNoSigns{.zero_signs = false};
constexpr Arithmetic kUnsafe{.flushes = true, .zero_signs = false, .edge_rules = false};

TEST(JudgeOptionsTest, FiniteMathPromisesNothingOfWhatIsNotFinite) {
  const Subject exp = with(kFinite, {.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}});
  EXPECT_TRUE(exp.undefined({{Type::f32, kNan32}}, {kNan32}));
  EXPECT_TRUE(exp.undefined({{Type::f32, kInf32}}, {f32(0).bits}));
  const Subject log = with(kFinite, {.builtin = "log", .truth = oracle::log, .limit = Ulp{3}});
  EXPECT_TRUE(log.undefined({f32(-1)}, {f32(0).bits}));
}

TEST(JudgeOptionsTest, WhatIsAssumedOfNanIsNotAssumedOfInfinities) {
  const Subject add{.builtin = "add", .truth = oracle::add, .limit = CorrectlyRounded{}, .core_operation = true};
  const Subject no_nan = with({.nans = false}, add);
  EXPECT_TRUE(no_nan.undefined({{Type::f32, kNan32}, f32(1)}, {f32(7).bits}));
  EXPECT_TRUE(no_nan.undefined({{Type::f32, kInf32}, {Type::f32, kF32.negate(kInf32)}}, {f32(7).bits}));
  EXPECT_TRUE(no_nan.right({{Type::f32, kInf32}, f32(1)}, {kInf32}));
  EXPECT_TRUE(no_nan.wrong({{Type::f32, kInf32}, f32(1)}, {f32(7).bits}));
  EXPECT_TRUE(no_nan.wrong({f32(3e38F), f32(3e38F)}, {f32(7).bits}));
  const Subject no_infinity = with({.infinities = false}, add);
  EXPECT_TRUE(no_infinity.undefined({{Type::f32, kInf32}, f32(1)}, {f32(7).bits}));
  EXPECT_TRUE(no_infinity.undefined({f32(3e38F), f32(3e38F)}, {f32(7).bits}));
  EXPECT_TRUE(no_infinity.right({{Type::f32, kNan32}, f32(1)}, {kNan32}));
  EXPECT_TRUE(no_infinity.wrong({{Type::f32, kNan32}, f32(1)}, {f32(7).bits}));
}

// DenormFlushToZero: operands and results.
TEST(JudgeOptionsTest, WhatHasToBeFlushedIsWrongWhenItIsNot) {
  const Bits least = kF32.min_subnormal();
  const Bits normal = kF32.min_normal();
  const Subject mul = with({.flushes = true, .must_flush = true},
                           {.builtin = "mul", .truth = oracle::mul, .limit = CorrectlyRounded{}, .core_operation = true});
  EXPECT_TRUE(mul.right({{Type::f32, normal}, f32(0.5F)}, {0}));
  EXPECT_TRUE(mul.right({{Type::f32, normal}, f32(0.5F)}, {kF32.zero(true)}));
  EXPECT_TRUE(mul.wrong({{Type::f32, normal}, f32(0.5F)}, {normal >> 1U}));
  EXPECT_TRUE(mul.right({{Type::f32, least}, f32(0x1p60F)}, {0}));
  EXPECT_TRUE(mul.wrong({{Type::f32, least}, f32(0x1p60F)}, {f32(0x1p-89F).bits}));
  EXPECT_TRUE(mul.right({{Type::f32, normal}, f32(2)}, {f32(0x1p-125F).bits}));
  EXPECT_TRUE(mul.wrong({{Type::f32, normal}, f32(2)}, {0}));
  // Where it only may be, both are right.
  const Subject may = with({.flushes = true}, mul);
  EXPECT_TRUE(may.right({{Type::f32, least}, f32(0x1p60F)}, {f32(0x1p-89F).bits}));
  EXPECT_TRUE(may.right({{Type::f32, normal}, f32(0.5F)}, {normal >> 1U}));
}

TEST(JudgeOptionsTest, FiniteMathPromisesNothingWhereAnInfinityIsRight) {
  const Subject exp = with(kFinite, {.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}});
  EXPECT_TRUE(exp.undefined({f32(89)}, {kNan32}));
  EXPECT_TRUE(exp.undefined({f32(89)}, {kInf32}));
  const Subject add = with(kFinite, {.builtin = "add", .truth = oracle::add, .limit = CorrectlyRounded{}});
  EXPECT_TRUE(add.undefined({f32(3e38F), f32(3e38F)}, {0}));
  EXPECT_TRUE(add.undefined({f32(-3e38F), f32(-3e38F)}, {0}));
  EXPECT_TRUE(add.wrong({f32(3e38F), f32(1e37F)}, {kInf32}));
}

// rsqrt of a subnormal, which may be a zero, is infinite then.
TEST(JudgeOptionsTest, WhatAFlushedArgumentGivesIsAssumedAwayToo) {
  const std::vector<Value> least{{Type::f32, kF32.min_subnormal()}};
  const Bits exact = f32(0x1.6a09e6p+74F).bits;
  const Bits junk = f32(7).bits;
  const Subject flushing = with({.flushes = true}, {.builtin = "rsqrt", .truth = oracle::rsqrt, .limit = Ulp{2}});
  EXPECT_TRUE(flushing.right(least, {exact}));
  EXPECT_TRUE(flushing.right(least, {kInf32}));
  EXPECT_TRUE(flushing.wrong(least, {junk}));
  const Subject unsafe = with(kUnsafe, flushing);
  EXPECT_TRUE(unsafe.right(least, {exact}));
  EXPECT_TRUE(unsafe.right(least, {kInf32}));
  EXPECT_TRUE(unsafe.undefined(least, {junk}));
  Arithmetic both = kUnsafe;
  both.nans = both.infinities = false;
  const Subject relaxed = with(both, flushing);
  EXPECT_TRUE(relaxed.right(least, {exact}));
  EXPECT_TRUE(relaxed.undefined(least, {kInf32}));
  EXPECT_TRUE(relaxed.undefined(least, {junk}));
  EXPECT_TRUE(relaxed.wrong({f32(1)}, {junk}));
}

TEST(JudgeOptionsTest, FiniteMathPromisesNothingWhereAProductOverflowsBeforeItIsAddedTo) {
  const Subject mad =
      with(kFinite, {.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}, .core_operation = true});
  EXPECT_TRUE(mad.undefined({f32(0x1p127F), f32(2), f32(-0x1p127F)}, {kNan32}));
  EXPECT_TRUE(mad.wrong({f32(0x1p126F), f32(2), f32(-0x1p127F)}, {kNan32}));
}

TEST(JudgeOptionsTest, FiniteMathLeavesFiniteNumbersAsTheyAre) {
  const Subject exp = with(kFinite, {.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}});
  const Bits e = nearest(oracle::exp, {f32(1)});
  EXPECT_TRUE(exp.right({f32(1)}, {e + 2}));
  EXPECT_TRUE(exp.wrong({f32(1)}, {e + 4}));
  EXPECT_TRUE(exp.wrong({f32(88)}, {kInf32}));
  const Subject fabs = with(kFinite, {.builtin = "fabs", .truth = exact_functions::fabs, .limit = Exact{}});
  EXPECT_TRUE(fabs.wrong({f32(-0.0F)}, {kF32.zero(true)}));
}

TEST(JudgeOptionsTest, WithoutSignsOfZeroEitherZeroIsRightAndNothingElseChanges) {
  const Subject trunc = with(kNoSigns, {.builtin = "trunc", .truth = exact_functions::trunc, .limit = CorrectlyRounded{}});
  EXPECT_TRUE(trunc.right({f32(-0.5F)}, {kF32.zero(false)}));
  EXPECT_TRUE(trunc.wrong({f32(-0.5F)}, {f32(-1).bits}));
  EXPECT_TRUE(trunc.wrong({f32(-1.5F)}, {f32(1).bits}));
  EXPECT_TRUE(trunc.wrong({f32(-0.5F)}, {1}));
}

TEST(JudgeOptionsTest, WithoutSignsOfZeroAnArgumentMayBeTheOtherZero) {
  const Subject copysign = with(kNoSigns, {.builtin = "copysign", .truth = exact_functions::copysign, .limit = Exact{}});
  const std::vector<Value> args{f32(1), f32(-0.0F)};
  EXPECT_EQ(copysign.ask(args, {f32(-1).bits}).reading, "");
  const Judgement other = copysign.ask(args, {f32(1).bits});
  EXPECT_EQ(other.verdict, Verdict::right);
  EXPECT_EQ(other.reading, "zero-signs-of-arguments");
  EXPECT_TRUE(copysign.wrong(args, {f32(2).bits}));
  EXPECT_TRUE(copysign.wrong({f32(1), f32(-1)}, {f32(1).bits}));
  EXPECT_TRUE(with({}, copysign).wrong(args, {f32(1).bits}));
}

TEST(JudgeOptionsTest, UnsafeMathPromisesNoEdgeCaseButItsLimitsHold) {
  Subject tanh = with(kUnsafe, {.builtin = "tanh", .truth = oracle::tanh, .limit = Ulp{5}});
  tanh.rules = {Rule("tanh(±inf) = ±1", "C99"), Rule("tanh(±0) = ±0", "C99")};
  const std::vector<Value> infinite{{Type::f32, kInf32}};
  EXPECT_TRUE(tanh.right(infinite, {f32(1).bits}));
  EXPECT_TRUE(tanh.undefined(infinite, {kNan32}));
  EXPECT_TRUE(tanh.undefined({{Type::f32, kNan32}}, {f32(1).bits}));
  EXPECT_TRUE(tanh.wrong({f32(0)}, {f32(1).bits}));
  EXPECT_TRUE(tanh.wrong({f32(1)}, {kNan32}));
  const Subject log = with(kUnsafe, {.builtin = "log", .truth = oracle::log, .limit = Ulp{3}});
  EXPECT_TRUE(log.right({f32(0)}, {kF32.infinity(true)}));
  EXPECT_TRUE(log.undefined({f32(0)}, {f32(-100).bits}));
  tanh.arithmetic = {};
  EXPECT_TRUE(tanh.wrong(infinite, {kNan32}));
}

TEST(JudgeOptionsTest, ManyZerosOfUnknownSignProveNothing) {
  FlushedArguments lists{{std::vector<Value>(16, f32(0))}, true};
  add_other_zeros(lists, lists.lists.front());
  EXPECT_FALSE(lists.complete);
  FlushedArguments two{{{f32(0), f32(1), f32(-0.0F)}}, true};
  add_other_zeros(two, std::vector<Value>{f32(0), f32(1), f32(-0.0F)});
  EXPECT_TRUE(two.complete);
  EXPECT_EQ(two.lists.size(), 4U);
  for (const float x : {0.0F, -0.0F}) {
    for (const float z : {0.0F, -0.0F}) {
      EXPECT_THAT(two.lists, testing::Contains(std::vector<Value>{f32(x), f32(1), f32(z)}));
    }
  }
}

}  // namespace
}  // namespace classay::judge_test
