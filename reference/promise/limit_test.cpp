#include "reference/promise/limit.h"

#include <gtest/gtest.h>

#include <vector>

namespace classay {
namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;

// One of each kind, no two alike.
std::vector<Limit> samples() {
  return {
      Unstated{},
      ImplementationDefined{},
      CorrectlyRounded{},
      Exact{},
      Ulp{4},
      Ulp{2.5},
      UlpByLanes{.base = 2.75, .per_lane = 0.5},
      UlpByLanes{.base = 2.75, .per_lane = 0.5, .squares_in_range = true},
      ExpRelaxed{3},
      Absolute{1e-3},
      ScaledAbsolute{.base = 3, .per_lane = 0, .epsilon = 0x1p-23},
      ScaledAbsolute{.base = -1, .per_lane = 2, .epsilon = 0x1p-23},
      AbsoluteOn{.low = -kPi, .high = kPi, .tolerance = 0x1p-11},
      AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-21, .outside_ulp = 3},
      UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62},
      UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62, .of_magnitudes = true},
      FmaOrTwoRoundings{},
      TwoRoundings{},
      Derived{.forms = "exp(x) - 1", .otherwise_ulp = 8192},
      Derived{.forms = "exp(x) - 1"},
      Derived{.forms = "exp(x) - 1", .otherwise_ulp = 8192, .defined = "|x| <= 88"},
      Derived{.forms = "exp(x) - 1", .otherwise_ulp = 8192, .defined = "|x| <= 88", .arguments = "y, x"},
      Derived{.forms = "exp(x) - 1", .otherwise_ulp = 8192, .otherwise_where = "|x| <= 1"},
      Derived{.forms = "exp(x) - 1", .otherwise_absolute = 8192},
  };
}

TEST(LimitTest, EqualsItselfAndNoOther) {
  const std::vector<Limit> all = samples();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) EXPECT_EQ(all[i] == all[j], i == j) << text(all[i]) << ", " << text(all[j]);
  }
}

TEST(LimitTest, PrintsNumbersAsTheDocumentsDo) {
  EXPECT_EQ(text(Ulp{2.5}), "<= 2.5 ulp");
  EXPECT_EQ(text(Ulp{8192}), "<= 8192 ulp");
  EXPECT_EQ(text(Ulp{1e-3}), "<= 1e-3 ulp");
  // Files state limits like these.
  EXPECT_EQ(text(Ulp{0}), "<= 0 ulp");
  EXPECT_EQ(text(Ulp{0.004}), "<= 0.004 ulp");
  EXPECT_EQ(text(Absolute{1e-3}), "<= 1e-3 absolute");
  EXPECT_EQ(text(UlpByLanes{.base = 0, .per_lane = 2}), "<= 2n ulp");
  EXPECT_EQ(text(UlpByLanes{.base = 2.75, .per_lane = 0.5}), "<= 2.75 + 0.5n ulp");
  EXPECT_EQ(text(ScaledAbsolute{.base = -1, .per_lane = 2, .epsilon = 0x1p-10}), "<= max * max * (2n - 1) * 2^-10 absolute");
  EXPECT_EQ(text(AbsoluteOn{.low = -kPi, .high = kPi, .tolerance = 0x1p-11}), "<= 2^-11 absolute on [-pi, pi]");
  EXPECT_EQ(text(AbsoluteOn{.low = 0.5, .high = 2, .tolerance = 0x1p-21, .outside_ulp = 3}),
            "<= 2^-21 absolute on [0.5, 2], <= 3 ulp elsewhere");
  EXPECT_EQ(text(UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126}), "<= 2.5 ulp on [2^-126, 2^126]");
  EXPECT_EQ(text(UlpOn{.n = 2.5, .low = 0x1p-126, .high = 0x1p126, .of_magnitudes = true}),
            "<= 2.5 ulp on [2^-126, 2^126] in magnitude");
}

TEST(LimitTest, PrintsFormsWithTheirConditionsBehind) {
  EXPECT_EQ(text(Derived{.forms = "|x| <= 0x1p-10: x; |x| > 0x1p-10: 0.5f * (exp(x) - exp(-x))",
                         .otherwise_ulp = 8192,
                         .defined = "|x| <= 88"}),
            "as x if |x| <= 2^-10; 0.5f * (exp(x) - exp(-x)) if |x| > 2^-10 | or <= 8192 ulp | defined if |x| <= 88");
}

TEST(LimitTest, PrintsBothReadingsOfAnUnclearForm) {
  EXPECT_EQ(text(Derived{.forms = "acos(x) * M_PI_F or acos(x) * M_1_PI_F"}),
            "as acos(x) * M_PI_F, or as acos(x) * M_1_PI_F");
}

}  // namespace
}  // namespace classay
