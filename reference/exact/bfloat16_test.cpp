// Compares bfloat16 with its definition, the upper half of an f32 pattern. Widening is a shift. Narrowing is a rounding of
// the pattern, whose carry increments the exponent, up to infinity. A number with more bits than f32 is rounded twice, here
// by MPFR. Possible faults: a different 16-bit format, one rounding instead of two.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/exact/testing.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::StrEq;

Bits widened(Bits b) { return b << 16U; }

// Precondition: a pattern of f32 that is not a NaN.
Bits narrowed(Bits b, Rounding mode) {
  const bool negative = kF32.is_negative(b);
  const bool is_away = mode == (negative ? Rounding::rtn : Rounding::rtp);
  const Bits half = mode == Rounding::rne ? 0x7fff + (b >> 16U & 1U) : is_away ? 0xffff : 0;
  return (b + half) >> 16U;
}

Truth truth_of_bits(Bits b) { return Truth::of(kBf16, b); }

// Rounds twice with MPFR.
std::vector<Truth> rounded_twice(const Call& call) {
  const Rounding mode = call.rounding;
  const Real single = rounded_by_mpfr(kF32, exact(call.args[0]), call.step.value_or(mode));
  return {Truth::of(rounded_by_mpfr(kBf16, single, mode))};
}

// Evaluates the f32 number with the same value.
template <Evaluate f>
std::vector<Truth> as_float(const Call& call) {
  std::vector<Value> args;
  for (const Value v : call.args) args.push_back(v.type == Type::bf16 ? Value{Type::f32, widened(v.bits)} : v);
  Call of_float = call;
  of_float.type = Type::f32;
  of_float.args = args;
  return f(of_float, 0);
}

Call form(Type to, Rounding mode, bool saturate = false) {
  return {.type = Type::bf16, .args = {}, .to = to, .rounding = mode, .saturate = saturate};
}

TEST(Bfloat16Test, EveryOneIsAFloatWithSixteenZerosBehindIt) {
  const auto expected = [](const Call& call) {
    const Bits b = call.args[0].bits;
    return std::vector{kBf16.is_nan(b) ? Truth::not_a_number() : Truth::of(kF32, widened(b))};
  };
  for (const Rounding mode : kRoundings) {
    EXPECT_THAT(first_disagreement(ef::convert, expected, every_pattern(Type::bf16), form(Type::f32, mode)), StrEq(""));
  }
}

TEST(Bfloat16Test, EveryOneGoesToEveryTypeAsItsFloatDoes) {
  for (const Type to : kNumberTypes) {
    if (to == Type::bf16) continue;
    for (const Rounding mode : kRoundings) {
      for (const bool saturate : {false, true}) {
        if (saturate && is_float(to)) continue;
        EXPECT_THAT(
            first_disagreement(ef::convert, as_float<ef::convert>, every_pattern(Type::bf16), form(to, mode, saturate)),
            StrEq(""))
            << info(to).name << " " << name(mode);
      }
    }
  }
}

// Every pattern, combined with lower bits near the rounding points: none, one, a half and its neighbours, all.
TEST(Bfloat16Test, AFloatIsRoundedAsItsPatternIs) {
  std::vector<Arguments> floats;
  for (Bits upper = 0; upper <= kBf16.mask(); ++upper) {
    for (const Bits lower : {0x0U, 0x1U, 0x7fffU, 0x8000U, 0x8001U, 0xffffU}) {
      const Bits b = widened(upper) | lower;
      if (!kF32.is_nan(b)) floats.push_back({{Type::f32, b}});
    }
  }
  for (const Rounding mode : kRoundings) {
    const auto expected = [&](const Call& call) { return std::vector{truth_of_bits(narrowed(call.args[0].bits, mode))}; };
    EXPECT_THAT(first_disagreement(ef::convert, expected, floats, form(Type::bf16, mode)), StrEq("")) << name(mode);
  }
}

TEST(Bfloat16Test, WhatHasMoreThanAFloatIsRoundedTwice) {
  for (const Type from : kNumberTypes) {
    if (from == Type::bf16) continue;
    const std::vector<Arguments> values = width(from) == 8 ? every_pattern(from) : samples({from}, 20000, 16);
    for (const Rounding mode : kRoundings) {
      EXPECT_THAT(first_disagreement(ef::convert, rounded_twice, values, form(Type::bf16, mode)), StrEq(""))
          << info(from).name << " " << name(mode);
      Call nearest_first = form(Type::bf16, mode);
      nearest_first.step = Rounding::rne;
      EXPECT_THAT(first_disagreement(ef::convert, rounded_twice, values, nearest_first), StrEq("")) << info(from).name;
    }
  }
}

TEST(Bfloat16Test, OneRoundingWouldNotDo) {
  const Bits above_a_tie = 0x3ff0100000000001;  // an f64 number slightly above 1 + 2^-8
  const Value x{Type::f64, above_a_tie};
  Call call = form(Type::bf16, Rounding::rne);
  call.args = {&x, 1};
  EXPECT_TRUE(agree(ef::convert(call, 0).front(), truth_of_bits(kBf16.one())));
  EXPECT_EQ(round_to(kBf16, exact(x), Rounding::rne), kBf16.one() + 1);
}

TEST(Bfloat16Test, ItsBitsAreThoseOfAShort) {
  const auto expected = [](const Call& call) { return std::vector{Truth::of_integer({Type::u16, call.args[0].bits})}; };
  EXPECT_THAT(first_disagreement(ef::as_type, expected, every_pattern(Type::bf16), form(Type::u16, Rounding::rne)),
              StrEq(""));
}

TEST(Bfloat16Test, ComparisonsAndClassesAreThoseOfItsFloat) {
  const std::vector<Arguments> pairs = samples({Type::bf16, Type::bf16}, 30000, 18);
  const auto expect_pairs = [&]<Evaluate f> {
    EXPECT_THAT(first_disagreement(f, as_float<f>, pairs, {.type = Type::bf16, .args = {}}), StrEq(""));
  };
  expect_pairs.operator()<ef::operator_equal>();
  expect_pairs.operator()<ef::operator_not_equal>();
  expect_pairs.operator()<ef::operator_less>();
  expect_pairs.operator()<ef::operator_less_equal>();
  expect_pairs.operator()<ef::operator_greater>();
  expect_pairs.operator()<ef::operator_greater_equal>();
  expect_pairs.operator()<ef::unordered_less>();
  expect_pairs.operator()<ef::islessgreater>();
  expect_pairs.operator()<ef::isordered>();
  const auto expect_all = [&]<Evaluate f> {
    EXPECT_THAT(first_disagreement(f, as_float<f>, every_pattern(Type::bf16), {.type = Type::bf16, .args = {}}), StrEq(""));
  };
  expect_all.operator()<ef::isfinite>();
  expect_all.operator()<ef::isinf>();
  expect_all.operator()<ef::isnan>();
  expect_all.operator()<ef::isnormal>();
  expect_all.operator()<ef::signbit>();
}

TEST(Bfloat16Test, ItsNegativeHasTheOtherSign) {
  const auto expected = [](const Call& call) { return std::vector{truth_of_bits(call.args[0].bits ^ 0x8000U)}; };
  EXPECT_THAT(first_disagreement(ef::negate, expected, every_pattern(Type::bf16), {.type = Type::bf16, .args = {}}),
              StrEq(""));
}

}  // namespace
}  // namespace classay
