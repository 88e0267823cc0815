// Holes of other suites that a table can have: functions that are never asked, modes that are run for a third of their
// functions, prescribed values that an infinite limit hides.
#include <gtest/gtest.h>

#include "suites/row.h"

namespace classay {
namespace {

TEST(TableHolesTest, EveryNativeFunctionHasATruth) {
  int count = 0;
  for (const Row& row : table()) {
    if (row.group != Group::native) continue;
    ++count;
    EXPECT_NE(row.truth, nullptr) << row.name;
  }
  EXPECT_EQ(count, 14);  // OpenCL.std 81 to 94
}

TEST(TableHolesTest, FunctionsThatOthersNeverRunRelaxedHaveTheirRelaxedLimit) {
  for (const std::string_view name : {"acosh", "acospi", "asinh", "asinpi", "atanh", "atanpi", "atan2", "atan2pi", "cbrt",
                                      "cosh", "expm1", "log1p", "pown", "powr", "rootn", "sinh", "tanh", "tanpi"}) {
    const Row& row = *find(name);
    const Limit usual = promised(row, Type::f32, Edition::clc31, Profile::full, Mode::standard).limit;
    const Limit relaxed = promised(row, Type::f32, Edition::clc31, Profile::full, Mode::relaxed).limit;
    EXPECT_TRUE(std::holds_alternative<Derived>(relaxed)) << name;
    EXPECT_FALSE(usual == relaxed) << name;
    // Asking for one table does not change what the other says.
    EXPECT_TRUE(usual == promised(row, Type::f32, Edition::clc31, Profile::full, Mode::standard).limit) << name;
  }
}

TEST(TableHolesTest, AnImplementationDefinedLimitStillHasItsRules) {
  for (const std::string_view name : {"lgamma", "lgamma_r"}) {
    const Promise p = promise(*find(name), Type::f32, Edition::clc31, Profile::full, Mode::standard);
    EXPECT_TRUE(std::holds_alternative<ImplementationDefined>(p.limit)) << name;
    EXPECT_FALSE(p.rules.empty()) << name;
  }
}

TEST(TableHolesTest, MadHasALimit) {
  const Promise p = promise(*find("mad"), Type::f32, Edition::clc31, Profile::full, Mode::standard);
  EXPECT_TRUE(std::holds_alternative<FmaOrTwoRoundings>(p.limit));
}

}  // namespace
}  // namespace classay
