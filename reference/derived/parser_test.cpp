#include "reference/derived/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/derived/condition.h"
#include "reference/number/interval.h"
#include "reference/number/real.h"

namespace classay::derived {
namespace {

using ::testing::SizeIs;
using Op = Expression::Op;

// Returns the tree with all parentheses.
std::string shown(const Expression& e) {
  const auto part = [&e](std::size_t i) { return shown(e.operands[i]); };
  switch (e.op) {
    case Op::argument: return "#" + std::to_string(e.argument);
    case Op::number: return std::to_string(mpfr_get_d(*e.number, MPFR_RNDN));
    case Op::pi: return "pi";
    case Op::one_over_pi: return "1/pi";
    case Op::negate: return "(-" + part(0) + ")";
    case Op::absolute: return "|" + part(0) + "|";
    case Op::add: return "(" + part(0) + "+" + part(1) + ")";
    case Op::subtract: return "(" + part(0) + "-" + part(1) + ")";
    case Op::multiply: return "(" + part(0) + "*" + part(1) + ")";
    case Op::divide: return "(" + part(0) + "/" + part(1) + ")";
    case Op::call: break;
  }
  return std::string(e.function) + "(" + part(0) + (e.operands.size() > 1 ? "," + part(1) : "") + ")";
}

std::string tree(std::string_view text, std::string_view arguments = "x, y") {
  return shown(parse_forms(text, arguments).front().forms.front().expression);
}

TEST(DerivedParserTest, MultiplicationBindsTighterThanAdditionAndBothGroupToTheLeft) {
  EXPECT_EQ(tree("x + y * x - y"), "((#0+(#1*#0))-#1)");
  EXPECT_EQ(tree("x / y / x"), "((#0/#1)/#0)");
  EXPECT_EQ(tree("x - y - x"), "((#0-#1)-#0)");
  EXPECT_EQ(tree("-x * y"), "((-#0)*#1)");
  EXPECT_EQ(tree("-exp2(y * log2(|x|))"), "(-exp2((#1*log2(|#0|))))");
}

TEST(DerivedParserTest, LiteralsAreExact) {
  EXPECT_EQ(tree("0.5f * 10"), "(0.500000*10.000000)");
  EXPECT_EQ(tree("0x1.8p1"), "3.000000");
  EXPECT_EQ(tree("x * M_PI_F - M_1_PI_F"), "((#0*pi)-1/pi)");
  EXPECT_TRUE(parse_forms("1.0f / x", "x").front().forms.front().expression.operands[0].is_one());
}

TEST(DerivedParserTest, ArgumentsHaveTheOrderOfTheCall) {
  EXPECT_EQ(tree("atan(y / x)", "y, x"), "atan((#0/#1))");
  EXPECT_EQ(tree("atan2(y, x)", "y, x"), "atan2(#0,#1)");
  EXPECT_EQ(tree("fabs(x)"), "|#0|");
}

TEST(DerivedParserTest, ListsHaveFormsAndAlternativesHaveTheirText) {
  const auto all = parse_forms("x > 0: x; x < 0: -x;  or  (x > 0 or y > 0): y; x", "x, y");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].text, "x > 0: x; x < 0: -x");
  EXPECT_EQ(all[1].text, "(x > 0 or y > 0): y; x");
  ASSERT_THAT(all[0].forms, SizeIs(2));
  ASSERT_THAT(all[1].forms, SizeIs(2));
  EXPECT_TRUE(all[1].forms[0].condition.has_value());
  EXPECT_FALSE(all[1].forms[1].condition.has_value());
}

bool true_for(std::string_view condition, double x, double y = 0) {
  const std::array arguments{Case(Interval::point(exact_double(x))), Case(Interval::point(exact_double(y)))};
  const Holds h = holds(parse_condition(condition, "x, y"), arguments);
  EXPECT_NE(h, Holds::perhaps);
  return h == Holds::always;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DerivedConditionTest, ComparisonsIncludeTheirEndsWhenTheySaySo) {
  EXPECT_TRUE(true_for("|x| <= 0x1p-10", -0x1p-10));
  EXPECT_FALSE(true_for("|x| < 0x1p-10", -0x1p-10));
  EXPECT_TRUE(true_for("-1 < x < 1", -0.5));
  EXPECT_FALSE(true_for("-1 < x < 1", -1));
  EXPECT_FALSE(true_for("-1 < x < 1", 1));
  EXPECT_TRUE(true_for("x = 0", -0.0));
  EXPECT_TRUE(true_for("x == 3", 3));
  EXPECT_TRUE(true_for("x != 3", 2));
  EXPECT_FALSE(true_for("x != 3", 3));
  EXPECT_TRUE(true_for("x >= y", 2, 2));
  EXPECT_FALSE(true_for("x > y", 2, 2));
  EXPECT_TRUE(true_for("-fabs(x) < 0", 5));
  EXPECT_TRUE(true_for("-inf <= x <= inf", -kInfinity));
}

TEST(DerivedConditionTest, PropertiesAreThoseOfTheNumber) {
  EXPECT_TRUE(true_for("y is odd", 0, -3));
  EXPECT_FALSE(true_for("y is odd", 0, 2.5));
  EXPECT_FALSE(true_for("y is even", 0, 2.5));
  EXPECT_TRUE(true_for("y is even", 0, 0x1p40));
  EXPECT_TRUE(true_for("y is not integer", 0, 2.5));
  EXPECT_FALSE(true_for("y is integer", 0, kInfinity));
  EXPECT_FALSE(true_for("x is finite", kInfinity));
  EXPECT_TRUE(true_for("x is finite", 1));
}

TEST(DerivedConditionTest, OrBindsLessThanAnd) {
  EXPECT_TRUE(true_for("x > 0 or x < 0 and y > 0", 1, -1));
  EXPECT_FALSE(true_for("(x > 0 or x < 0) and y > 0", 1, -1));
  EXPECT_FALSE(true_for("not (x = 0 and y = 0)", 0, 0));
  EXPECT_TRUE(true_for("not x = 0 or y > 0", 1, 0));
}

TEST(DerivedConditionTest, NothingHoldsForANan) {
  const std::array arguments{Case()};
  for (const std::string_view c : {"x > 0", "x <= 0", "x = x", "x is finite", "x is odd"}) {
    EXPECT_EQ(holds(parse_condition(c, "x"), arguments), Holds::never) << c;
  }
  EXPECT_EQ(holds(parse_condition("x != 0", "x"), arguments), Holds::always);
}

TEST(DerivedConditionTest, AnIntervalMayLeaveItOpen) {
  const std::array arguments{Case(Interval{exact_double(1), exact_double(3)})};
  const auto answer = [&](std::string_view c) { return holds(parse_condition(c, "x"), arguments); };
  EXPECT_EQ(answer("x > 0"), Holds::always);
  EXPECT_EQ(answer("x > 1"), Holds::perhaps);
  EXPECT_EQ(answer("x >= 1"), Holds::always);
  EXPECT_EQ(answer("x < 1"), Holds::never);
  EXPECT_EQ(answer("x <= 1"), Holds::perhaps);
  EXPECT_EQ(answer("x < 3"), Holds::perhaps);
  EXPECT_EQ(answer("x <= 3"), Holds::always);
  EXPECT_EQ(answer("x = 2"), Holds::perhaps);
  EXPECT_EQ(answer("x = 4"), Holds::never);
  EXPECT_EQ(answer("x is odd"), Holds::perhaps);
  EXPECT_EQ(answer("not x > 1"), Holds::perhaps);
  EXPECT_EQ(answer("x > 0 and x > 1"), Holds::perhaps);
  EXPECT_EQ(answer("x > 0 or x > 1"), Holds::always);
}

struct Mistake {
  std::string_view text;
  std::size_t place;  // place of the caret
  bool condition = false;
};

class MistakeTest : public ::testing::TestWithParam<Mistake> {};

TEST_P(MistakeTest, IsAnErrorWithACaretUnderThePlace) {
  const auto& [text, place, condition] = GetParam();
  std::string message;
  try {
    condition ? void(parse_condition(text, "x, y")) : void(parse_forms(text, "x, y"));
  } catch (const std::invalid_argument& e) {
    message = e.what();
  }
  EXPECT_THAT(message, ::testing::EndsWith("\n  " + std::string(text) + "\n  " + std::string(place, ' ') + "^"));
}

INSTANTIATE_TEST_SUITE_P(DerivedParser, MistakeTest,
                         ::testing::ValuesIn(std::vector<Mistake>{
                             {"", 0},
                             {"x +", 3},
                             {"x y", 2},
                             {"(x", 2},
                             {"|x", 2},
                             {"x ? y", 2},
                             {"sinh(x)", 0},
                             {"z + 1", 0},
                             {"exp(x, y)", 5},
                             {"atan2(y)", 7},
                             {"0.1 * x", 0},
                             {"16777217", 0},
                             {"1.2.3", 0},
                             {"x > 0: ", 7},
                             {"x > : x", 4},
                             {"x: x", 1},
                             {"x is blue: x", 5},
                             {"x > 0: x; x < 0", 12},
                             {"x or", 4},
                             {"x;; y", 2},
                             {"exp(-)", 5},
                             {"x > 0 or", 8, true},
                             {"|3| > x", 1, true},
                             {"(x > 0", 6, true},
                             {"x > 0 y", 6, true},
                             {"exp(x) > 0", 0, true},
                         }));

TEST(DerivedParserTest, EndlessNestingIsAnErrorAndNoCrash) {
  EXPECT_THROW(parse_forms(std::string(100000, '('), "x"), std::invalid_argument);
  EXPECT_THROW(parse_forms(std::string(100000, '-'), "x"), std::invalid_argument);
  EXPECT_THROW(parse_condition(std::string(100000, '('), "x"), std::invalid_argument);
}

}  // namespace
}  // namespace classay::derived
