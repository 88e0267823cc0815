// A judgement becomes what tallies keep: the error has the sign of the result against the exact value, and is rounded away
// from zero; what has none, where a number is right, is infinitely far off.
#include "reference/judge/judged.h"

#include <gtest/gtest.h>

#include "reference/judge/judge.h"
#include "reference/number/interval.h"

namespace classay {
namespace {

Judgement with_error(double ulps, bool is_below, Verdict verdict) {
  return {
      .verdict = verdict, .error = std::make_shared<Interval>(Interval::point(exact_double(ulps))), .is_below = is_below};
}

TEST(JudgedTest, ErrorsBelowTheExactValueAreNegative) {
  EXPECT_EQ(judged(with_error(1.5, false, Verdict::right)).ulps, 1.5);
  EXPECT_EQ(judged(with_error(1.5, true, Verdict::right)).ulps, -1.5);
}

TEST(JudgedTest, ErrorsAreTheUpperEndOfWhatIsKnownOfThem) {
  Judgement j = with_error(1, true, Verdict::wrong);
  j.error->high = exact_double(2);
  EXPECT_EQ(judged(j).ulps, -2);
}

TEST(JudgedTest, WhatIsWrongWithoutAnErrorIsInfinitelyFarOff) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(judged({.verdict = Verdict::wrong}).ulps, kInfinity);
  EXPECT_EQ(judged({.verdict = Verdict::poor}).ulps, kInfinity);
  EXPECT_EQ(judged({.verdict = Verdict::right}).ulps, 0);
  EXPECT_EQ(judged({.verdict = Verdict::undefined}).outcome, Tally::Outcome::undefined);
}

}  // namespace
}  // namespace classay
