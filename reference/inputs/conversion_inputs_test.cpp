// What right looks like: between any two types whose numbers lie so, there are ties, numbers on both sides of a tie, the
// limits of the destination and what is beyond them; and a place that all of them come from is told by counting.
#include "reference/inputs/conversion_inputs.h"

#include <gtest/gtest.h>

#include "reference/exact/exact.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

struct Seen {
  int ties = 0;          // a directed rounding up and one down differ, and nearest-even is the one with an even last bit
  int inexact = 0;       // and not all of them are ties
  int out_of_range = 0;  // of an integer type; infinities of floating-point types
};

Truth converted(Value x, Type to, Rounding mode) {
  return exact_functions::convert({.args = std::span(&x, 1), .to = to, .rounding = mode}, kFirstPrecision).front();
}

// The finite numbers in the middle of two: the next number toward zero of the source rounds down to nearest, the next one
// away from it rounds up.
Seen seen(Type from, Type to) {
  const RealScope scope;
  Seen s;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    CounterRandom random(1, i);
    const Value x{from, near_place_of_conversion(from, to, random)};
    if (is_float(from) && !is_finite(x)) continue;
    const Truth up = converted(x, to, Rounding::rtp);
    const Truth down = converted(x, to, Rounding::rtn);
    if (up.kind == Truth::Kind::any || up.kind == Truth::Kind::infinite || down.kind == Truth::Kind::infinite) {
      ++s.out_of_range;
      continue;
    }
    if (up.kind == down.kind &&
        (up.kind == Truth::Kind::integer ? up.integer == down.integer : mpfr_equal_p(up.value->low, down.value->low) != 0)) {
      continue;
    }
    ++s.inexact;
    const auto nearest = [&](Bits bits) {
      const Truth t = converted({from, bits & mask(from)}, to, Rounding::rne);
      return t.kind == Truth::Kind::real ? mpfr_get_d(t.value->low, MPFR_RNDN) : static_cast<double>(t.integer);
    };
    s.ties += nearest(x.bits - 1) != nearest(x.bits + 1) ? 1 : 0;
  }
  return s;
}

TEST(ConversionInputsTest, WhatIsRoundedIsOftenRoundedAtATieAndNotAlways) {
  const std::pair<Type, Type> rounding[] = {{Type::f32, Type::f16}, {Type::f64, Type::f16}, {Type::f64, Type::f32},
                                            {Type::f32, Type::i32}, {Type::f64, Type::u8},  {Type::i32, Type::f16},
                                            {Type::u64, Type::f32}, {Type::i64, Type::f64}, {Type::f64, Type::i64}};
  for (const auto& [from, to] : rounding) {
    const Seen s = seen(from, to);
    EXPECT_GT(s.ties, 500) << info(from).name << " to " << info(to).name;
    EXPECT_GT(s.inexact - s.ties, 500) << info(from).name << " to " << info(to).name;
  }
}

TEST(ConversionInputsTest, LimitsAreCrossed) {
  const std::pair<Type, Type> narrowing[] = {{Type::f32, Type::f16}, {Type::f64, Type::f32}, {Type::f32, Type::i8},
                                             {Type::f64, Type::u64}, {Type::u32, Type::f16}, {Type::f64, Type::i32}};
  for (const auto& [from, to] : narrowing) {
    EXPECT_GT(seen(from, to).out_of_range, 500) << info(from).name << " to " << info(to).name;
  }
}

TEST(ConversionInputsTest, TheNumbersAroundTheLimitsOfAnIntegerTypeAreThere) {
  for (const Type from : {Type::i16, Type::i32, Type::i64}) {
    std::vector<bool> found(6);
    for (std::uint64_t i = 0; i < 20000; ++i) {
      CounterRandom random(2, i);
      const std::int64_t x = as_signed({from, near_place_of_conversion(from, Type::u8, random)});
      if (x >= 253 && x <= 258) found[static_cast<std::size_t>(x - 253)] = true;
    }
    EXPECT_EQ(found, std::vector<bool>(6, true)) << info(from).name;
  }
}

}  // namespace
}  // namespace classay
