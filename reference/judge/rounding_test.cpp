// The judge of what is rounded, contracted or exact, from both sides: a right result that must pass and the nearest wrong
// one that must fail.
#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reference/judge/component.h"
#include "reference/judge/judge.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

TEST(JudgeRoundingTest, OperationsRoundInTheDevicesMode) {
  Subject add{.builtin = "add", .truth = oracle::add, .limit = CorrectlyRounded{}, .core_operation = true};
  const std::vector<Value> args{f32(1), f32(0x1.8p-24F)};
  const Bits up = f32(1).bits + 1;
  EXPECT_TRUE(add.right(args, {up}));
  EXPECT_TRUE(add.wrong(args, {up - 1}));
  add.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(add.wrong(args, {up}));
  EXPECT_TRUE(add.right(args, {up - 1}));
  // Overflow toward zero stops at the largest number.
  EXPECT_TRUE(add.right({f32(3e38F), f32(3e38F)}, {kF32.max_finite()}));
  EXPECT_TRUE(add.wrong({f32(3e38F), f32(3e38F)}, {kInf32}));
}

TEST(JudgeRoundingTest, BuiltinsOnADeviceThatRoundsTowardZeroMayRoundToNearest) {
  Subject fdim{.builtin = "fdim", .truth = oracle::fdim, .limit = CorrectlyRounded{}};
  fdim.arithmetic.rounding = Rounding::rtz;
  const std::vector<Value> args{f32(1), f32(-0x1.8p-24F)};
  EXPECT_TRUE(fdim.right(args, {f32(1).bits}));
  const Judgement nearest_even = fdim.ask(args, {f32(1).bits + 1});
  EXPECT_EQ(nearest_even.verdict, Verdict::right);
  EXPECT_EQ(nearest_even.reading, "rounding-of-builtins");
  EXPECT_TRUE(fdim.wrong(args, {f32(1).bits + 2}));
}

TEST(JudgeRoundingTest, RintIsNearestEvenOnEveryDevice) {
  Subject rint{.builtin = "rint", .truth = exact_functions::rint, .limit = CorrectlyRounded{}};
  rint.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(rint.right({f32(1.75F)}, {f32(2).bits}));
  EXPECT_TRUE(rint.wrong({f32(1.75F)}, {f32(1).bits}));
}

TEST(JudgeRoundingTest, TheSignOfAZeroCountsForExactResults) {
  const Subject trunc{.builtin = "trunc", .truth = exact_functions::trunc, .limit = CorrectlyRounded{}};
  EXPECT_TRUE(trunc.right({f32(-0.5F)}, {kF32.zero(true)}));
  EXPECT_TRUE(trunc.wrong({f32(-0.5F)}, {kF32.zero(false)}));
  Subject unsigned_zeros = trunc;
  unsigned_zeros.arithmetic.zero_signs = false;
  EXPECT_TRUE(unsigned_zeros.right({f32(-0.5F)}, {kF32.zero(false)}));
  EXPECT_TRUE(unsigned_zeros.wrong({f32(-0.5F)}, {f32(-1).bits}));
}

TEST(JudgeRoundingTest, ConversionsNameTheirOwnMode) {
  Subject convert{
      .builtin = "convert_half_rtz", .truth = exact_functions::convert, .limit = CorrectlyRounded{}, .results = {Type::f16}};
  convert.call = {.to = Type::f16, .rounding = Rounding::rtz};
  Subject named = convert;
  named.arithmetic.rounding = Rounding::rne;
  const auto ask = [&](Bits got) {
    const std::vector<Value> args{f32(1 + 0x1.8p-11F)};
    const Promise promise{.builtin = "convert_half_rtz",
                          .truth = exact_functions::convert,
                          .results = named.results,
                          .limit = CorrectlyRounded{},
                          .rounding_in_call = true};
    return judge(promise, {.args = args, .to = Type::f16, .rounding = Rounding::rtz}, std::vector<Bits>{got}, {}).verdict;
  };
  EXPECT_EQ(ask(kF16.one()), Verdict::right);
  EXPECT_EQ(ask(kF16.one() + 1), Verdict::wrong);
}

TEST(JudgeContractionTest, MadIsFmaOrTwoRoundingsAndNothingElse) {
  const Subject mad{.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}};
  // (1 + e)^2 - (1 + 2e) is e^2 exactly; with the product rounded first it is 0.
  const float e = 0x1p-23F;
  const std::vector<Value> args{f32(1 + e), f32(1 + e), f32(-(1 + 2 * e))};
  EXPECT_TRUE(mad.right(args, {f32(0x1p-46F).bits}));
  EXPECT_TRUE(mad.right(args, {0}));
  EXPECT_TRUE(mad.wrong(args, {f32(0x1p-46F).bits + 1}));
  EXPECT_TRUE(mad.wrong(args, {1}));
  EXPECT_TRUE(mad.wrong(args, {kNan32}));
  const Subject fma{.builtin = "fma", .truth = oracle::fma, .limit = CorrectlyRounded{}};
  EXPECT_TRUE(fma.right(args, {f32(0x1p-46F).bits}));
  EXPECT_TRUE(fma.wrong(args, {0}));
}

// 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: with c = -1 the last term is lost in two roundings only.
TEST(JudgeContractionTest, WhatMustNotBeContractedIsTwoRoundings) {
  const Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const Value a = f32(0x1.001p0F);
  EXPECT_TRUE(off.right({a, a, f32(-1)}, {f32(0x1p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {f32(0x1.0008p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {f32(0x1.00001p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {kNan32}));
}

TEST(JudgeContractionTest, TwoRoundingsFollowAProductThatOverflowsInTheDevicesMode) {
  Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const std::vector<Value> args{f32(3e38F), f32(2), f32(-3e38F)};
  EXPECT_TRUE(off.right(args, {kInf32}));
  EXPECT_TRUE(off.wrong(args, {f32(3e38F).bits}));
  const std::vector<Value> infinite{f32(3e38F), f32(2), {Type::f32, kF32.infinity(true)}};
  EXPECT_TRUE(off.right(infinite, {kNan32}));
  EXPECT_TRUE(off.wrong(infinite, {kF32.infinity(true)}));
  off.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(off.wrong(args, {kInf32}));
  EXPECT_TRUE(off.right(args, {nearest(oracle::sub, {{Type::f32, kF32.max_finite()}, f32(3e38F)}, Rounding::rtz)}));
}

TEST(JudgeContractionTest, AProductThatIsSubnormalMayBeFlushed) {
  Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const std::vector<Value> args{f32(0x1p-100F), f32(0x1.8p-28F), f32(0x1p-126F)};
  const Bits kept = f32(0x1p-126F).bits + (1U << 21) + (1U << 20);
  EXPECT_TRUE(off.right(args, {kept}));
  EXPECT_TRUE(off.wrong(args, {f32(0x1p-126F).bits}));
  off.arithmetic.flushes = true;
  EXPECT_TRUE(off.right(args, {kept}));
  EXPECT_TRUE(off.right(args, {f32(0x1p-126F).bits}));
  EXPECT_TRUE(off.wrong(args, {f32(0x1p-125F).bits}));
}

TEST(JudgeContractionTest, AProductThatOverflowsIsFollowed) {
  const Subject mad{.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}};
  const std::vector<Value> args{f32(3e38F), f32(2), f32(-3e38F)};
  EXPECT_TRUE(mad.right(args, {f32(3e38F).bits}));  // fma
  EXPECT_TRUE(mad.right(args, {kInf32}));           // the product is infinite
  EXPECT_TRUE(mad.wrong(args, {kF32.max_finite()}));
  const std::vector<Value> infinite{f32(3e38F), f32(2), {Type::f32, kF32.infinity(true)}};
  EXPECT_TRUE(mad.right(infinite, {kF32.infinity(true)}));  // fma: finite + -inf
  EXPECT_TRUE(mad.right(infinite, {kNan32}));               // +inf + -inf
  EXPECT_TRUE(mad.wrong(infinite, {kInf32}));
}

TEST(JudgeExactTest, TwoResultsAreJudgedBoth) {
  const Subject frexp{
      .builtin = "frexp", .truth = exact_functions::frexp, .limit = Exact{}, .results = {Type::f32, Type::i32}};
  EXPECT_TRUE(frexp.right({f32(6)}, {f32(0.75F).bits, 3}));
  EXPECT_TRUE(frexp.wrong({f32(6)}, {f32(0.75F).bits, 2}));
  EXPECT_TRUE(frexp.wrong({f32(6)}, {f32(0.5F).bits, 3}));
}

// C99, 7.12.10.3: the magnitudes are congruent modulo 2^n, n being 3 at least.
TEST(JudgeExactTest, AQuotientOfCIsCongruent) {
  for (const std::int32_t right : {0, 8, 16, 300 * 8}) EXPECT_TRUE(is_congruent_quotient(right, 16, 3)) << right;
  for (const std::int32_t wrong : {1, 4, 12, -8}) EXPECT_FALSE(is_congruent_quotient(wrong, 16, 3)) << wrong;
  EXPECT_TRUE(is_congruent_quotient(-5, -13, 3));
  EXPECT_FALSE(is_congruent_quotient(5, -13, 3));
  EXPECT_TRUE(is_congruent_quotient(-8, 0, 3));
}

TEST(JudgeExactTest, RemquoPromisesLowBitsOfTheQuotientAndItsSign) {
  const Subject remquo{
      .builtin = "remquo", .truth = oracle::remquo, .limit = Exact{}, .results = {Type::f32, Type::i32}, .quotient_bits = 7};
  const auto quotient = [&](float x, float y, std::int32_t q) {
    return remquo.right({f32(x), f32(y)}, {0, static_cast<std::uint32_t>(q)});
  };
  EXPECT_TRUE(quotient(5, 1, 5));
  EXPECT_FALSE(quotient(5, 1, -5));
  EXPECT_FALSE(quotient(5, 1, -123));  // equal to 5 in seven bits of two's complement
  EXPECT_FALSE(quotient(5, 1, 133));   // a bit that the quotient does not have
  EXPECT_TRUE(quotient(300, 1, 300));
  EXPECT_TRUE(quotient(300, 1, 300 % 128));
  EXPECT_FALSE(quotient(300, 1, 300 % 64 + 64));
  EXPECT_TRUE(remquo.right({f32(-300), f32(1)}, {kF32.zero(true), static_cast<std::uint32_t>(-44)}));
  EXPECT_FALSE(remquo.right({f32(-300), f32(1)}, {kF32.zero(true), 44}));
  EXPECT_TRUE(quotient(128, 1, 0));
}

}  // namespace
}  // namespace classay::judge_test
