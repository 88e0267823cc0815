// Tests the decisions of a tally about tables that did not judge it: they follow from the largest error or from a kept
// result, and all other tables stay undecided.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "harness/worker/judging/tally_review.h"
#include "reference/judge/judge.h"
#include "reference/judge/judged.h"
#include "reference/number/real.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

constexpr Table kOwn{Edition::clc31, Profile::full, Mode::standard};

Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }

// Returns the tally of a device whose results are `off` ulp above the correctly rounded ones, judged as in a run.
Tally tally_of(const Row& row, const Table& own, int off, std::initializer_list<float> inputs,
               const Arithmetic& device = {}) {
  const RealScope scope;
  const Promise p = promise(row, Type::f32, own.edition, own.profile, own.mode);
  Tally tally;
  std::uint64_t index = 0;
  for (const float x : inputs) {
    const std::vector<Value> args{{Type::f32, bits(x)}};
    const std::vector<Type> types{Type::f32};
    const Call call{.type = Type::f32, .args = args};
    const Truth truth = evaluate_rounded(row.truth, call, types).front();
    const Bits got = static_cast<Bits>(static_cast<std::int64_t>(*rounded(kF32, truth, Rounding::rne)) + off);
    const Judged j = judged(judge(p, call, std::span(&got, 1), arithmetic(own.mode, Type::f32, device)));
    tally.add({.index = index++, .inputs = {bits(x)}, .got = got, .ulps = j.ulps}, j.outcome, binade_of(kF32, bits(x)),
              std::signbit(x));
  }
  return tally;
}

bool has(const std::vector<Table>& tables, Edition e, Profile p, Mode m) {
  return std::ranges::find(tables, Table{e, p, m}) != tables.end();
}

TEST(AlsoMeetsTest, ErrorsWithinASmallerLimitMeetTheWiderOnes) {
  const Row& exp = *find("exp");
  const OtherTables t = other_tables(exp, Type::f32, kOwn, {}, tally_of(exp, kOwn, 1, {0.1F, 1, 2, -3}));
  EXPECT_TRUE(has(t.met, Edition::clc20, Profile::full, Mode::standard));
  EXPECT_TRUE(has(t.met, Edition::clc31, Profile::embedded, Mode::standard));
  EXPECT_TRUE(has(t.met, Edition::clc31, Profile::full, Mode::relaxed));
  EXPECT_TRUE(t.failed.empty());
}

TEST(AlsoMeetsTest, AFailureOfOneTableMayMeetAnother) {
  const Row& sqrt = *find("sqrt");
  const OtherTables t = other_tables(sqrt, Type::f32, kOwn, {}, tally_of(sqrt, kOwn, 3, {2, 3, 5, 7, 10, 11, 12, 13}));
  EXPECT_TRUE(has(t.met, Edition::clc31, Profile::embedded, Mode::standard));
  EXPECT_TRUE(has(t.failed, Edition::clc20, Profile::full, Mode::standard));
  EXPECT_TRUE(has(t.failed, Edition::clc31, Profile::full, Mode::correct_div_sqrt));
  EXPECT_FALSE(has(t.met, Edition::clc31, Profile::full, Mode::correct_div_sqrt));
}

TEST(AlsoMeetsTest, WhatDoesNotFollowAndIsNotDisprovenIsNotTold) {
  const Row& sqrt = *find("sqrt");
  const OtherTables t = other_tables(sqrt, Type::f32, kOwn, {}, tally_of(sqrt, kOwn, 0, {2, 3, 5}));
  EXPECT_FALSE(has(t.met, Edition::clc31, Profile::full, Mode::correct_div_sqrt));
  EXPECT_FALSE(has(t.failed, Edition::clc31, Profile::full, Mode::correct_div_sqrt));
}

TEST(AlsoMeetsTest, AbsoluteLimitsFollowWhereTheFunctionIsAtMostOne) {
  const Row& sin = *find("sin");
  const OtherTables t = other_tables(sin, Type::f32, kOwn, {}, tally_of(sin, kOwn, 2, {0.1F, 1, 2, 3, -1}));
  EXPECT_TRUE(has(t.met, Edition::clc20, Profile::full, Mode::relaxed));
  const OtherTables far = other_tables(sin, Type::f32, kOwn, {}, tally_of(sin, kOwn, 20'000, {0.1F, 1, 2, 3, -1}));
  EXPECT_TRUE(has(far.failed, Edition::clc20, Profile::full, Mode::relaxed));
  EXPECT_FALSE(has(far.met, Edition::clc20, Profile::full, Mode::relaxed));
}

// Checks the assumption of the implementation, at the ends of the domains and within.
TEST(AlsoMeetsTest, FunctionsWithAbsoluteLimitsAreThereAtMostWhatTheLimitSays) {
  const RealScope scope;
  for (const Row& row : table()) {
    for (const Edition e : kEditions) {
      const Limit limit = promised(row, Type::f32, e, Profile::full, Mode::relaxed).limit;
      const auto* on = std::get_if<AbsoluteOn>(&limit);
      if (on == nullptr || row.signature != Signature::unary) continue;
      ASSERT_TRUE(std::isfinite(on->largest)) << row.name;
      for (int i = 0; i <= 64; ++i) {
        const auto x = static_cast<float>(on->low + (on->high - on->low) * i / 64);
        if (x < on->low || x > on->high) continue;
        const Value v{Type::f32, bits(x)};
        const Truth t = row.truth({.type = Type::f32, .args = std::span(&v, 1)}, kFirstPrecision).front();
        ASSERT_EQ(t.kind, Truth::Kind::real) << row.name;
        EXPECT_LE(mpfr_cmpabs(t.value->high, exact_double(on->largest)), 0) << row.name << " " << x;
      }
    }
  }
}

TEST(AlsoMeetsTest, ResultsOfALenientBuildSayNothingOfAStrictOne) {
  const Row& exp = *find("exp");
  const Table relaxed{Edition::clc31, Profile::full, Mode::relaxed};
  const OtherTables t = other_tables(exp, Type::f32, relaxed, {}, tally_of(exp, relaxed, 0, {1, 2}));
  EXPECT_FALSE(has(t.met, Edition::clc31, Profile::full, Mode::standard));
  EXPECT_TRUE(has(t.met, Edition::clc31, Profile::embedded, Mode::relaxed));
}

TEST(AlsoMeetsTest, AnEmptyTallyMeetsNothing) {
  EXPECT_TRUE(other_tables(*find("exp"), Type::f32, kOwn, {}, {}).met.empty());
}

}  // namespace
}  // namespace classay
