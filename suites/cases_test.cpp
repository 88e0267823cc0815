#include "suites/cases.h"

#include <gtest/gtest.h>

#include <set>

namespace classay {
namespace {

std::vector<Case> all_cases() {
  std::vector<Case> all;
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) all.push_back(*c);
  return all;
}

TEST(CasesTest, ANameHasSixParts) {
  EXPECT_EQ(name(Case{FrontEnd::clc, find("sin"), Type::f32, Mode::standard, 4}), "clc/math/sin/f32/default/v4");
  EXPECT_EQ(name(Case{FrontEnd::il, find("add"), Type::i8, Mode::opt_disable, 16}), "il/operator/add/i8/opt-disable/v16");
}

TEST(CasesTest, EveryCaseIsFoundByItsNameAndNoOtherHasIt) {
  std::set<std::string> names;
  for (const Case& c : all_cases()) {
    EXPECT_TRUE(names.insert(name(c)).second) << name(c);
    EXPECT_EQ(case_named(name(c)), c) << name(c);
  }
}

TEST(CasesTest, NamesOfNoCaseAreRefused) {
  ASSERT_TRUE(case_named("clc/math/sin/f32/default/v4"));
  for (const char* wrong : {
           "",
           "sin",
           "clc/math/sin/f32/default",
           "clc/math/sin/f32/default/v4/",
           "vk/math/sin/f32/default/v4",
           "clc/native/sin/f32/default/v4",
           "clc/math/sine/f32/default/v4",
           "clc/math/sin/i32/default/v4",
           "clc/math/sin/float/default/v4",
           "clc/math/sin/f16/relaxed/v4",
           "clc/math/sin/f32/fast/v4",
           "clc/math/sin/f32/default/v5",
           "clc/math/sin/f32/default/v04",
           "clc/math/sin/f32/default/4",
           "clc/math/sin/f32/default/v",
           "clc/math/sin/f32/default/v-4",
           "clc/geometric/cross/f32/default/v2",
           "clc/operator/frem/f32/default/v1",
           "clc/misc/prefetch/f32/default/v1",
       }) {
    EXPECT_FALSE(case_named(wrong)) << wrong;
  }
}

TEST(CasesTest, EveryBuiltinWithAValueHasADefaultCaseInSomeFrontEnd) {
  std::set<std::pair<std::string_view, Type>> seen;
  for (const Case& c : all_cases()) {
    if (c.mode == Mode::standard) seen.insert({c.row->name, c.format});
  }
  for (const Row& row : table()) {
    for (Type format : row.formats) {
      // No instruction converts half to bfloat16, or back (docs/ambiguities.md, half-and-bfloat16).
      const bool is_between =
          row.signature == Signature::convert && std::set{format, row.to} == std::set{Type::f16, Type::bf16};
      EXPECT_EQ(seen.contains({row.name, format}), row.truth != nullptr && !is_between) << row.name;
    }
  }
}

TEST(CasesTest, ModesFollowWhatTheirOptionsAreAbout) {
  const auto of = [](std::string_view row, Type format) { return modes(FrontEnd::clc, *find(row), format); };
  EXPECT_EQ(of("sqrt", Type::f32).size(), 9u);
  EXPECT_EQ(of("sin", Type::f32).size(), 8u);
  EXPECT_EQ(of("add_sat", Type::i32), (std::vector<Mode>{Mode::standard, Mode::opt_disable}));
  EXPECT_EQ(of("convert_char", Type::f32), (std::vector<Mode>{Mode::standard, Mode::opt_disable}));
  for (Mode m : of("sin", Type::f16)) EXPECT_TRUE(m != Mode::relaxed && m != Mode::ftz) << name(m);
}

TEST(CasesTest, ModesOfSpirVAreThoseOfItsArithmetic) {
  const auto has = [](FrontEnd f, std::string_view row, Type format, Mode m) {
    const std::vector<Mode> all = modes(f, *find(row), format);
    return std::find(all.begin(), all.end(), m) != all.end();
  };
  for (const Mode m : {Mode::not_nan, Mode::fast, Mode::denorm_flush, Mode::rounding_rtz, Mode::keep_special}) {
    EXPECT_TRUE(has(FrontEnd::il, "add", Type::f16, m)) << name(m);
    EXPECT_TRUE(has(FrontEnd::il, "mul_add", Type::f64, m)) << name(m);
    EXPECT_FALSE(has(FrontEnd::clc, "add", Type::f16, m)) << name(m);
    EXPECT_FALSE(has(FrontEnd::il, "add", Type::i32, m)) << name(m);
    EXPECT_FALSE(has(FrontEnd::il, "less", Type::f32, m)) << name(m);
    EXPECT_FALSE(has(FrontEnd::il, "sin", Type::f32, m)) << name(m);
  }
  // Only six instructions may have flags; execution modes apply to all.
  for (const char* const unflagged : {"negate", "vectortimesscalar"}) {
    for (const Mode m : {Mode::not_nan, Mode::not_inf, Mode::nsz, Mode::fast}) {
      EXPECT_FALSE(has(FrontEnd::il, unflagged, Type::f32, m)) << name(m);
    }
    EXPECT_TRUE(has(FrontEnd::il, unflagged, Type::f32, Mode::denorm_flush));
  }
  for (const char* const flagged : {"sub", "frem", "fmod_floored", "negated_mul_sub"}) {
    EXPECT_TRUE(has(FrontEnd::il, flagged, Type::f32, Mode::fast)) << flagged;
  }
  EXPECT_TRUE(has(FrontEnd::il, "div", Type::f32, Mode::allow_recip));
  EXPECT_FALSE(has(FrontEnd::il, "mul", Type::f32, Mode::allow_recip));
  EXPECT_TRUE(has(FrontEnd::il, "sub_mul", Type::f32, Mode::allow_contract));
  EXPECT_FALSE(has(FrontEnd::il, "sub_mul_uncontracted", Type::f32, Mode::allow_contract));
}

TEST(CasesTest, NoRowsHaveNoCases) { EXPECT_FALSE(Cases({}).next()); }

}  // namespace
}  // namespace classay
