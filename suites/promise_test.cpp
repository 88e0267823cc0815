#include <gtest/gtest.h>

#include <stdexcept>

#include "suites/row.h"

namespace classay {
namespace {

TEST(PromiseTest, CarriesWhatTheJudgeNeeds) {
  const Promise p = promise(*find("frexp"), Type::f64, Edition::clc20, Profile::full, Mode::standard);
  EXPECT_EQ(p.builtin, "frexp");
  EXPECT_EQ(p.truth, find("frexp")->truth);
  EXPECT_EQ(std::vector<Type>(p.results.begin(), p.results.end()), (std::vector<Type>{Type::f64, Type::i32}));
  EXPECT_TRUE(p.limit == Limit(Exact{}));
  EXPECT_EQ(p.clause, "OpenCL C 2.0, table 39");
  EXPECT_EQ(promise(*find("remquo"), Type::f32, Edition::clc20, Profile::full, Mode::standard).quotient_bits, 7);
}

TEST(PromiseTest, ResultsOfEveryRowOutliveIt) {
  for (const Row& row : table()) {
    for (Type format : row.formats) {
      for (int lanes : widths(row)) {
        const Promise p = promise(row, format, Edition::spirv31, Profile::full, Mode::standard, lanes);
        EXPECT_EQ(std::vector<Type>(p.results.begin(), p.results.end()), result_types(row, format, lanes)) << row.name;
      }
    }
  }
}

// The relaxed sqrt inside acosh keeps its own limit; exp inside cosh has the relaxed one, of the same profile.
TEST(PromiseTest, AStepHasItsLimitInTheSameTable) {
  const Promise p = promise(*find("cosh"), Type::f32, Edition::clc31, Profile::embedded, Mode::relaxed);
  ASSERT_NE(p.limit_of_step, nullptr);
  EXPECT_TRUE(p.limit_of_step("exp", p.context) == Limit(ExpRelaxed{4}));
  EXPECT_TRUE(p.limit_of_step("sqrt", p.context) == Limit(Ulp{4}));
  const Promise old = promise(*find("cosh"), Type::f32, Edition::spirv22, Profile::embedded, Mode::relaxed);
  EXPECT_TRUE(old.limit_of_step("exp", old.context) == Limit(Ulp{4}));
  const Promise full = promise(*find("cosh"), Type::f32, Edition::spirv22, Profile::full, Mode::relaxed);
  EXPECT_TRUE(full.limit_of_step("exp", full.context) == Limit(ExpRelaxed{3}));
  EXPECT_THROW(p.limit_of_step("sinn", p.context), std::invalid_argument);
}

}  // namespace
}  // namespace classay
