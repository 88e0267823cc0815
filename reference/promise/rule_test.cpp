// The grammar of rules: each construct covers what it should and nothing else, prescribes what it says, and a wrong sentence
// is refused with a caret under the place.
#include "reference/promise/rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/truth/truth.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Patterns of f16 by name, so that no test depends on host arithmetic.
constexpr Bits kZero = 0x0000, kMinusZero = 0x8000, kOne = 0x3C00, kMinusOne = 0xBC00, kHalf = 0x3800, kMinusHalf = 0xB800;
constexpr Bits kInf = 0x7C00, kMinusInf = 0xFC00, kNan = 0x7E00, kMinusNan = 0xFE01, kTwo = 0x4000, kThree = 0x4200;
constexpr Bits kTiny = 0x0001, kMinusTiny = 0x8001, kAboveOne = 0x3C01, kBelowOne = 0x3BFF, kMax = 0x7BFF;
constexpr Bits kOneAndHalf = 0x3E00, kMinusOneAndHalf = 0xBE00, kTwoAndHalf = 0x4100, kMinusTwoAndHalf = 0xC100;
constexpr Bits kMinusTwo = 0xC000, kMinusThree = 0xC200, kMinusMax = 0xFBFF;

const std::vector<Bits> kSamples{kZero,
                                 kMinusZero,
                                 kOne,
                                 kMinusOne,
                                 kHalf,
                                 kMinusHalf,
                                 kInf,
                                 kMinusInf,
                                 kNan,
                                 kMinusNan,
                                 kTwo,
                                 kThree,
                                 kTiny,
                                 kMinusTiny,
                                 kAboveOne,
                                 kBelowOne,
                                 kMax,
                                 kMinusMax,
                                 kMinusTwo,
                                 kOneAndHalf,
                                 kMinusOneAndHalf,
                                 kTwoAndHalf,
                                 kMinusTwoAndHalf,
                                 kMinusThree};

Value half(Bits b) { return {Type::f16, b}; }
Value integer(int i) { return int_value(Type::i32, i); }

std::vector<std::vector<Truth>> ask(std::string_view sentence, std::vector<Value> args) {
  return Rule(sentence, "test").prescribed({.type = Type::f16, .lanes = 1, .args = args});
}

// Which of the samples a condition on one argument covers, in the order of kSamples.
std::vector<Bits> covered(const std::string& condition) {
  const Rule rule("f(" + condition + ") = any", "test");
  std::vector<Bits> found;
  for (const Bits b : kSamples) {
    const Value v = half(b);
    if (rule.covers({.type = Type::f16, .lanes = 1, .args = {&v, 1}})) found.push_back(b);
  }
  return found;
}

std::vector<Bits> samples(std::initializer_list<Bits> chosen) {
  std::vector<Bits> sorted;
  for (const Bits b : kSamples) {
    if (std::ranges::find(chosen, b) != chosen.end()) sorted.push_back(b);
  }
  return sorted;
}

std::vector<Bits> samples_without(std::initializer_list<Bits> left_out) {
  std::vector<Bits> kept;
  for (const Bits b : kSamples) {
    if (std::ranges::find(left_out, b) == left_out.end()) kept.push_back(b);
  }
  return kept;
}

// A truth in words: "nan", "any", "-inf", "-0", "i:-5", or the pattern that it rounds to.
std::string words(const Truth& t) {
  const std::string sign = t.negative ? "-" : "+";
  switch (t.kind) {
    case Truth::Kind::nan: return "nan";
    case Truth::Kind::any: return "any";
    case Truth::Kind::infinite: return sign + "inf";
    case Truth::Kind::integer: return "i:" + std::to_string(as_signed({Type::i32, t.integer}));
    case Truth::Kind::real: break;
  }
  if (t.is_zero()) return sign + "0";
  return (t.is_exact() ? "" : "inexact ") + hex_float(kF16, *rounded(kF16, t, Rounding::rtz));
}

// The single alternative of a sentence that covers the arguments.
std::vector<std::string> result(std::string_view sentence, std::vector<Value> args) {
  const auto alternatives = ask(sentence, std::move(args));
  EXPECT_EQ(alternatives.size(), 1U) << sentence;
  std::vector<std::string> all;
  if (alternatives.empty()) return all;
  for (const Truth& t : alternatives.front()) all.push_back(words(t));
  return all;
}

std::string complaint(std::string_view sentence) {
  try {
    const Rule rule(sentence, "test");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

// The line under the sentence.
std::string caret(std::string_view sentence) {
  const std::string text = complaint(sentence);
  return text.substr(text.rfind('\n') + 1);
}

TEST(RuleTest, AnyAndABareVariableCoverEverything) {
  EXPECT_EQ(covered("any"), kSamples);
  EXPECT_EQ(covered("x"), kSamples);
}

TEST(RuleTest, NanCoversEveryNan) { EXPECT_EQ(covered("nan"), samples({kNan, kMinusNan})); }

TEST(RuleTest, ASignedZeroIsThatZeroOnly) {
  EXPECT_EQ(covered("+0"), samples({kZero}));
  EXPECT_EQ(covered("-0"), samples({kMinusZero}));
  EXPECT_EQ(covered("±0"), samples({kZero, kMinusZero}));
  EXPECT_EQ(covered("0"), samples({kZero, kMinusZero}));
}

TEST(RuleTest, ConstantsAreTheirValues) {
  EXPECT_EQ(covered("1"), samples({kOne}));
  EXPECT_EQ(covered("+1"), samples({kOne}));
  EXPECT_EQ(covered("-1"), samples({kMinusOne}));
  EXPECT_EQ(covered("±1"), samples({kOne, kMinusOne}));
  EXPECT_EQ(covered("2.5"), samples({kTwoAndHalf}));
  EXPECT_EQ(covered("+inf"), samples({kInf}));
  EXPECT_EQ(covered("-inf"), samples({kMinusInf}));
  EXPECT_EQ(covered("±inf"), samples({kInf, kMinusInf}));
}

TEST(RuleTest, AsciiSpellsTheSigns) {
  EXPECT_EQ(covered("+-inf"), samples({kInf, kMinusInf}));
  EXPECT_THAT(result("f(+-1) = -+0", {half(kOne)}), ElementsAre("-0"));
}

TEST(RuleTest, RelationsAreExactAndExcludeNan) {
  EXPECT_EQ(covered("x>1"), samples({kInf, kTwo, kThree, kAboveOne, kMax, kOneAndHalf, kTwoAndHalf}));
  EXPECT_EQ(covered("x>=1"), samples({kOne, kInf, kTwo, kThree, kAboveOne, kMax, kOneAndHalf, kTwoAndHalf}));
  EXPECT_EQ(covered("1<x"), covered("x>1"));
  EXPECT_EQ(covered("x<0"), samples({kMinusOne, kMinusHalf, kMinusInf, kMinusTiny, kMinusMax, kMinusTwo, kMinusOneAndHalf,
                                     kMinusTwoAndHalf, kMinusThree}));
  EXPECT_EQ(covered("x=0"), samples({kZero, kMinusZero}));
  EXPECT_EQ(covered("x!=0"), samples_without({kZero, kMinusZero, kNan, kMinusNan}));
  EXPECT_EQ(covered("x<+inf"), samples_without({kInf, kNan, kMinusNan}));
}

TEST(RuleTest, AChainIsBothRelations) {
  EXPECT_EQ(covered("-1<x<0"), samples({kMinusHalf, kMinusTiny}));
  EXPECT_EQ(covered("-0.5<=x<0"), samples({kMinusHalf, kMinusTiny}));
  EXPECT_EQ(covered("-0.5<x<0"), samples({kMinusTiny}));
  EXPECT_EQ(covered("1>=x>=0.5"), samples({kHalf, kBelowOne, kOne}));
}

TEST(RuleTest, AMagnitudeForgetsTheSign) {
  EXPECT_EQ(covered("|x|<1"), samples({kZero, kMinusZero, kHalf, kMinusHalf, kTiny, kMinusTiny, kBelowOne}));
  EXPECT_EQ(covered("±(finite y>2)"), samples({kTwoAndHalf, kMinusTwoAndHalf, kThree, kMinusThree, kMax, kMinusMax}));
}

TEST(RuleTest, NotIsTheComplement) {
  EXPECT_EQ(covered("not ±0"), samples_without({kZero, kMinusZero}));
  EXPECT_EQ(covered("not 1"), samples_without({kOne}));
  EXPECT_EQ(covered("not nan"), samples_without({kNan, kMinusNan}));
  EXPECT_EQ(covered("not any"), std::vector<Bits>{});
}

TEST(RuleTest, AdjectivesDescribeNumbers) {
  EXPECT_EQ(covered("number"), samples_without({kNan, kMinusNan}));
  EXPECT_EQ(covered("finite x"), samples_without({kNan, kMinusNan, kInf, kMinusInf}));
  EXPECT_EQ(covered("integer"),
            samples({kZero, kMinusZero, kOne, kMinusOne, kTwo, kMinusTwo, kThree, kMinusThree, kMax, kMinusMax}));
  EXPECT_EQ(covered("odd n"), samples({kOne, kMinusOne, kThree, kMinusThree}));
  EXPECT_EQ(covered("even n"), samples({kZero, kMinusZero, kTwo, kMinusTwo, kMax, kMinusMax}));
  EXPECT_EQ(covered("even integer n<0"), samples({kMinusTwo, kMinusMax}));
  EXPECT_EQ(covered("finite non-integer x<0"), samples({kMinusHalf, kMinusTiny, kMinusOneAndHalf, kMinusTwoAndHalf}));
  EXPECT_EQ(covered("non-integer"), samples_without({kNan, kMinusNan, kZero, kMinusZero, kOne, kMinusOne, kTwo, kMinusTwo,
                                                     kThree, kMinusThree, kMax, kMinusMax}));
  EXPECT_EQ(covered("non-odd y<0"),
            samples({kMinusHalf, kMinusInf, kMinusTiny, kMinusMax, kMinusTwo, kMinusOneAndHalf, kMinusTwoAndHalf}));
}

TEST(RuleTest, HalfIntegersAreToldApartByTheIntegerBelow) {
  EXPECT_EQ(covered("n+0.5"), samples({kHalf, kMinusHalf, kOneAndHalf, kMinusOneAndHalf, kTwoAndHalf, kMinusTwoAndHalf}));
  EXPECT_EQ(covered("n+0.5 with even n"), samples({kHalf, kMinusOneAndHalf, kTwoAndHalf}));
  EXPECT_EQ(covered("n+0.5 with odd n"), samples({kMinusHalf, kOneAndHalf, kMinusTwoAndHalf}));
}

TEST(RuleTest, IntegerArgumentsAreCoveredByValue) {
  const auto covers = [](std::string_view sentence, int n) { return !ask(sentence, {half(kNan), integer(n)}).empty(); };
  EXPECT_TRUE(covers("pown(any, 0) = 1", 0));
  EXPECT_FALSE(covers("pown(any, 0) = 1", 1));
  EXPECT_TRUE(covers("pown(any, odd n<0) = 1", -3));
  EXPECT_FALSE(covers("pown(any, odd n<0) = 1", -4));
  EXPECT_FALSE(covers("pown(any, odd n<0) = 1", 3));
  EXPECT_TRUE(covers("pown(any, even n<0) = 1", std::numeric_limits<int>::min()));
  EXPECT_TRUE(covers("pown(any, odd n>0) = 1", std::numeric_limits<int>::max()));
  EXPECT_FALSE(covers("pown(nan, number n>=2147483647) = 1", 2147483646));
}

TEST(RuleTest, ArgumentsAreComparedWithEachOther) {
  EXPECT_THAT(result("f(x, y=x) = y", {half(kZero), half(kMinusZero)}), ElementsAre("-0"));
  EXPECT_TRUE(ask("f(x, y=x) = y", {half(kNan), half(kNan)}).empty());
  EXPECT_TRUE(ask("f(x, y=x) = y", {half(kOne), half(kAboveOne)}).empty());
  EXPECT_THAT(result("f(x>y, y) = x", {half(kOne), half(kMinusInf)}), ElementsAre("0x1p+0"));
  EXPECT_TRUE(ask("f(x>y, y) = x", {half(kMinusInf), half(kOne)}).empty());
  EXPECT_THAT(result("f(x, |y|>|x|) = y", {half(kOne), half(kMinusTwo)}), ElementsAre("-0x1p+1"));
  EXPECT_TRUE(ask("f(x, |y|>|x|) = y", {half(kMinusTwo), half(kOne)}).empty());
}

TEST(RuleTest, ComparisonsHoldOverTheWholeRangeOfF64) {
  const Rule rule("f(x>0.5) = nan", "test");
  const auto covers = [&](Bits b) {
    const Value v{Type::f64, b};
    return rule.covers({.type = Type::f64, .lanes = 1, .args = {&v, 1}});
  };
  EXPECT_FALSE(covers(0x3FE0000000000000));
  EXPECT_TRUE(covers(0x3FE0000000000001));
  EXPECT_FALSE(covers(0x0000000000000001));
  EXPECT_TRUE(covers(kF64.max_finite()));
  EXPECT_FALSE(covers(kF64.sign_bit() | kF64.max_finite()));
}

TEST(RuleTest, ResultsAreExact) {
  EXPECT_THAT(result("f(any) = nan", {half(kOne)}), ElementsAre("nan"));
  EXPECT_THAT(result("f(any) = any", {half(kOne)}), ElementsAre("any"));
  EXPECT_THAT(result("f(any) = 0.75", {half(kOne)}), ElementsAre("0x1.8p-1"));
  EXPECT_THAT(result("f(any) = -2", {half(kOne)}), ElementsAre("-0x1p+1"));
  EXPECT_THAT(result("f(any) = -inf", {half(kOne)}), ElementsAre("-inf"));
  EXPECT_THAT(result("f(any) = +0", {half(kOne)}), ElementsAre("+0"));
  EXPECT_THAT(result("f(any) = -0", {half(kOne)}), ElementsAre("-0"));
  EXPECT_THAT(result("f(any) = +min_subnormal", {half(kOne)}), ElementsAre("0x1p-24"));
  EXPECT_THAT(result("f(any) = -min_subnormal", {half(kOne)}), ElementsAre("-0x1p-24"));
}

TEST(RuleTest, AMarkedSignIsPassedOn) {
  EXPECT_THAT(result("f(±0) = ±inf", {half(kMinusZero)}), ElementsAre("-inf"));
  EXPECT_THAT(result("f(±0) = ±inf", {half(kZero)}), ElementsAre("+inf"));
  EXPECT_THAT(result("f(±0) = ∓0.5", {half(kZero)}), ElementsAre("-0x1p-1"));
  EXPECT_THAT(result("f(±(finite y>0), -inf) = ±1", {half(kMinusTiny), half(kMinusInf)}), ElementsAre("-0x1p+0"));
  EXPECT_THAT(result("f(any, ±0) = ±1", {half(kOne), half(kMinusZero)}), ElementsAre("-0x1p+0"));
  EXPECT_THAT(result("f(±0, ±1) = ±1", {half(kMinusZero), half(kOne)}), ElementsAre("-0x1p+0"));
}

TEST(RuleTest, AnArgumentIsAResult) {
  EXPECT_THAT(result("f(x) = x", {half(kMinusTiny)}), ElementsAre("-0x1p-24"));
  EXPECT_THAT(result("f(x) = -x", {half(kMinusTiny)}), ElementsAre("0x1p-24"));
  EXPECT_THAT(result("f(x) = |x|", {half(kMinusInf)}), ElementsAre("+inf"));
  EXPECT_THAT(result("f(x) = |x|", {half(kMinusZero)}), ElementsAre("+0"));
  EXPECT_THAT(result("f(x) = x", {half(kNan)}), ElementsAre("nan"));
  EXPECT_THAT(result("f(n) = copysign(0, n)", {half(kMinusTwo)}), ElementsAre("-0"));
  EXPECT_THAT(result("f(n) = copysign(0, -n)", {half(kMinusTwo)}), ElementsAre("+0"));
  EXPECT_THAT(result("f(x, y) = copysign(x, y)", {half(kOne), half(kMinusNan)}), ElementsAre("-0x1p+0"));
}

TEST(RuleTest, ComponentsAndAlternatives) {
  EXPECT_THAT(result("fract(+inf) = +0, +inf", {half(kInf)}), ElementsAre("+0", "+inf"));
  EXPECT_THAT(result("frexp(±inf) = ±inf, 0", {half(kMinusInf)}), ElementsAre("-inf", "i:0"));
  const auto two = ask("ilogb(±0) = -2147483648 | -2147483647", {half(kZero)});
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(words(two[0][0]), "i:-2147483648");
  EXPECT_EQ(words(two[1][0]), "i:-2147483647");
  EXPECT_EQ(two[0][0].integer, 0x80000000U);
  EXPECT_EQ(ask("f(x) = |x| | -0", {half(kOne)}).size(), 2U);
}

TEST(RuleTest, QuantifiersSpeakOfTheElementsOfAVector) {
  EXPECT_THAT(result("normalize(all v=0) = v", {half(kZero), half(kMinusZero), half(kZero)}), ElementsAre("+0", "-0", "+0"));
  EXPECT_TRUE(ask("normalize(all v=0) = v", {half(kZero), half(kTiny)}).empty());
  EXPECT_THAT(result("normalize(some nan) = nan", {half(kOne), half(kNan)}), ElementsAre("nan", "nan"));
  EXPECT_TRUE(ask("normalize(some nan) = nan", {half(kOne), half(kInf)}).empty());
}

TEST(RuleTest, KeepsItsWords) {
  const Rule rule("acospi(|x|>1) = nan", "OpenCL C 2.0, 2.5.1");
  EXPECT_EQ(rule.builtin(), "acospi");
  EXPECT_EQ(rule.sentence(), "acospi(|x|>1) = nan");
  EXPECT_EQ(rule.clause(), "OpenCL C 2.0, 2.5.1");
}

TEST(RuleTest, RefusesACallWithAnotherNumberOfArguments) {
  EXPECT_THROW(ask("f(x, y) = x", {half(kOne)}), std::invalid_argument);
}

TEST(RuleTest, AWrongSentenceIsRefusedWithACaretUnderThePlace) {
  EXPECT_EQ(complaint("acospi(|x|>) = nan"), "rule: expected a number\n  acospi(|x|>) = nan\n             ^");
  // The caret's column counts characters, not bytes.
  EXPECT_EQ(caret("f(±0, ±0) = ±0 ±"), "                 ^");
  EXPECT_EQ(caret("f(x) = $"), "         ^");
  EXPECT_EQ(caret("f(x = 1"), "         ^");
}

struct Wrong {
  const char* sentence;
  const char* complaint;
};
class WrongRuleTest : public testing::TestWithParam<Wrong> {};
TEST_P(WrongRuleTest, IsRefused) { EXPECT_THAT(complaint(GetParam().sentence), HasSubstr(GetParam().complaint)); }

INSTANTIATE_TEST_SUITE_P(
    RuleTest, WrongRuleTest,
    testing::Values(Wrong{"", "expected the name of a builtin"}, Wrong{"(x) = 1", "expected the name of a builtin"},
                    Wrong{"f x = 1", "expected \"(\""}, Wrong{"f() = 1", "expected a condition"},
                    Wrong{"f(x,) = 1", "expected a condition"}, Wrong{"f(x) 1", "expected \"=\""},
                    Wrong{"f(x) =", "expected a result"}, Wrong{"f(x) = 1,", "expected a result"},
                    Wrong{"f(x) = 1 2", "expected the end"}, Wrong{"f(x) = 1 | 1, 2", "different lengths"},
                    Wrong{"f(x) = 0", "a zero needs a sign"}, Wrong{"f(x) = inf", "infinity needs a sign"},
                    Wrong{"f(inf) = 1", "infinity needs a sign"}, Wrong{"f(x) = ±0", "no argument has \"±\""},
                    Wrong{"f(not ±0) = ±0", "no argument has \"±\""}, Wrong{"f(x) = y", "no argument has this name"},
                    Wrong{"f(x, x) = 1", "two arguments have this name"},
                    Wrong{"f(x, y<z) = 1", "no argument has this name"},
                    Wrong{"f(x, 1<2) = 1", "neither side is the argument itself"},
                    Wrong{"f(|x|) = 1", "expected a relation"}, Wrong{"f(finite 1) = 1", "takes no adjectives"},
                    Wrong{"f(±±0) = 1", "expected a number, inf"}, Wrong{"f(±(±0)) = 1", "already"},
                    Wrong{"f(n+1) = 1", "expected 0.5"}, Wrong{"f(n+0.5 with big n) = 1", "expected \"odd\""},
                    Wrong{"f(x) = 0.1", "not a dyadic number"}, Wrong{"f(x) = 1.2.3", "two points"},
                    Wrong{"f(x) = 1e3", "without an exponent"}, Wrong{"f(x) = 0x1", "numbers are decimal"},
                    Wrong{"f(x) = 99999999999999999999", "too many digits"}, Wrong{"f(any finite) = 1", "expected \")\""},
                    Wrong{"f(all x, y) = 1", "take a single condition"}, Wrong{"ilogb(x) = +inf", "is an int"},
                    Wrong{"frexp(x) = +0, nan", "is an int"}, Wrong{"frexp(x) = +0, 0.5", "is an int"},
                    Wrong{"frexp(x) = x, x", "is an int"}, Wrong{"ilogb(x) = 2147483648", "is an int"},
                    Wrong{"f(±0) = +±0", "expected a number"}, Wrong{"f(x) = min_subnormal", "expected a result"}));

}  // namespace
}  // namespace classay
