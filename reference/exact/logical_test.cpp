// Compares the results with && || and ! of C++ for numbers with a C++ type, on all pairs of classes of halves and all bytes.
// Possible faults: -0 is true, a NaN is false, a subnormal is zero, a vector result is 1 instead of all bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "reference/exact/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

double number(Value v) {
  if (!is_float(v.type)) return static_cast<double>(v.bits & mask(v.type));
  if (is_nan(v)) return std::numeric_limits<double>::quiet_NaN();
  if (format(v.type).is_infinite(v.bits)) return std::numeric_limits<double>::infinity();
  return mpfr_get_d(exact(v).get(), MPFR_RNDN);
}

template <class Holds>
Expected of_numbers(Holds holds) {
  return [holds](const Call& call) {
    const Value x = call.args[0];
    const bool yes = holds(number(x), call.args.size() > 1 ? number(call.args[1]) : 0);
    const Type type = call.lanes == 1 ? Type::i32 : integer_type(width(x.type), true);
    return std::vector{Truth::of_integer({type, yes ? call.lanes == 1 ? Bits{1} : mask(type) : Bits{0}})};
  };
}

struct Subject {
  const char* name;
  Evaluate function;
  Evaluate wrong;
  std::size_t arity;
  Expected expected;
};

std::vector<Subject> subjects() {
  return {
      {"and", ef::logical_and, ef::logical_or, 2, of_numbers([](double x, double y) { return x != 0 && y != 0; })},
      {"or", ef::logical_or, ef::logical_and, 2, of_numbers([](double x, double y) { return x != 0 || y != 0; })},
      {"equal", ef::logical_equal, ef::operator_equal, 2,
       of_numbers([](double x, double y) { return (x != 0) == (y != 0); })},
      {"not equal", ef::logical_not_equal, ef::operator_not_equal, 2,
       of_numbers([](double x, double y) { return (x != 0) != (y != 0); })},
      {"not", ef::logical_not, ef::isnormal, 1, of_numbers([](double x, double) { return x == 0; })},
  };
}

std::vector<Arguments> inputs(Type type, std::size_t arity) {
  if (arity == 1 && width(type) <= 16) return every_pattern(type);
  if (width(type) == 8) return every_pair(type, type);
  return samples(std::vector<Type>(arity, type), 5000, 3);
}

TEST(ExactLogicalTest, ItIsThatOfCxx) {
  for (const Subject& s : subjects()) {
    for (const Type type : {Type::i8, Type::u8, Type::i32, Type::f16, Type::f32, Type::f64}) {
      for (const int lanes : {1, 4}) {
        const Call form{.lanes = lanes, .args = {}};
        EXPECT_THAT(first_disagreement(s.function, s.expected, inputs(type, s.arity), form), StrEq(""))
            << s.name << " " << info(type).name << " " << lanes;
      }
    }
    EXPECT_THAT(first_disagreement(s.wrong, s.expected, inputs(Type::f16, s.arity)), Ne("")) << s.name;
  }
}

TEST(ExactLogicalTest, ANanAndTheSmallestNumberAreTrueAndBothZerosFalse) {
  const auto no = [](Bits bits) {
    const std::vector<Value> x{{Type::f32, bits}};
    return ef::logical_not({.type = Type::f32, .lanes = 1, .args = x}, kFirstPrecision).at(0).integer;
  };
  EXPECT_EQ(no(0), 1U);
  EXPECT_EQ(no(kF32.sign_bit()), 1U);
  EXPECT_EQ(no(1), 0U);
  EXPECT_EQ(no(kF32.quiet_nan()), 0U);
  EXPECT_EQ(no(kF32.infinity()), 0U);
}

}  // namespace
}  // namespace classay
