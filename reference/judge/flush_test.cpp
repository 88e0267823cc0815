// Flush to zero: the four results that a flushing device may give, the signs of flushed zeros, nextafter's own list, and
// that none of it is granted to a device that keeps subnormals.
#include "reference/judge/flush.h"

#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

constexpr Bits kSmall = 0x00012345;  // a subnormal f32
constexpr Bits kPlusZero = 0;
constexpr Bits kMinusZero = kF32.sign_bit();

Value small(Bits b = kSmall) { return {Type::f32, b}; }

Subject flushing(Subject subject) {
  subject.arithmetic.flushes = true;
  return subject;
}

TEST(JudgeFlushTest, ADeviceThatKeepsSubnormalsMustNotFlush) {
  const Subject fabs{.builtin = "fabs", .truth = exact_functions::fabs, .limit = Exact{}};
  EXPECT_TRUE(fabs.right({small()}, {kSmall}));
  EXPECT_TRUE(fabs.wrong({small()}, {kPlusZero}));
  const Subject exp2{.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}};
  EXPECT_TRUE(exp2.wrong({f32(-130)}, {kPlusZero}));
}

TEST(JudgeFlushTest, FirstTheResultWithoutFlushing) {
  const Subject exp2 = flushing({.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}});
  EXPECT_TRUE(exp2.right({f32(-130)}, {f32(0x1p-130F).bits}));
  EXPECT_TRUE(exp2.wrong({f32(-130)}, {f32(0x1p-130F).bits + 4}));
}

TEST(JudgeFlushTest, SecondAZeroOfEitherSignForASubnormalResult) {
  const Subject exp2 = flushing({.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}});
  EXPECT_TRUE(exp2.right({f32(-130)}, {kPlusZero}));
  EXPECT_TRUE(exp2.right({f32(-130)}, {kMinusZero}));
  EXPECT_TRUE(exp2.wrong({f32(-125)}, {kPlusZero}));
}

TEST(JudgeFlushTest, SubnormalBeforeRoundingIncludesRightResultsBesideTheSmallestNormal) {
  // Exactly the smallest normal number: within 3 ulp a right result is subnormal, which may be flushed. Rounded correctly
  // it is not subnormal, and a zero is wrong.
  const Subject loose = flushing({.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}});
  EXPECT_TRUE(loose.right({f32(-126)}, {kPlusZero}));
  const Subject tight = flushing({.builtin = "exp2", .truth = oracle::exp2, .limit = CorrectlyRounded{}});
  EXPECT_TRUE(tight.wrong({f32(-126)}, {kPlusZero}));
  // Below the smallest normal number but rounding to it: subnormal before rounding.
  const Subject mul =
      flushing({.builtin = "mul", .truth = oracle::mul, .limit = CorrectlyRounded{}, .core_operation = true});
  const std::vector<Value> args{f32(0x1.fffffep-1F), f32(0x1.000002p-126F)};
  ASSERT_EQ(nearest(oracle::mul, args), kF32.min_normal());
  EXPECT_TRUE(mul.right(args, {kF32.min_normal()}));
  EXPECT_TRUE(mul.wrong(args, {kPlusZero}));  // 2^-126 (1 + 2^-24 ...) is not below it
  const std::vector<Value> below{f32(0x1.fffffep-1F), f32(0x1p-126F)};
  EXPECT_TRUE(mul.right(below, {kPlusZero}));
}

TEST(JudgeFlushTest, ThirdAnyResultWithFlushedOperands) {
  const Subject add =
      flushing({.builtin = "add", .truth = oracle::add, .limit = CorrectlyRounded{}, .core_operation = true});
  EXPECT_TRUE(add.right({small(), small(0x7fffff)}, {kSmall + 0x7fffff}));
  EXPECT_TRUE(add.right({small(), small(0x7fffff)}, {kPlusZero}));
  EXPECT_TRUE(add.right({f32(0x1p-126F), small()}, {f32(0x1p-126F).bits}));           // the operand flushed
  EXPECT_TRUE(add.right({f32(0x1p-126F), small()}, {f32(0x1p-126F).bits + kSmall}));  // or not
  EXPECT_TRUE(add.wrong({f32(0x1p-126F), small()}, {f32(0x1p-126F).bits + 1}));
  EXPECT_TRUE(add.wrong({f32(0x1p-126F), small()}, {kPlusZero}));
}

TEST(JudgeFlushTest, TheSignOfAFlushedOperandIsFree) {
  const Subject rsqrt = flushing({.builtin = "div", .truth = oracle::div, .limit = Ulp{2.5}, .core_operation = true});
  EXPECT_TRUE(rsqrt.right({f32(1), small()}, {kInf32}));
  EXPECT_TRUE(rsqrt.right({f32(1), small()}, {kF32.infinity(true)}));
  EXPECT_TRUE(rsqrt.wrong({f32(1), small()}, {kNan32}));
  const Subject kept{.builtin = "div", .truth = oracle::div, .limit = Ulp{2.5}, .core_operation = true};
  EXPECT_TRUE(kept.wrong({f32(1), small()}, {kF32.infinity(true)}));
}

TEST(JudgeFlushTest, FourthAZeroForASubnormalResultOfFlushedOperands) {
  const Subject fma = flushing({.builtin = "fma", .truth = oracle::fma, .limit = CorrectlyRounded{}});
  // a flushed: 0 * b + c with c subnormal, flushed as a result.
  EXPECT_TRUE(fma.right({small(), f32(0x1p30F), small(5)}, {kPlusZero}));
  EXPECT_TRUE(fma.right({small(), f32(0x1p30F), small(5)}, {5}));
  EXPECT_TRUE(fma.wrong({small(), f32(0x1p30F), small(5)}, {6}));
}

TEST(JudgeFlushTest, PrescribedValuesUnderFlushingNameTheReading) {
  Subject ceil{.builtin = "ceil", .truth = exact_functions::ceil, .limit = CorrectlyRounded{}};
  ceil.rules = {Rule("ceil(-1<x<0) = -0", "additional requirements")};
  const Value negative = small(kSmall | kMinusZero);
  EXPECT_TRUE(ceil.right({negative}, {kMinusZero}));
  EXPECT_TRUE(ceil.wrong({negative}, {kPlusZero}));
  const Judgement j = flushing(ceil).ask({negative}, {kPlusZero});
  EXPECT_EQ(j.verdict, Verdict::right);
  EXPECT_EQ(j.reading, "flush-prescribed");
  EXPECT_EQ(flushing(ceil).ask({negative}, {kMinusZero}).reading, "");
  EXPECT_TRUE(flushing(ceil).wrong({negative}, {f32(-1).bits}));
  EXPECT_TRUE(flushing(ceil).wrong({f32(-0.5F)}, {kPlusZero}));  // not a subnormal: nothing to flush
}

// "Returns y if x < y, otherwise it returns x": x may be zero where it is compared.
TEST(JudgeFlushTest, AnOperandThatIsFlushedMayBeGivenBackAsItCame) {
  const Subject keeps{.builtin = "fmax", .truth = exact_functions::fmax, .limit = Exact{}};
  const Subject fmax = flushing(keeps);
  const Value less = small(kSmall | kMinusZero);
  const Judgement j = fmax.ask({less, f32(0)}, {less.bits});
  EXPECT_EQ(j.verdict, Verdict::right);
  EXPECT_EQ(j.reading, "flush-of-one-use");
  EXPECT_TRUE(keeps.wrong({less, f32(0)}, {less.bits}));
  EXPECT_TRUE(fmax.wrong({less, f32(0)}, {less.bits + 1}));
  EXPECT_TRUE(fmax.wrong({less, f32(1)}, {less.bits}));
  EXPECT_TRUE(fmax.wrong({f32(-1), f32(0)}, {f32(-1).bits}));
  const Subject mul =
      flushing({.builtin = "mul", .truth = oracle::mul, .limit = CorrectlyRounded{}, .core_operation = true});
  EXPECT_TRUE(mul.wrong({small(), f32(5)}, {small().bits}));
}

TEST(JudgeFlushTest, NextafterHasItsOwnList) {
  const Bits normal = kF32.min_normal();
  Subject nextafter = flushing({.builtin = "nextafter", .truth = exact_functions::nextafter, .limit = Exact{}});
  nextafter.rules = {Rule("nextafter(-0, y>0) = +min_subnormal", "additional requirements"),
                     Rule("nextafter(+0, y<0) = -min_subnormal", "additional requirements")};
  EXPECT_TRUE(nextafter.right({{Type::f32, kMinusZero}, f32(1)}, {1}));
  EXPECT_TRUE(nextafter.right({{Type::f32, kMinusZero}, f32(1)}, {normal}));
  EXPECT_TRUE(nextafter.wrong({{Type::f32, kMinusZero}, f32(1)}, {normal + 1}));
  EXPECT_EQ(nextafter.ask({{Type::f32, kMinusZero}, f32(1)}, {kPlusZero}).reading, "flush-prescribed");
  EXPECT_TRUE(nextafter.right({{Type::f32, kPlusZero}, f32(-1)}, {normal | kMinusZero}));
  EXPECT_TRUE(nextafter.wrong({{Type::f32, kPlusZero}, f32(-1)}, {normal}));
  EXPECT_TRUE(nextafter.right({{Type::f32, normal}, f32(0)}, {kPlusZero}));
  EXPECT_TRUE(nextafter.right({{Type::f32, normal}, f32(0)}, {normal - 1}));
  EXPECT_TRUE(nextafter.wrong({{Type::f32, normal}, f32(1)}, {kPlusZero}));
  // From zero towards a subnormal: a step to the smallest normal number, or none, if y counts as a zero.
  EXPECT_TRUE(nextafter.right({{Type::f32, kMinusZero}, small()}, {normal}));
  EXPECT_TRUE(nextafter.right({{Type::f32, kMinusZero}, small()}, {kPlusZero}));
  EXPECT_TRUE(nextafter.right({{Type::f32, kPlusZero}, small(kSmall | kMinusZero)}, {normal | kMinusZero}));
  EXPECT_TRUE(nextafter.wrong({{Type::f32, kPlusZero}, small(kSmall | kMinusZero)}, {normal}));
  EXPECT_TRUE(nextafter.wrong({{Type::f32, kMinusZero}, small()}, {normal + 1}));
  Subject keeps = nextafter;
  keeps.arithmetic.flushes = false;
  EXPECT_TRUE(keeps.wrong({{Type::f32, kMinusZero}, f32(1)}, {normal}));
  EXPECT_TRUE(keeps.wrong({{Type::f32, kMinusZero}, small()}, {normal}));
  EXPECT_TRUE(keeps.wrong({{Type::f32, kMinusZero}, f32(1)}, {kPlusZero}));
  EXPECT_TRUE(keeps.wrong({{Type::f32, normal}, f32(0)}, {kPlusZero}));
}

TEST(JudgeFlushTest, OperationsThatNoDocumentNamesNeedAReading) {
  Subject isless =
      flushing({.builtin = "isless", .truth = exact_functions::isless, .limit = Exact{}, .results = {Type::i32}});
  isless.flushing = Flushing::unnamed;
  EXPECT_EQ(isless.ask({f32(0), small()}, {1}).reading, "");
  const Judgement flushed = isless.ask({f32(0), small()}, {0});
  EXPECT_EQ(flushed.verdict, Verdict::right);
  EXPECT_EQ(flushed.reading, "what-may-flush");
}

TEST(JudgeFlushTest, HalfFunctionsMayFlushOnEveryDevice) {
  Subject half_exp2{.builtin = "half_exp2", .truth = oracle::exp2, .limit = Ulp{8192}};
  EXPECT_TRUE(half_exp2.wrong({f32(-127)}, {kPlusZero}));
  half_exp2.flushing = Flushing::always;
  EXPECT_TRUE(half_exp2.right({f32(-127)}, {kPlusZero}));
}

TEST(JudgeFlushTest, LoadsAndStoresOfHalfNeverFlush) {
  Subject load = flushing({.builtin = "vload_half", .truth = exact_functions::vload_half, .limit = Exact{}});
  EXPECT_TRUE(load.right({f16(1)}, {kPlusZero}));
  load.flushing = Flushing::never;
  EXPECT_TRUE(load.wrong({f16(1)}, {kPlusZero}));
  EXPECT_TRUE(load.right({f16(1)}, {f32(0x1p-24F).bits}));
}

// "Denormalized numbers for the half data type which may be generated ... cannot be flushed": a float that is stored may.
TEST(JudgeFlushTest, OfAStoreOfHalfTheOperandAloneMayBeFlushed) {
  Subject store{.builtin = "vstore_half_rtp",
                .truth = exact_functions::vstore_half,
                .limit = CorrectlyRounded{},
                .results = {Type::f16}};
  store.call.to = Type::f16;
  store.call.rounding = Rounding::rtp;
  store.flushing = Flushing::operands;
  EXPECT_TRUE(store.wrong({{Type::f32, 1}}, {0}));
  store.arithmetic.flushes = true;
  const Judgement flushed = store.ask({{Type::f32, 1}}, {0});
  EXPECT_EQ(flushed.verdict, Verdict::right);
  EXPECT_EQ(flushed.reading, "what-may-flush");
  EXPECT_TRUE(store.right({{Type::f32, 1}}, {1}));
  EXPECT_TRUE(store.wrong({f32(0x1p-20F)}, {0}));
  EXPECT_TRUE(store.right({f32(0x1p-20F)}, {0x10}));
}

// A conversion of a format that is flushed to one that is not, and the reverse.
TEST(JudgeFlushTest, OperandsAndResultsMayBeOfDifferentFormats) {
  Subject convert{
      .builtin = "convert_half", .truth = exact_functions::convert, .limit = CorrectlyRounded{}, .results = {Type::f16}};
  convert.call.to = Type::f16;
  convert.call.rounding = Rounding::rtp;
  convert.arithmetic.flushes = true;
  EXPECT_TRUE(convert.right({f32(0x1p-20F)}, {0}));
  convert.arithmetic.keeps_results = true;
  EXPECT_TRUE(convert.wrong({f32(0x1p-20F)}, {0}));
  EXPECT_TRUE(convert.right({{Type::f32, 1}}, {0}));
  convert.arithmetic.keeps_results = false;
  convert.arithmetic.keeps_operands = true;
  convert.results = {Type::f32};
  convert.call.to = Type::f32;
  EXPECT_TRUE(convert.right({f64(0x1p-140)}, {0}));
  convert.results = {Type::i32};
  convert.call.to = Type::i32;
  EXPECT_TRUE(convert.wrong({{Type::f32, 1}}, {0}));
}

// "If the sum of squares is less than FLT_MIN then the implementation may return back p", or what the limit allows; "in
// denorms are flushed to zero mode, individual operand elements with magnitude less than sqrt(FLT_MIN) may be flushed".
TEST(JudgeFlushTest, FastNormalizeHasItsOwnList) {
  Subject normalize{.builtin = "fast_normalize",
                    .truth = oracle::normalize,
                    .limit = UlpByLanes{8192, 0, true},
                    .results = {Type::f32, Type::f32}};
  normalize.call.lanes = 2;
  const auto in = [&](float x, float y, float u, float v) {
    return normalize.verdict({f32(x), f32(y)}, {f32(u).bits, f32(v).bits});
  };
  EXPECT_EQ(in(0x1p-70F, 0, 0x1p-70F, 0), Verdict::right);
  EXPECT_EQ(in(0x1p-70F, 0, 1, 0), Verdict::right);
  EXPECT_EQ(in(0x1p-70F, 0, 3, 4), Verdict::wrong);
  EXPECT_EQ(in(0x1p-70F, 0, 0, 0), Verdict::wrong);
  EXPECT_EQ(in(0x1p-62F, 0, 0x1p-62F, 0), Verdict::wrong);
  EXPECT_EQ(in(0x1p-64F, 0x1p-62F, 0, 1), Verdict::wrong);
  EXPECT_EQ(in(0x1p100F, 0, 3, 4), Verdict::undefined);
  normalize.arithmetic.flushes = true;
  EXPECT_EQ(in(0x1p-64F, 0x1p-62F, 0, 1), Verdict::right);
  EXPECT_EQ(in(0x1p-64F, 0x1p-62F, 1, 0), Verdict::wrong);
  EXPECT_EQ(in(0x1p-62F, 0x1p-62F, 0, 1), Verdict::wrong);
  EXPECT_EQ(in(0x1p-70F, 0, 0, 0), Verdict::right);
  EXPECT_EQ(in(0x1p-70F, 0, 3, 4), Verdict::wrong);
}

// The distance from a subnormal result is not an error of the computation.
TEST(JudgeFlushTest, AFlushedResultHasNoError) {
  Subject exp2{.builtin = "half_exp2", .truth = oracle::exp2, .limit = Ulp{8192}};
  exp2.flushing = Flushing::always;
  const Judgement flushed = exp2.ask({f32(-126.5F)}, {0});
  EXPECT_EQ(flushed.verdict, Verdict::right);
  EXPECT_EQ(flushed.error, nullptr);
  // Within the limit it is one.
  EXPECT_NE(exp2.ask({f32(-148)}, {0}).error, nullptr);
  EXPECT_NE(exp2.ask({f32(-126.5F)}, {5}).error, nullptr);
  EXPECT_EQ(exp2.ask({f32(-126.5F)}, {5}).verdict, Verdict::wrong);
}

TEST(JudgeFlushTest, EveryCombinationOfFlushedOperandsIsListed) {
  const std::vector<Value> args{small(), f32(1), small(7)};
  const FlushedArguments lists = flushed_arguments(args);
  EXPECT_TRUE(lists.complete);
  EXPECT_EQ(lists.lists.size(), 9U);
  EXPECT_EQ(lists.lists.front(), args);
  for (const auto& list : lists.lists) EXPECT_EQ(list[1], f32(1));
  for (const Bits first : {kSmall, kPlusZero, kMinusZero}) {
    for (const Bits last : {Bits{7}, kPlusZero, kMinusZero}) {
      EXPECT_THAT(lists.lists, testing::Contains(std::vector<Value>{small(first), f32(1), small(last)}));
    }
  }
}

TEST(JudgeFlushTest, SoManySubnormalsThatNotEveryCombinationIsTriedProveNothing) {
  Subject length = flushing({.builtin = "length", .truth = oracle::length, .limit = Ulp{1}});
  length.call.lanes = 16;
  const std::vector<Value> args(16, small(0x400000));
  EXPECT_TRUE(length.undefined(args, {0x123}));
  EXPECT_TRUE(length.right(args, {0}));
}

}  // namespace
}  // namespace classay::judge_test
