// Shows that the checks of the oracle's tests reject wrong results. Every function of the oracle must satisfy the properties
// that do not depend on the function.
#include "reference/oracle/testing.h"

#include <limits>

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

Truth between(double low, double high) { return Truth::of_real({exact_double(low), exact_double(high)}); }
Truth number(double x) { return Truth::of(exact_double(x)); }

TEST(OracleCheckTest, ExactValuesAreToldApart) {
  EXPECT_TRUE(is_exactly(number(2), 2));
  EXPECT_FALSE(is_exactly(number(2), 3));
  EXPECT_FALSE(is_exactly(between(1, 3), 2));
  EXPECT_TRUE(is_exactly(Truth::zero(true), -0.0));
  EXPECT_FALSE(is_exactly(Truth::zero(true), 0.0));
  EXPECT_FALSE(is_exactly(Truth::infinity(true), std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(is_exactly(Truth::anything(), std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(is_exactly(Truth::not_a_number(), 0));
  EXPECT_FALSE(is_integer(Truth::of_integer(integer(-1)), 1));
  EXPECT_FALSE(is_integer(number(1), 1));
}

TEST(OracleCheckTest, MalformedTruthsAreRefused) {
  EXPECT_TRUE(well_formed(between(1, 2)));
  EXPECT_FALSE(well_formed(between(2, 1)));
  EXPECT_FALSE(well_formed(between(-1, 1)));
  EXPECT_FALSE(well_formed(Truth{.kind = Truth::Kind::real, .value = {}}));
  EXPECT_FALSE(well_formed(Truth::of_real(Interval::point(exact(kF32, kF32.infinity())))));
}

TEST(OracleCheckTest, WhatIsNoRefinementIsRefused) {
  EXPECT_TRUE(nested(between(1, 2), between(1, 1.5)));
  EXPECT_TRUE(nested(between(1, 2), number(1.5)));
  EXPECT_FALSE(nested(between(1, 2), number(1)));  // open: the end was excluded
  EXPECT_FALSE(nested(between(1, 2), between(1.5, 2.5)));
  EXPECT_FALSE(nested(number(1), between(0.5, 1.5)));
  EXPECT_FALSE(nested(Truth::zero(true), Truth::zero(false)));
  EXPECT_FALSE(nested(between(1, 2), Truth::not_a_number()));
}

TEST(OracleCheckTest, WideAndDisjointEnclosuresAreRefused) {
  EXPECT_TRUE(tight(between(1, 1.125), 4, 0));
  EXPECT_FALSE(tight(between(1, 1.25), 4, 0));
  EXPECT_TRUE(meet({exact_double(1), exact_double(2)}, {exact_double(1.5), exact_double(3)}));
  EXPECT_FALSE(meet({exact_double(1), exact_double(2)}, {exact_double(2), exact_double(3)}));
  EXPECT_FALSE(contains({exact_double(1), exact_double(2)}, exact_double(2)));
}

TEST(OracleCheckTest, MpfrAsTheFormatRoundsSubnormalsOnce) {
  const RealScope scope;
  // 2^-25 (1 + 2^-20) rounds to the smallest subnormal of f16, 2^-25 ties to zero.
  const Real above = exact_double(0x1.00001p-25);
  const Real tie = exact_double(0x1p-25);
  const Real largest = exact_double(65520);
  const auto copy = [](const Real& x) {
    return [&x](mpfr_ptr r, mpfr_rnd_t d) { return mpfr_check_range(r, mpfr_set(r, x, d), d); };
  };
  EXPECT_EQ(rounded_by_mpfr(kF16, Rounding::rne, copy(above)), 1U);
  EXPECT_EQ(rounded_by_mpfr(kF16, Rounding::rne, copy(tie)), 0U);
  EXPECT_EQ(rounded_by_mpfr(kF16, Rounding::rne, copy(largest)), kF16.infinity());
  EXPECT_EQ(rounded_by_mpfr(kF16, Rounding::rtz, copy(largest)), kF16.max_finite());
}

class EveryOracleTest : public testing::TestWithParam<Function> {
 protected:
  static constexpr int kLanes = 3;
  static constexpr int kArguments = 6;  // enough for two vectors

  // Checks the properties at one set of arguments.
  static void check(Type t, const std::vector<Value>& args) {
    const Truths coarse = call(GetParam().truth, t, args, 96, kLanes);
    const Truths fine = call(GetParam().truth, t, args, 200, kLanes);
    ASSERT_EQ(coarse.size(), fine.size());
    for (std::size_t i = 0; i < coarse.size(); ++i) {
      ASSERT_TRUE(well_formed(coarse[i]) && well_formed(fine[i])) << describe(args);
      ASSERT_TRUE(nested(coarse[i], fine[i])) << describe(args);
      ASSERT_TRUE(tight(coarse[i], 96, 3) && tight(fine[i], 200, 3)) << describe(args);
    }
  }
};

TEST_P(EveryOracleTest, EnclosuresAreOpenOrPointsAndRefinementTightensThem) {
  std::mt19937_64 random(20);
  for (const Type t : kFloatTypes) {
    const Format& f = format(t);
    for (int i = 0; i < 600; ++i) {
      std::vector<Value> args;
      for (int k = 0; k < kArguments; ++k) {
        args.push_back({t, (i % 2) != 0 ? any_pattern(f, random) : moderate(f, random)});
      }
      if (takes_int(GetParam().name)) args[1] = integer(static_cast<std::int32_t>(random()) >> (i % 32));
      check(t, args);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(EveryOracleTest, EnclosuresHoldAtTheBoundariesOfTheFormats) {
  std::mt19937_64 random(21);
  for (const Type t : kFloatTypes) {
    const std::vector<Bits> patterns = boundaries(format(t));
    const auto pick = [&] { return Value{t, patterns[random() % patterns.size()]}; };
    for (std::size_t i = 0; i < 6 * patterns.size(); ++i) {
      std::vector<Value> args{{t, patterns[i % patterns.size()]}};
      for (int k = 1; k < kArguments; ++k) args.push_back(pick());
      if (takes_int(GetParam().name)) {
        constexpr std::int64_t kCounts[] = {0, 1, -1, 2, -2, 3, -3, 65537, -149, 2147483647, -2147483647, -2147483648};
        args[1] = integer(kCounts[random() % std::size(kCounts)]);
      }
      check(t, args);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(EveryOracleTest, EveryArgumentCanBeRoundedToItsFormat) {
  std::mt19937_64 random(22);
  for (const Type t : kFloatTypes) {
    const std::vector<Bits> patterns = boundaries(format(t));
    for (std::size_t i = 0; i < 300; ++i) {
      std::vector<Value> args;
      for (int k = 0; k < kArguments; ++k) args.push_back({t, patterns[random() % patterns.size()]});
      if (takes_int(GetParam().name)) args[1] = integer(static_cast<std::int32_t>(random()) >> (i % 32));
      const std::vector<Type> types{t};
      EXPECT_NO_THROW(evaluate_rounded(GetParam().truth, Call{.type = t, .lanes = kLanes, .args = args}, types))
          << describe(args);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, EveryOracleTest, testing::ValuesIn(all_functions()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace classay::oracle_testing
