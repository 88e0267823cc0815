// Compares the functions with arbitrary-precision integers and loops over bits: on every pair of 8-bit values, and on
// boundaries and random patterns of wider types.
#include <gmock/gmock.h>
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "reference/exact/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

constexpr int kSamples = 5000;

// Converts between values and patterns by powers of two instead of sign extension.
mpz_class power(int n) { return mpz_class(1) << static_cast<unsigned>(n); }
mpz_class number(Value v) {
  const mpz_class pattern(std::to_string(v.bits));
  return is_signed(v.type) && pattern >= power(width(v.type) - 1) ? mpz_class(pattern - power(width(v.type))) : pattern;
}
mpz_class smallest(Type t) { return is_signed(t) ? mpz_class(-power(width(t) - 1)) : mpz_class(0); }
mpz_class largest(Type t) { return smallest(t) + power(width(t)) - 1; }
mpz_class floor_shift(const mpz_class& x, int n) {
  mpz_class r;
  mpz_fdiv_q_2exp(r.get_mpz_t(), x.get_mpz_t(), static_cast<unsigned>(n));
  return r;
}
Truth modulo(Type t, const mpz_class& x) {
  mpz_class r;
  mpz_fdiv_r_2exp(r.get_mpz_t(), x.get_mpz_t(), static_cast<unsigned>(width(t)));
  return Truth::of_integer({t, std::stoull(r.get_str())});
}
Truth nearest(Type t, const mpz_class& x) {
  return modulo(t, x < smallest(t) ? smallest(t) : x > largest(t) ? largest(t) : x);
}
bool bit(Value v, int i) { return ((v.bits >> i) & 1) != 0; }
int wrap_index(int i, int n) { return ((i % n) + n) % n; }

template <class F>
Truth by_bits(Type t, F&& f) {
  Bits r = 0;
  for (int i = 0; i < width(t); ++i) r |= f(i) ? Bits{1} << i : 0;
  return Truth::of_integer({t, r});
}

Type unsigned_of(Type t) { return integer_type(width(t), false); }
bool within_24(Value v) {
  const mpz_class x = number(v);
  return is_signed(v.type) ? x >= -power(23) && x < power(23) : x < power(24);
}
bool divides(Value x, Value y) { return number(y) != 0 && number(x) / number(y) <= largest(x.type); }
mpz_class floor_remainder(Value x, Value y) {
  mpz_class r;
  mpz_fdiv_r(r.get_mpz_t(), number(x).get_mpz_t(), number(y).get_mpz_t());
  return r;
}

using Arrays = std::span<const Value>;
struct Case {
  std::string name;
  Evaluate function;
  Evaluate wrong;
  std::size_t arity;
  std::function<Truth(Arrays)> expected;
  std::vector<Type> types = {kIntegerTypes.begin(), kIntegerTypes.end()};
};

std::vector<Case> saturating_cases() {
  return {
      {"abs", ef::abs, ef::int_negate, 1, [](Arrays a) { return modulo(unsigned_of(a[0].type), abs(number(a[0]))); }},
      {"abs_diff", ef::abs_diff, ef::int_sub, 2,
       [](Arrays a) { return modulo(unsigned_of(a[0].type), abs(number(a[0]) - number(a[1]))); }},
      {"add_sat", ef::add_sat, ef::int_add, 2, [](Arrays a) { return nearest(a[0].type, number(a[0]) + number(a[1])); }},
      {"sub_sat", ef::sub_sat, ef::int_sub, 2, [](Arrays a) { return nearest(a[0].type, number(a[0]) - number(a[1])); }},
      {"mad_sat", ef::mad_sat, ef::mad_hi, 3,
       [](Arrays a) { return nearest(a[0].type, number(a[0]) * number(a[1]) + number(a[2])); }},
      {"hadd", ef::hadd, ef::rhadd, 2,
       [](Arrays a) { return modulo(a[0].type, floor_shift(number(a[0]) + number(a[1]), 1)); }},
      {"rhadd", ef::rhadd, ef::hadd, 2,
       [](Arrays a) { return modulo(a[0].type, floor_shift(number(a[0]) + number(a[1]) + 1, 1)); }},
      {"mul_hi", ef::mul_hi, ef::int_mul, 2,
       [](Arrays a) { return modulo(a[0].type, floor_shift(number(a[0]) * number(a[1]), width(a[0].type))); }},
      {"mad_hi", ef::mad_hi, ef::mad_sat, 3,
       [](Arrays a) {
         return modulo(a[0].type, floor_shift(number(a[0]) * number(a[1]), width(a[0].type)) + number(a[2]));
       }},
      {"max", ef::max, ef::min, 2, [](Arrays a) { return modulo(a[0].type, std::max(number(a[0]), number(a[1]))); }},
      {"min", ef::min, ef::max, 2, [](Arrays a) { return modulo(a[0].type, std::min(number(a[0]), number(a[1]))); }},
      {"clamp", ef::clamp, ef::mad_hi, 3,
       [](Arrays a) {
         if (number(a[1]) > number(a[2])) return Truth::anything();
         return modulo(a[0].type, std::clamp(number(a[0]), number(a[1]), number(a[2])));
       }},
  };
}

std::vector<Case> bit_cases() {
  return {
      {"clz", ef::clz, ef::ctz, 1,
       [](Arrays a) {
         int n = 0;
         while (n < width(a[0].type) && !bit(a[0], width(a[0].type) - 1 - n)) ++n;
         return modulo(a[0].type, n);
       }},
      {"ctz", ef::ctz, ef::clz, 1,
       [](Arrays a) {
         int n = 0;
         while (n < width(a[0].type) && !bit(a[0], n)) ++n;
         return modulo(a[0].type, n);
       }},
      {"popcount", ef::popcount, ef::clz, 1,
       [](Arrays a) {
         return modulo(a[0].type, mpz_class(mpz_popcount(mpz_class(std::to_string(a[0].bits)).get_mpz_t())));
       }},
      {"bit_reverse", ef::bit_reverse, ef::bit_not, 1,
       [](Arrays a) { return by_bits(a[0].type, [&](int i) { return bit(a[0], width(a[0].type) - 1 - i); }); }},
      {"bit_not", ef::bit_not, ef::int_negate, 1,
       [](Arrays a) { return by_bits(a[0].type, [&](int i) { return !bit(a[0], i); }); }},
      {"bit_and", ef::bit_and, ef::bit_or, 2,
       [](Arrays a) { return by_bits(a[0].type, [&](int i) { return bit(a[0], i) && bit(a[1], i); }); }},
      {"bit_or", ef::bit_or, ef::bit_xor, 2,
       [](Arrays a) { return by_bits(a[0].type, [&](int i) { return bit(a[0], i) || bit(a[1], i); }); }},
      {"bit_xor", ef::bit_xor, ef::bit_or, 2,
       [](Arrays a) { return by_bits(a[0].type, [&](int i) { return bit(a[0], i) != bit(a[1], i); }); }},
      {"rotate", ef::rotate, ef::shift_left, 2,
       [](Arrays a) {
         const int bits = width(a[0].type);
         const mpz_class amount = number({unsigned_of(a[1].type), a[1].bits}) % bits;
         const int n = static_cast<int>(amount.get_si());
         return by_bits(a[0].type, [&](int i) { return bit(a[0], wrap_index(i - n, bits)); });
       }},
      {"upsample",
       ef::upsample,
       ef::bit_or,
       2,
       [](Arrays a) {
         const Type t = integer_type(2 * width(a[0].type), is_signed(a[0].type));
         return modulo(t, number(a[0]) * power(width(a[0].type)) + number({unsigned_of(a[1].type), a[1].bits}));
       },
       {Type::i8, Type::u8, Type::i16, Type::u16, Type::i32, Type::u32}},
  };
}

std::vector<Case> operator_cases() {
  return {
      {"+", ef::int_add, ef::add_sat, 2, [](Arrays a) { return modulo(a[0].type, number(a[0]) + number(a[1])); }},
      {"-", ef::int_sub, ef::sub_sat, 2, [](Arrays a) { return modulo(a[0].type, number(a[0]) - number(a[1])); }},
      {"*", ef::int_mul, ef::mul_hi, 2, [](Arrays a) { return modulo(a[0].type, number(a[0]) * number(a[1])); }},
      {"same", ef::same, ef::int_negate, 1, [](Arrays a) { return modulo(a[0].type, number(a[0])); }},
      {"increment", ef::increment, ef::decrement, 1, [](Arrays a) { return modulo(a[0].type, number(a[0]) + 1); }},
      {"decrement", ef::decrement, ef::increment, 1, [](Arrays a) { return modulo(a[0].type, number(a[0]) - 1); }},
      {"negate", ef::int_negate, ef::bit_not, 1, [](Arrays a) { return modulo(a[0].type, -number(a[0])); }},
      {"/", ef::int_div, ef::int_rem, 2,
       [](Arrays a) {
         if (!divides(a[0], a[1])) return Truth::anything();
         const mpz_class magnitude = abs(number(a[0])) / abs(number(a[1]));
         const bool negative = (number(a[0]) < 0) != (number(a[1]) < 0);
         return modulo(a[0].type, negative ? mpz_class(-magnitude) : magnitude);
       }},
      {"rem", ef::int_rem, ef::int_div, 2,
       [](Arrays a) {
         if (number(a[1]) == 0) return Truth::anything();
         const mpz_class magnitude = abs(number(a[0])) % abs(number(a[1]));
         return modulo(a[0].type, number(a[0]) < 0 ? mpz_class(-magnitude) : magnitude);
       }},
      {"mod", ef::int_mod, ef::int_div, 2,
       [](Arrays a) { return number(a[1]) != 0 ? modulo(a[0].type, floor_remainder(a[0], a[1])) : Truth::anything(); }},
      {"mul24",
       ef::mul24,
       ef::int_mul,
       2,
       [](Arrays a) {
         if (!within_24(a[0]) || !within_24(a[1])) return Truth::anything();
         return modulo(a[0].type, number(a[0]) * number(a[1]));
       },
       {Type::i32, Type::u32}},
      {"mad24",
       ef::mad24,
       ef::mad_sat,
       3,
       [](Arrays a) {
         if (!within_24(a[0]) || !within_24(a[1])) return Truth::anything();
         return modulo(a[0].type, number(a[0]) * number(a[1]) + number(a[2]));
       },
       {Type::i32, Type::u32}},
  };
}

std::vector<Arguments> inputs(std::size_t arity, Type t) {
  if (width(t) == 8 && arity == 1) return every_pattern(t);
  if (width(t) == 8 && arity == 2) return every_pair(t, t);
  return samples(std::vector<Type>(arity, t), kSamples, 6);
}

Expected single(const Case& c) {
  return [&c](const Call& call) { return std::vector{c.expected(call.args)}; };
}

void expect_agreement(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    for (const Type t : c.types) {
      EXPECT_THAT(first_disagreement(c.function, single(c), inputs(c.arity, t)), StrEq("")) << c.name << " " << info(t).name;
    }
  }
}

void expect_disagreement_of_the_wrong_one(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    EXPECT_THAT(first_disagreement(c.wrong, single(c), inputs(c.arity, c.types.front())), Ne("")) << c.name;
  }
}

TEST(ExactIntegerTest, ArithmeticAndSaturationAgreeWithBigIntegers) { expect_agreement(saturating_cases()); }
TEST(ExactIntegerTest, BitFunctionsAgreeWithLoopsOverBits) { expect_agreement(bit_cases()); }
TEST(ExactIntegerTest, OperatorsAgreeWithBigIntegers) { expect_agreement(operator_cases()); }

TEST(ExactIntegerTest, ASimilarFunctionIsToldApart) {
  expect_disagreement_of_the_wrong_one(saturating_cases());
  expect_disagreement_of_the_wrong_one(bit_cases());
  expect_disagreement_of_the_wrong_one(operator_cases());
}

// remainder = dividend - quotient * divisor, for every pair that has a quotient.
TEST(ExactIntegerTest, QuotientAndRemainderMakeUpTheDividend) {
  for (const Arguments& a : every_pair(Type::i8, Type::i8)) {
    const Call call{.type = Type::i8, .args = a};
    const Truth quotient = ef::int_div(call, kFirstPrecision)[0];
    const Truth remainder = ef::int_rem(call, kFirstPrecision)[0];
    ASSERT_EQ(remainder.kind == Truth::Kind::any, number(a[1]) == 0);
    if (quotient.kind == Truth::Kind::any) continue;
    const mpz_class sum = number({Type::i8, quotient.integer}) * number(a[1]) + number({Type::i8, remainder.integer});
    ASSERT_TRUE(sum == number(a[0]));
  }
}

// The number of places: log2 of the promoted width of a scalar, or of the width of a vector's elements.
Expected expected_shift(bool left) {
  return [left](const Call& call) -> std::vector<Truth> {
    const Value x = call.args[0];
    const int modulus = call.lanes == 1 ? std::max(32, width(x.type)) : width(x.type);
    const mpz_class places = number({unsigned_of(call.args[1].type), call.args[1].bits}) % modulus;
    const int n = static_cast<int>(places.get_si());
    return {modulo(x.type, left ? mpz_class(number(x) * power(n)) : floor_shift(number(x), n))};
  };
}

TEST(ExactIntegerTest, ShiftsTakeTheirAmountModuloTheWidthThatTheFormWorksOn) {
  for (const int lanes : {1, 4}) {
    for (const Type t : kIntegerTypes) {
      const Call form{.lanes = lanes, .args = {}};
      EXPECT_THAT(first_disagreement(ef::shift_left, expected_shift(true), inputs(2, t), form), StrEq("")) << info(t).name;
      EXPECT_THAT(first_disagreement(ef::shift_right, expected_shift(false), inputs(2, t), form), StrEq("")) << info(t).name;
      EXPECT_THAT(first_disagreement(ef::shift_right, expected_shift(true), inputs(2, t), form), Ne("")) << info(t).name;
    }
  }
}

TEST(ExactIntegerTest, ShiftingAScalarCharByItsWidthIsNotAVectorShift) {
  const Call vector_form{.lanes = 4, .args = {}};
  const auto scalar = [](const Call& call) {
    Call as_scalar = call;
    as_scalar.lanes = 1;
    return expected_shift(true)(as_scalar);
  };
  EXPECT_THAT(first_disagreement(ef::shift_left, scalar, every_pair(Type::u8, Type::u8), vector_form), Ne(""));
  EXPECT_THAT(first_disagreement(ef::shift_left, scalar, inputs(2, Type::u64), vector_form), StrEq(""));
}

// {a, b, acc}: 4 bytes of each, and 4 addends of which the first counts.
TEST(ExactIntegerTest, DotProductsAgreeWithBigIntegers) {
  int saturated = 0;
  for (const auto& [a, b, to] : {std::tuple{Type::u8, Type::u8, Type::u32}, std::tuple{Type::i8, Type::i8, Type::i32},
                                 std::tuple{Type::u8, Type::i8, Type::i32}, std::tuple{Type::i8, Type::u8, Type::i32}}) {
    for (const auto& args : samples({a, a, a, a, b, b, b, b, to, to, to, to}, kSamples, 7)) {
      mpz_class sum = 0;
      for (std::size_t lane = 0; lane < 4; ++lane) sum += number(args[lane]) * number(args[4 + lane]);
      const mpz_class whole = sum + number(args[8]);
      saturated += whole < smallest(to) || whole > largest(to) ? 1 : 0;
      const Call dot{.type = a, .lanes = 4, .args = std::span(args).first(8), .to = to};
      const Call with_acc{.type = a, .lanes = 4, .args = args, .to = to};
      ASSERT_TRUE(agree(ef::integer_dot(dot, kFirstPrecision).at(0), modulo(to, sum)));
      ASSERT_TRUE(agree(ef::dot_acc_sat(with_acc, kFirstPrecision).at(0), nearest(to, whole)));
    }
  }
  EXPECT_GT(saturated, 100);
}

}  // namespace
}  // namespace classay
