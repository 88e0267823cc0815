// Operations of bfloat16: right is what single precision gives, at its own limit, rounded to nearest or toward zero, and
// nothing else. Expected results come from MPFR's rounding to f32 and from patterns, of which bfloat16's is the upper half:
// not from the code that is tested. How it could be wrong: the one rounding that the other formats have, a neighbour that
// passes, a quotient that is held to one rounding where single precision has 2.5 ulp.
#include <gtest/gtest.h>

#include <set>

#include "reference/exact/testing.h"
#include "reference/judge/judge.h"
#include "reference/judge/testing.h"
#include "reference/number/scramble.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

Value bf16(Bits b) { return {Type::bf16, b}; }

Subject subject(std::string_view builtin, Evaluate truth, double ulps) {
  return {.builtin = builtin, .truth = truth, .limit = ThroughFloat{ulps}, .results = {Type::bf16}, .core_operation = true};
}
const Subject kAdd = subject("add", oracle::add, 0.5);
const Subject kSub = subject("sub", oracle::sub, 0.5);
const Subject kMul = subject("mul", oracle::mul, 0.5);
const Subject kDiv = subject("div", oracle::div, 2.5);

// A number of f32 to the upper half, to nearest even and toward zero.
std::set<Bits> halves(Bits single) { return {(single + 0x7fff + (single >> 16U & 1U)) >> 16U, single >> 16U}; }

// The pattern of a number of MPFR's that f32 holds.
Bits pattern(const Real& x) { return round_to(kF32, x, Rounding::rtz); }

mpfr_srcptr operand(Real& holder, Bits b) {
  holder = exact(kBf16, b);
  return holder.get();
}

using Operation = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

// Enough for every sum and product to be exact; a quotient is not.
constexpr Precision kEnough = 600;

Real result_of(Operation operation, Bits x, Bits y) {
  Real a(8);
  Real b(8);
  Real r(kEnough);
  operation(r, operand(a, x), operand(b, y), MPFR_RNDN);
  return r;
}

std::set<Bits> of_one_rounding(Operation operation, Bits x, Bits y) {
  return halves(pattern(rounded_by_mpfr(kF32, result_of(operation, x, y), Rounding::rne)));
}

// All numbers of f32 within 2.5 ulp, found by trying each near the quotient.
std::set<Bits> of_quotient(Bits x, Bits y) {
  const Real q = result_of(mpfr_div, x, y);
  const Bits near = pattern(rounded_by_mpfr(kF32, q, Rounding::rtz));
  const int exponent = static_cast<int>(mpfr_get_exp(q)) - 1;
  std::set<Bits> all;
  if (exponent > kF32.emax) all.merge(halves(kF32.zero(mpfr_signbit(q.get()) != 0) | kF32.infinity()));
  Real allowed = exact_double(2.5);
  mpfr_mul_2si(allowed, allowed, spacing_exponent(kF32, exponent), MPFR_RNDN);
  // At a power of two the smaller spacing counts.
  const bool is_smaller = is_power_of_two(q) && exponent > kF32.emin() && exponent <= kF32.emax;
  if (is_smaller) mpfr_div_2ui(allowed, allowed, 1, MPFR_RNDN);
  for (std::int64_t step = -8; step <= 8; ++step) {
    const Bits b = stepped(kF32, near, step);
    if (kF32.magnitude(b) > kF32.infinity()) continue;
    Real value = kF32.is_infinite(b) ? power_of_two(kF32.emax + 1) : exact(kF32, kF32.magnitude(b));
    if (kF32.is_negative(b)) mpfr_neg(value, value, MPFR_RNDN);
    mpfr_sub(value, value, q, MPFR_RNDN);
    mpfr_abs(value, value, MPFR_RNDN);
    if (compare(value, allowed) <= 0) all.merge(halves(b));
  }
  return all;
}

// Is each of the results near the right ones judged as it should be?
void expect_exactly(const Subject& s, Bits x, Bits y, const std::set<Bits>& right) {
  const std::int64_t middle = ordered(kBf16, *right.begin());
  for (std::int64_t at = middle - 3; at <= middle + 3; ++at) {
    const Bits got = from_ordered(kBf16, at);
    if (kBf16.magnitude(got) > kBf16.infinity()) continue;
    bool expected = right.contains(got);
    // Which zero a quotient that is nearly nothing rounds to is within its limit.
    if (kBf16.is_zero(got) && s.builtin == "div") expected = right.contains(0) || right.contains(kBf16.sign_bit());
    ASSERT_EQ(s.verdict({bf16(x), bf16(y)}, {got}), expected ? Verdict::right : Verdict::wrong)
        << s.builtin << " " << x << " " << y << " gave " << got;
  }
}

bool are_numbers(Bits x, Bits y) { return kBf16.is_finite(x) && kBf16.is_finite(y); }

void expect_of_pair(Bits x, Bits y) {
  const RealScope scope;
  if (!are_numbers(x, y)) return;
  const auto expect_rounded = [&](const Subject& s, Operation operation) {
    if (mpfr_zero_p(result_of(operation, x, y).get()) == 0) expect_exactly(s, x, y, of_one_rounding(operation, x, y));
  };
  expect_rounded(kAdd, mpfr_add);
  expect_rounded(kSub, mpfr_sub);
  expect_rounded(kMul, mpfr_mul);
  if (!kBf16.is_zero(y) && !kBf16.is_zero(x)) expect_exactly(kDiv, x, y, of_quotient(x, y));
}

// Every first operand, each with a second one of its own, which lies near it in half of them.
TEST(JudgeThroughFloatTest, EveryFirstOperandHasTheResultsOfSinglePrecisionRoundedOnceMore) {
  for (Bits x = 0; x <= kBf16.mask(); ++x) {
    const Bits some = mixed(x);
    const Bits near = (x + (some >> 32U) % 0x900 - 0x480) & kBf16.mask();
    expect_of_pair(x, (some & 0x10000U) != 0 ? near : some & kBf16.mask());
    if (HasFatalFailure()) return;
  }
}

TEST(JudgeThroughFloatTest, SoHaveAllPairsOfBoundaries) {
  for (const Bits x : boundaries(Type::bf16)) {
    for (const Bits y : boundaries(Type::bf16)) {
      expect_of_pair(x, y);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(JudgeThroughFloatTest, NothingElseIsGivenOfSpecials) {
  const Bits infinity = kBf16.infinity();
  const Bits one = kBf16.one();
  const Bits nan = kBf16.quiet_nan();
  EXPECT_TRUE(kAdd.right({bf16(infinity), bf16(one)}, {infinity}));
  EXPECT_TRUE(kAdd.wrong({bf16(infinity), bf16(one)}, {kBf16.max_finite()}));
  EXPECT_TRUE(kSub.right({bf16(infinity), bf16(infinity)}, {nan}));
  EXPECT_TRUE(kSub.wrong({bf16(infinity), bf16(infinity)}, {0}));
  EXPECT_TRUE(kMul.right({bf16(nan), bf16(one)}, {nan}));
  EXPECT_TRUE(kMul.wrong({bf16(nan), bf16(one)}, {one}));
  EXPECT_TRUE(kDiv.right({bf16(one), bf16(0)}, {infinity}));
  EXPECT_TRUE(kDiv.wrong({bf16(one), bf16(0)}, {kBf16.max_finite()}));
  EXPECT_TRUE(kAdd.wrong({bf16(one), bf16(one)}, {nan}));
  // x - x is +0.
  EXPECT_TRUE(kSub.right({bf16(one), bf16(one)}, {0}));
  EXPECT_TRUE(kSub.wrong({bf16(one), bf16(one)}, {kBf16.sign_bit()}));
}

// 1 + 2^-8 is a tie: to the even one, which is toward zero too; 1 + 3 * 2^-8 has both neighbours.
TEST(JudgeThroughFloatTest, BothRoundingsAreRightAndNoOtherIs) {
  const Bits tie = kBf16.one() - 8 * 0x80;  // 2^-8
  EXPECT_TRUE(kAdd.right({bf16(0x3f80), bf16(tie)}, {0x3f80}));
  EXPECT_TRUE(kAdd.wrong({bf16(0x3f80), bf16(tie)}, {0x3f81}));
  EXPECT_TRUE(kAdd.right({bf16(0x3f81), bf16(tie)}, {0x3f82}));
  EXPECT_TRUE(kAdd.right({bf16(0x3f81), bf16(tie)}, {0x3f81}));
  EXPECT_TRUE(kAdd.wrong({bf16(0x3f81), bf16(tie)}, {0x3f83}));
  Subject truncates = kAdd;
  truncates.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(truncates.right({bf16(0x3f81), bf16(tie)}, {0x3f82}));
}

// 1 + 2^-7 - 2^-30 of f64, toward zero: 1 in steps that both go there, and 1 + 2^-7 where the first one goes to the nearest
// number of f32. No document says which.
TEST(JudgeThroughFloatTest, AConversionInTwoStepsMayTakeTheFirstToNearest) {
  const Value x = f64(1 + 0x1p-7 - 0x1p-30);
  const Call call{.type = Type::f64, .args = {&x, 1}, .to = Type::bf16, .rounding = Rounding::rtz};
  const std::vector<Type> results{Type::bf16};
  Promise promise{.builtin = "convert_bfloat16_rtz",
                  .truth = exact_functions::convert,
                  .results = results,
                  .limit = Exact{},
                  .rounding_in_call = true,
                  .rounds_in_steps = true};
  const auto given = [&](Bits got) { return judge(promise, call, std::array{got}, {}); };
  EXPECT_EQ(given(0x3f80).verdict, Verdict::right);
  EXPECT_EQ(given(0x3f80).reading, "");
  EXPECT_EQ(given(0x3f81).verdict, Verdict::right);
  EXPECT_EQ(given(0x3f81).reading, "rounding-in-steps");
  EXPECT_EQ(given(0x3f7f).verdict, Verdict::wrong);
  promise.rounds_in_steps = false;
  EXPECT_EQ(given(0x3f81).verdict, Verdict::wrong);
}

TEST(JudgeThroughFloatTest, SubnormalsMayBeFlushedWhereSinglePrecisionFlushes) {
  Subject flushes = kAdd;
  flushes.arithmetic.flushes = true;
  EXPECT_TRUE(kAdd.wrong({bf16(1), bf16(1)}, {0}));
  EXPECT_TRUE(flushes.right({bf16(1), bf16(1)}, {0}));
  EXPECT_TRUE(flushes.right({bf16(1), bf16(1)}, {2}));
  EXPECT_TRUE(flushes.wrong({bf16(1), bf16(1)}, {3}));
}

}  // namespace
}  // namespace classay::judge_test
