// What right looks like: overflow as GMP's integers have it, compared with the range of the type that C computes in. How it
// could be wrong: at one end of a range only; of an unsigned type, whose promotion is signed, never or always.
#include "reference/exact/overflow.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <random>

#include "reference/exact/exact.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

mpz_class number(Value v) { return mpz_class(is_signed(v.type) ? std::to_string(as_signed(v)) : std::to_string(v.bits)); }

bool is_beyond(Type t, const mpz_class& i) {
  const bool is_narrow = width(t) < 32;
  if (!is_signed(t) && !is_narrow) return false;
  const int bits = is_signed(t) ? width(t) : 32;
  const mpz_class end = mpz_class(1) << (bits - 1);
  return i >= end || (is_signed(t) && i < -end);
}

TEST(OverflowTest, IsThatOfTheTypeThatCComputesIn) {
  std::mt19937_64 random(5);
  for (const Type t : kIntegerTypes) {
    int beyond = 0;
    const std::array<Bits, 5> ends{0, 1, mask(t), mask(t) >> 1, (mask(t) >> 1) + 1};
    for (int i = 0; i < 3000; ++i) {
      const auto one = [&] { return Value{t, (random() % 2 == 0 ? ends.at(random() % 5) : random()) & mask(t)}; };
      const std::array<Value, 2> args{one(), one()};
      const Call pair{.type = t, .args = args};
      const Call single{.type = t, .args = std::span(args).first(1)};
      const mpz_class x = number(args[0]);
      const mpz_class y = number(args[1]);
      EXPECT_EQ(overflows_of(int_add)(pair), is_beyond(t, x + y));
      EXPECT_EQ(overflows_of(int_sub)(pair), is_beyond(t, x - y));
      EXPECT_EQ(overflows_of(int_mul)(pair), is_beyond(t, x * y));
      EXPECT_EQ(overflows_of(int_negate)(single), is_beyond(t, -x));
      EXPECT_EQ(overflows_of(increment)(single), is_beyond(t, x + 1));
      EXPECT_EQ(overflows_of(decrement)(single), is_beyond(t, x - 1));
      beyond += is_beyond(t, x * y) ? 1 : 0;
    }
    const bool can_overflow = is_signed(t) || t == Type::u16;
    EXPECT_EQ(beyond > 0, can_overflow);
  }
}

TEST(OverflowTest, OfRemaindersOneQuotientOverflows) {
  for (const Type t : kIntegerTypes) {
    for (const Bits x : {Bits{0}, mask(t), (mask(t) >> 1) + 1}) {
      for (const Bits y : {Bits{1}, mask(t)}) {
        const std::array<Value, 2> args{Value{t, x}, Value{t, y}};
        const bool is_it = is_signed(t) && x == (mask(t) >> 1) + 1 && y == mask(t);
        EXPECT_EQ(remainder_overflows({.type = t, .args = args}), is_it);
        EXPECT_EQ(int_rem({.type = t, .args = args}, kFirstPrecision)[0].kind, Truth::Kind::integer);
      }
    }
  }
}

TEST(OverflowTest, OtherOperatorsHaveNone) {
  for (const Evaluate e : {same, bit_and, int_div, shift_left, mul_hi, add_sat}) EXPECT_EQ(overflows_of(e), nullptr);
}

}  // namespace
}  // namespace classay::exact_functions
