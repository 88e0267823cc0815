// Checks the bounds of ruler.h as numbers: the uncertainty of a value in ulp, and the part of the limit that is certain.
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
  EXPECT_LT(ruler(kWithinFour, {.count = 1, .epsilon = 0x1p-44, .same_gap = true})->near, 0);
}

// If values show the side of a multiple of half an ulp on which an error lies, this side decides the limit, and the
// uncertainty does not. Possible faults: a limit that is not such a multiple; an error equal to the limit, which may be a
// result of rounding.
TEST(RulerTest, ALimitOfHalvesIsSharpWhereValuesAreOfOneGap) {
  const auto made = [](double limit, Known known) { return *ruler({.format = kF32, .limit = limit}, known); };
  const Known in_gap{.count = 1, .epsilon = 0x1p-50, .same_gap = true};
  for (const double limit : {0.5, 1.0, 1.5, 4.0, 7.5}) {
    const Ruler r = made(limit, in_gap);
    EXPECT_TRUE(r.is_sharp) << limit;
    EXPECT_EQ(r.tolerance, std::nextafter(limit, 0)) << limit;
    EXPECT_FALSE(made(limit, {.count = 1, .epsilon = 0x1p-50}).is_sharp) << limit;
    EXPECT_TRUE(made(limit, {.count = 1, .epsilon = 0x1p-51, .rounded_to_odd = true}).is_sharp) << limit;
  }
  for (const double limit : {1.1, 0.75, 8.0, 100.0}) EXPECT_FALSE(made(limit, in_gap).is_sharp) << limit;
  EXPECT_TRUE(made(1.1, {.count = 1, .epsilon = 0}).is_sharp);
  EXPECT_LT(made(0, in_gap).tolerance, 0);
}

}  // namespace
}  // namespace classay::bulk
