// Compares conversions with MPFR's directed rounding: every half to every type and mode, strata and boundaries of other
// types.
#include <gmock/gmock.h>
#include <gmpxx.h>
#include <gtest/gtest.h>

#include "reference/exact/testing.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

constexpr std::array kAllTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                               Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};

mpz_class smallest(Type t) { return is_signed(t) ? mpz_class(-(mpz_class(1) << (width(t) - 1))) : mpz_class(0); }
mpz_class largest(Type t) { return smallest(t) + (mpz_class(1) << width(t)) - 1; }

Truth integer_truth(Type t, const mpz_class& i) {
  mpz_class pattern;
  mpz_fdiv_r_2exp(pattern.get_mpz_t(), i.get_mpz_t(), static_cast<unsigned>(width(t)));
  return Truth::of_integer({t, std::stoull(pattern.get_str())});
}

// Returns the nearest value of the type, found by comparing real numbers.
Truth saturated(Type t, const Real& x) {
  if (x.is_nan()) return integer_truth(t, 0);
  if (mpfr_cmp_z(x, smallest(t).get_mpz_t()) < 0) return integer_truth(t, smallest(t));
  if (mpfr_cmp_z(x, largest(t).get_mpz_t()) > 0) return integer_truth(t, largest(t));
  mpz_class i;
  mpfr_get_z(i.get_mpz_t(), x, MPFR_RNDN);  // exact: x is integral
  return integer_truth(t, i);
}

std::vector<Truth> expected_convert(const Call& call) {
  const Value from = call.args[0];
  const Real x = exact(from);
  if (is_float(call.to)) return {Truth::of(rounded_by_mpfr(format(call.to), x, call.rounding))};
  Real whole(64);
  mpfr_rint(whole, x, mpfr_mode(call.rounding));
  if (x.is_nan()) return {Truth::anything()};
  if (call.saturate) return {saturated(call.to, whole)};
  if (!whole.is_finite()) return {Truth::anything()};
  // Before rounding or after: ambiguity A35.
  const auto in_range = [&](const Real& r) {
    return mpfr_cmp_z(r, smallest(call.to).get_mpz_t()) >= 0 && mpfr_cmp_z(r, largest(call.to).get_mpz_t()) <= 0;
  };
  if (is_float(from.type) && !(in_range(x) && in_range(whole))) return {Truth::anything()};
  mpz_class i;
  mpfr_get_z(i.get_mpz_t(), whole, MPFR_RNDN);
  return {integer_truth(call.to, i)};
}

std::vector<Arguments> inputs(Type t) {
  if (width(t) == 8) return every_pattern(t);
  return samples({t}, 3000, 14);
}

template <class F>
void for_each_form(Type to, F&& f) {
  for (const Rounding mode : kRoundings) {
    f(Call{.args = {}, .to = to, .rounding = mode, .saturate = false});
    if (!is_float(to)) f(Call{.args = {}, .to = to, .rounding = mode, .saturate = true});
  }
}

void expect_conversions(Type from, const std::vector<Arguments>& values) {
  for (const Type to : kAllTypes) {
    for_each_form(to, [&](const Call& form) {
      EXPECT_THAT(first_disagreement(ef::convert, expected_convert, values, form), StrEq(""))
          << info(from).name << " to " << info(to).name << " " << name(form.rounding) << (form.saturate ? " sat" : "");
    });
  }
}

TEST(ExactConversionTest, EveryHalfToEveryTypeInEveryMode) { expect_conversions(Type::f16, every_pattern(Type::f16)); }

TEST(ExactConversionTest, EveryOtherTypeToEveryTypeInEveryMode) {
  for (const Type from : kAllTypes) {
    if (from != Type::f16) expect_conversions(from, inputs(from));
  }
}

// Returns the numbers around every halfway case of float to half: pairs of neighbours, their midpoint, and its neighbours.
std::vector<Arguments> halfway_inputs() {
  std::vector<Arguments> all;
  for (Bits b = 0; b < kF16.infinity(); b += 7) {
    const Real low = exact(kF16, b);
    Real middle(24);
    mpfr_add(middle, low, b + 1 == kF16.infinity() ? power_of_two(16) : exact(kF16, b + 1), MPFR_RNDN);
    mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
    const Bits pattern = round_to(kF32, middle, Rounding::rne);
    for (const Bits p : {pattern - 1, pattern, pattern + 1}) {
      all.push_back({Value{Type::f32, p}});
      all.push_back({Value{Type::f32, kF32.negate(p)}});
    }
  }
  return all;
}

TEST(ExactConversionTest, FloatsBesideTheMiddleOfTwoHalvesRoundOnce) {
  const auto values = halfway_inputs();
  for (const Rounding mode : kRoundings) {
    const Call form{.args = {}, .to = Type::f16, .rounding = mode};
    EXPECT_THAT(first_disagreement(ef::convert, expected_convert, values, form), StrEq("")) << name(mode);
    const Call store{.args = {}, .rounding = mode};
    const Expected stored = [](const Call& call) {
      Call to_half = call;
      to_half.to = Type::f16;
      return expected_convert(to_half);
    };
    EXPECT_THAT(first_disagreement(ef::vstore_half, stored, values, store), StrEq("")) << name(mode);
    EXPECT_THAT(first_disagreement(ef::vstore_half, stored, samples({Type::f64}, 5000, 15), store), StrEq("")) << name(mode);
  }
}

TEST(ExactConversionTest, AnotherModeAndAnUnsaturatedResultAreToldApart) {
  for (const Rounding mode : kRoundings) {
    for (const Rounding other : kRoundings) {
      if (mode == other) continue;
      const Expected expected_other = [other](const Call& call) {
        Call changed = call;
        changed.rounding = other;
        return expected_convert(changed);
      };
      const Call to_half{.args = {}, .to = Type::f16, .rounding = mode};
      EXPECT_THAT(first_disagreement(ef::convert, expected_other, halfway_inputs(), to_half), Ne("")) << name(mode);
      const Call to_int{.args = {}, .to = Type::i32, .rounding = mode, .saturate = true};
      EXPECT_THAT(first_disagreement(ef::convert, expected_other, inputs(Type::f32), to_int), Ne("")) << name(mode);
    }
  }
  const Expected saturated_instead = [](const Call& call) {
    Call changed = call;
    changed.saturate = true;
    return expected_convert(changed);
  };
  EXPECT_THAT(first_disagreement(ef::convert, saturated_instead, inputs(Type::i32), {.args = {}, .to = Type::u8}), Ne(""));
}

// Ambiguity A35: -0.5 is less than the smallest unsigned value, and rounds to it or beyond it.
TEST(ExactConversionTest, MinusOneHalfToUnsignedIsOpenUnlessItSaturates) {
  const std::vector<Value> minus_half{{Type::f32, kF32.negate(kF32.one() - kF32.min_normal())}};
  for (const Rounding mode : kRoundings) {
    Call call{.args = minus_half, .to = Type::u32, .rounding = mode};
    EXPECT_EQ(ef::convert(call, kFirstPrecision)[0].kind, Truth::Kind::any);
    call.saturate = true;
    EXPECT_TRUE(agree(ef::convert(call, kFirstPrecision)[0], integer_truth(Type::u32, 0)));
    EXPECT_FALSE(agree(ef::convert(call, kFirstPrecision)[0], integer_truth(Type::u32, 1)));
  }
}

TEST(ExactConversionTest, LoadingAHalfChangesNothing) {
  const Expected value = [](const Call& call) { return std::vector{Truth::of(exact(kF16, call.args[0].bits))}; };
  EXPECT_THAT(first_disagreement(ef::vload_half, value, every_pattern(Type::f16)), StrEq(""));
  EXPECT_THAT(first_disagreement(ef::vload_half, value, every_pattern(Type::u16)), StrEq(""));
  EXPECT_THAT(first_disagreement(ef::fabs, value, every_pattern(Type::f16)), Ne(""));
}

TEST(ExactConversionTest, ReinterpretingAndMovingKeepThePattern) {
  for (const Type from : kAllTypes) {
    const Expected moved = [](const Call& call) {
      const Value v = call.args[0];
      return std::vector{is_float(v.type) ? Truth::of(exact(v)) : Truth::of_integer(v)};
    };
    EXPECT_THAT(first_disagreement(ef::move, moved, inputs(from)), StrEq("")) << info(from).name;
    for (const Type to : kAllTypes) {
      const Call form{.args = {}, .to = to};
      if (width(from) != width(to)) {
        EXPECT_THROW(first_disagreement(ef::as_type, moved, inputs(from), form), std::invalid_argument);
        continue;
      }
      const Expected seen = [&](const Call& call) {
        const std::vector<Value> same{{to, call.args[0].bits}};
        return moved({.args = same});
      };
      EXPECT_THAT(first_disagreement(ef::as_type, seen, inputs(from), form), StrEq("")) << info(from).name;
      if (is_float(from) == is_float(to)) continue;
      EXPECT_THAT(first_disagreement(ef::convert, seen, inputs(from), form), Ne("")) << info(from).name;
    }
  }
}

}  // namespace
}  // namespace classay
