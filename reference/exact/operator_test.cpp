#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

std::int64_t answer(Evaluate f, Value x, Value y, int lanes = 1) {
  const std::vector<Value> args{x, y};
  const std::vector<Truth> t = f({.type = x.type, .lanes = lanes, .args = args}, kFirstPrecision);
  const Type result = lanes == 1 ? Type::i32 : integer_type(width(x.type), true);
  return as_signed({result, t.at(0).integer});
}

struct Operator {
  Evaluate evaluate;
  bool (*of_integers)(std::int64_t, std::int64_t);
};

const std::vector<Operator>& operators() {
  static const std::vector<Operator> all{
      {exact_functions::operator_equal, [](auto x, auto y) { return x == y; }},
      {exact_functions::operator_not_equal, [](auto x, auto y) { return x != y; }},
      {exact_functions::operator_less, [](auto x, auto y) { return x < y; }},
      {exact_functions::operator_less_equal, [](auto x, auto y) { return x <= y; }},
      {exact_functions::operator_greater, [](auto x, auto y) { return x > y; }},
      {exact_functions::operator_greater_equal, [](auto x, auto y) { return x >= y; }},
      {exact_functions::unordered_equal, [](auto x, auto y) { return x == y; }},
      {exact_functions::unordered_less, [](auto x, auto y) { return x < y; }},
      {exact_functions::unordered_less_equal, [](auto x, auto y) { return x <= y; }},
      {exact_functions::unordered_greater, [](auto x, auto y) { return x > y; }},
      {exact_functions::unordered_greater_equal, [](auto x, auto y) { return x >= y; }},
  };
  return all;
}

TEST(ExactOperatorTest, IntegersCompareByValueAndSign) {
  for (const Operator& op : operators()) {
    for (std::int64_t x = -128; x < 128; x += 3) {
      for (std::int64_t y : {-128, -1, 0, 1, 127}) {
        EXPECT_EQ(answer(op.evaluate, int_value(Type::i8, x), int_value(Type::i8, y)), op.of_integers(x, y))
            << x << ", " << y;
        EXPECT_EQ(answer(op.evaluate, int_value(Type::u8, x), int_value(Type::u8, y)), op.of_integers(x & 255, y & 255));
      }
    }
  }
}

TEST(ExactOperatorTest, ZerosOfBothSignsAreEqual) {
  const Value plus{Type::f16, 0};
  const Value minus{Type::f16, kF16.sign_bit()};
  EXPECT_EQ(answer(exact_functions::operator_equal, plus, minus), 1);
  EXPECT_EQ(answer(exact_functions::operator_less, minus, plus), 0);
}

TEST(ExactOperatorTest, OnlyNotEqualAndUnorderedFormsAreTrueOfNan) {
  const Value nan{Type::f32, kF32.quiet_nan()};
  const Value one{Type::f32, kF32.one()};
  std::vector<std::int64_t> answers;
  for (const Operator& op : operators()) {
    answers.push_back(answer(op.evaluate, nan, one));
    EXPECT_EQ(answers.back(), answer(op.evaluate, one, nan));
  }
  EXPECT_EQ(answers, (std::vector<std::int64_t>{0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1}));
}

TEST(ExactOperatorTest, VectorsGiveAllBitsOfTheOperandsWidth) {
  const Value one{Type::f64, kF64.one()};
  EXPECT_EQ(answer(exact_functions::operator_equal, one, one, 2), -1);
}

}  // namespace
}  // namespace classay
