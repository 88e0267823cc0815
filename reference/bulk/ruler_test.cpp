// The bounds of ruler.h, as numbers: what a value is uncertain by in ulp, and what of the limit is left for sure.
#include "reference/bulk/ruler.h"

#include <cmath>
#include <limits>

#include "reference/bulk/bulk_promise.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/values.h"

namespace classay::bulk {
namespace {

const BulkPromise kWithinFour{.format = kF32, .limit = 4};

TEST(RulerTest, ValuesThatAreKnownTooBadlySayNothing) {
  for (const double epsilon :
       {0x1p-21, 0.5, -0x1p-60, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_FALSE(ruler(kWithinFour, {.count = 1, .epsilon = epsilon})) << epsilon;
  }
  EXPECT_TRUE(ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-22}));
}

TEST(RulerTest, ABoundIsWorthAsManyUlpAsThePrecisionSays) {
  const Ruler r = *ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-44});
  EXPECT_GE(r.absolute, 0x1p-20);  // epsilon * 2^24
  EXPECT_LE(r.absolute, 0x1.1p-20);
  EXPECT_GE(r.margin, std::ldexp(r.absolute, kErrorBits) + 0.5);
}

TEST(RulerTest, WhatIsUncertainIsTakenOffTheLimit) {
  const Ruler r = *ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-44});
  EXPECT_LE(r.tolerance + r.uncertainty(kFineErrors), 4);
  EXPECT_GE(r.tolerance, 4 - 0x1p-19);
  const Ruler wide = wide_ruler({.format = kF64, .limit = 4}, false);
  EXPECT_LE(wide.tolerance + kLargestUncertainty + wide.uncertainty(kFineErrors), 4);
  EXPECT_GE(wide.tolerance, 3.99);
}

TEST(RulerTest, ValuesAreNearTheEndsOfTheirBinadeUnlessTheySayThatTheyStayInIt) {
  EXPECT_GE(ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-44})->near, 512);  // 2^53 epsilon
  EXPECT_LT(ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-44, .same_binade = true})->near, 0);
}

}  // namespace
}  // namespace classay::bulk
