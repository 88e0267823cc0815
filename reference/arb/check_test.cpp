// Shows that the check rejects every kind of wrong oracle result, for every function.
#include "reference/arb/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reference/truth/truth.h"

namespace classay::arb {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr Precision kAnswerPrecision = 128;

// Runs `body` for the first `count` calls of a subject after the boundary table that Arb covers, with the right results.
template <class Body>
void for_each_covered_call(const Subject& s, Type type, std::uint64_t count, Body&& body) {
  const RealScope scope;
  const Inputs inputs(format(type), kSeed);
  for (std::uint64_t i = 5000; count > 0; ++i) {
    const Arguments a = arguments(s.shape, type, inputs, i);
    const Call call = a.call(type);
    if (!s.check(call, 64)) continue;
    --count;
    body(call, answers(s, call));
  }
}

class WrongAnswerTest : public testing::TestWithParam<const Subject*> {};

std::vector<const Subject*> all_subjects() {
  std::vector<const Subject*> all;
  for (const Subject& s : subjects()) all.push_back(&s);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, WrongAnswerTest, testing::ValuesIn(all_subjects()),
                         [](const auto& param) { return std::string(param.param->name); });

TEST_P(WrongAnswerTest, RightAnswersAreAccepted) {
  for_each_covered_call(*GetParam(), Type::f32, 20, [&](const Call& call, const std::vector<Answer>& right) {
    EXPECT_EQ(check(*GetParam(), call, right, true).disagreement, "");
  });
}

// Moves the enclosure by its own width, or an exact value by the smallest step. Returns false if this is impossible, because
// the enclosure ends at the limit of RealScope or at an underflow.
bool shift(Interval& v) {
  if (v.low.is_infinite() || v.high.is_infinite() || v.low.is_zero() || v.high.is_zero()) return false;
  Real width(64);
  mpfr_sub(width, v.high, v.low, MPFR_RNDU);
  for (Real* end : {&v.low, &v.high}) {
    Real moved(std::max(kAnswerPrecision, end->precision()));
    mpfr_add(moved, *end, width, MPFR_RNDU);
    if (width.is_zero()) mpfr_nextabove(moved);
    *end = moved;
  }
  return true;
}

TEST_P(WrongAnswerTest, ATruthOffInItsLastPlaceIsRefused) {
  const bool is_rounded = GetParam()->shape != Shape::unary_to_two;
  int shifted = 0;
  for_each_covered_call(*GetParam(), Type::f32, 60, [&](const Call& call, std::vector<Answer> wrong) {
    Answer& last = is_rounded ? wrong.front() : wrong.back();
    if (!shift(*last.truth.value)) return;
    ++shifted;
    EXPECT_NE(check(*GetParam(), call, wrong, true).disagreement, "");
  });
  EXPECT_GT(shifted, 5);
}

TEST_P(WrongAnswerTest, ARoundingOffByOneIsRefusedInEveryMode) {
  for_each_covered_call(*GetParam(), Type::f64, 15, [&](const Call& call, const std::vector<Answer>& right) {
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (right[i].truth.kind != Truth::Kind::real || right[i].truth.is_zero()) continue;
      for (std::size_t mode = 0; mode < kRoundings.size(); ++mode) {
        std::vector<Answer> wrong = right;
        wrong[i].roundings[mode] ^= 1;
        EXPECT_NE(check(*GetParam(), call, wrong, false).disagreement, "");
      }
    }
  });
}

TEST_P(WrongAnswerTest, ASpecialValueInPlaceOfANumberIsRefused) {
  for_each_covered_call(*GetParam(), Type::f16, 5, [&](const Call& call, const std::vector<Answer>& right) {
    for (const Truth& special : {Truth::not_a_number(), Truth::infinity(false), Truth::anything()}) {
      std::vector<Answer> wrong = right;
      wrong.back().truth = special;
      EXPECT_NE(check(*GetParam(), call, wrong, false).disagreement, "");
      wrong.pop_back();
      EXPECT_NE(check(*GetParam(), call, wrong, false).disagreement, "");
    }
  });
}

// Returns whether the check distinguishes the results of the two functions.
bool told_apart(const Subject& a, const Subject& b) {
  const Subject mixed{a.name, a.shape, a.oracle, b.check};
  const Inputs inputs(kF32, kSeed);
  for (std::uint64_t i = 0; i < 5000; i += 7) {
    const Arguments args = arguments(a.shape, Type::f32, inputs, i);
    if (!check(mixed, args.call(Type::f32), false).disagreement.empty()) return true;
  }
  return false;
}

TEST_P(WrongAnswerTest, AnotherFunctionOfTheSameShapeIsRefused) {
  const std::set<std::set<std::string_view>> same{{"fma", "mad"}, {"fmod", "frem"}};
  for (const Subject& other : subjects()) {
    if (other.shape != GetParam()->shape || other.name == GetParam()->name) continue;
    EXPECT_EQ(told_apart(*GetParam(), other), !same.contains({GetParam()->name, other.name})) << other.name;
  }
}

Finding check_changed(std::string_view name, std::span<const Value> values, auto&& change) {
  const RealScope scope;
  const Call call{.type = values[0].type, .lanes = 1, .args = values};
  std::vector<Answer> all = answers(subject(name), call);
  change(all);
  return check(subject(name), call, all, false);
}

TEST(OneWrongAnswerTest, TheOtherSignOfAZeroIsRefused) {
  const std::array args{Value{Type::f32, kF32.sign_bit()}, Value{Type::f32, kF32.one()}};
  for (const std::string_view name : {"mul", "div", "fmod", "remainder", "fmod_floored"}) {
    EXPECT_EQ(check_changed(name, args, [](auto&) {}).disagreement, "") << name;
    EXPECT_NE(check_changed(name, args, [](auto& a) { a[0].truth.negative = !a[0].truth.negative; }).disagreement, "")
        << name;
  }
}

TEST(OneWrongAnswerTest, AQuotientOffByOneIsRefused) {
  const std::array args{Value{Type::f32, kF32.one() + 12345}, Value{Type::f32, 54321}};
  EXPECT_EQ(check_changed("remquo", args, [](auto&) {}).disagreement, "");
  EXPECT_NE(check_changed("remquo", args, [](auto& a) { a[1].truth.integer ^= 1; }).disagreement, "");
}

TEST(OneWrongAnswerTest, TheOtherSignOfGammaIsRefused) {
  const std::array args{Value{Type::f32, kF32.negate(kF32.one() + 12345)}};
  EXPECT_EQ(check_changed("lgamma_r", args, [](auto&) {}).disagreement, "");
  const auto flip = [](auto& a) {
    a[1].truth = Truth::of_integer(int_value(Type::i32, -as_signed({Type::i32, a[1].truth.integer})));
  };
  EXPECT_NE(check_changed("lgamma_r", args, flip).disagreement, "");
}

TEST(OneWrongAnswerTest, ARealNumberWhereNothingIsCoveredIsRefused) {
  const std::array args{Value{Type::f32, kF32.negate(kF32.one())}};  // log(-1)
  EXPECT_EQ(check_changed("log", args, [](auto&) {}).disagreement, "");
  const auto pretend = [](auto& a) { a[0].truth = Truth::of_real(Interval(power_of_two(0), power_of_two(1))); };
  EXPECT_NE(check_changed("log", args, pretend).disagreement, "");
}

}  // namespace
}  // namespace classay::arb
