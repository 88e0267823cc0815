// Compares shuffle and shuffle2 with the specification's examples: elements are numbered from left to right over the
// sources.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/exact/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

// Element k of the result is the element whose number is the mask's element modulo the number of elements.
Expected expected_shuffle(std::size_t count) {
  return [count](const Call& call) {
    std::vector<Truth> results;
    for (std::size_t k = count; k < call.args.size(); ++k) {
      const Value v = call.args[static_cast<std::size_t>(call.args[k].bits % count)];
      results.push_back(is_float(v.type) ? Truth::of(exact(v)) : Truth::of_integer(v));
    }
    return results;
  };
}

std::vector<Arguments> shuffle_inputs(Type t, std::size_t count, int lanes) {
  std::vector<Type> types(count, t);
  types.insert(types.end(), static_cast<std::size_t>(lanes), integer_type(width(t), false));
  return samples(types, 300, 13);
}

TEST(ExactShuffleTest, OnlyTheBitsThatNumberTheElementsCount) {
  for (const Type t : {Type::i8, Type::u16, Type::f16, Type::f32, Type::f64, Type::i64}) {
    for (const std::size_t m : {2U, 4U, 8U, 16U}) {
      for (const int lanes : {2, 4, 8, 16}) {
        const Call form{.lanes = lanes, .args = {}};
        const auto one = shuffle_inputs(t, m, lanes);
        const auto two = shuffle_inputs(t, 2 * m, lanes);
        EXPECT_THAT(first_disagreement(ef::shuffle, expected_shuffle(m), one, form), StrEq("")) << info(t).name << m;
        EXPECT_THAT(first_disagreement(ef::shuffle2, expected_shuffle(2 * m), two, form), StrEq("")) << info(t).name << m;
        EXPECT_THAT(first_disagreement(ef::shuffle2, expected_shuffle(m), two, form), Ne("")) << info(t).name << m;
      }
    }
  }
}

TEST(ExactShuffleTest, AReversalReverses) {
  std::vector<Value> arguments;
  for (Bits b = 10; b < 14; ++b) arguments.push_back({Type::i32, b});
  for (const Bits b : {3U, 2U, 1U, 0U}) arguments.push_back({Type::u32, b});
  const std::vector<Truth> truths = ef::shuffle({.lanes = 4, .args = arguments}, kFirstPrecision);
  ASSERT_EQ(truths.size(), 4U);
  for (Bits k = 0; k < 4; ++k) EXPECT_EQ(truths[k].integer, 13 - k);
}

TEST(ExactShuffleTest, OneLaneIsPickedByItsNumber) {
  std::vector<Value> arguments;
  for (Bits b = 10; b < 13; ++b) arguments.push_back({Type::i16, b});
  for (const Bits b : {4U, 0U, 0U}) arguments.push_back({Type::u16, b});  // 4 modulo 3 is 1
  const std::vector<Truth> out = ef::extract_lane({.lanes = 3, .args = arguments}, kFirstPrecision);
  ASSERT_EQ(out.size(), 1U);
  EXPECT_EQ(out[0].integer, 11U);
  for (const Bits b : {77U, 78U, 79U})
    arguments.insert(arguments.begin() + 3 + static_cast<std::ptrdiff_t>(b - 77), {Type::i16, b});
  const std::vector<Truth> in = ef::insert_lane({.lanes = 3, .args = arguments}, kFirstPrecision);
  ASSERT_EQ(in.size(), 3U);
  EXPECT_EQ(in[0].integer, 10U);
  EXPECT_EQ(in[1].integer, 77U);
  EXPECT_EQ(in[2].integer, 12U);
  EXPECT_THROW(ef::insert_lane({.lanes = 4, .args = arguments}, kFirstPrecision), std::invalid_argument);
}

TEST(ExactShuffleTest, LengthsThatNoShuffleHasAreRefused) {
  const std::vector<Value> arguments(12, Value{Type::u8, 0});
  for (const int lanes : {-1, 0, 1, 3, 6, 9, 12, 13}) {
    EXPECT_THROW(ef::shuffle({.lanes = lanes, .args = arguments}, kFirstPrecision), std::invalid_argument) << lanes;
    EXPECT_THROW(ef::shuffle2({.lanes = lanes, .args = arguments}, kFirstPrecision), std::invalid_argument) << lanes;
  }
  EXPECT_NO_THROW(ef::shuffle({.lanes = 4, .args = arguments}, kFirstPrecision));
  EXPECT_NO_THROW(ef::shuffle2({.lanes = 8, .args = arguments}, kFirstPrecision));
}

}  // namespace
}  // namespace classay
