#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/nearest.h"
#include "suites/row.h"

namespace classay {
namespace {

TEST(NamesTest, EditionsProfilesAndModesAreFoundByTheirNames) {
  for (Edition e : kEditions) EXPECT_EQ(edition_named(name(e)), e);
  for (Profile p : kProfiles) EXPECT_EQ(profile_named(name(p)), p);
  for (int i = 0; i <= static_cast<int>(Mode::keep_special); ++i) {
    EXPECT_EQ(mode_named(name(static_cast<Mode>(i))), static_cast<Mode>(i));
  }
  EXPECT_EQ(edition_named("clc-1.2"), std::nullopt);
  EXPECT_EQ(profile_named("Full"), std::nullopt);
  EXPECT_EQ(mode_named(""), std::nullopt);
}

TEST(NamesTest, NamesAreThoseOfCases) {
  EXPECT_EQ(name(Group::operation), "operator");
  EXPECT_EQ(name(Group::misc), "misc");
  EXPECT_EQ(name(Edition::spirv22), "spirv-2.2");
  EXPECT_EQ(title(Edition::clc20), "OpenCL C 2.0");
  EXPECT_EQ(name(Mode::standard), "default");
  EXPECT_EQ(name(Mode::correct_div_sqrt), "correct-div-sqrt");
}

TEST(NamesTest, EveryRowIsFoundByItsName) {
  for (const Row& row : table()) EXPECT_EQ(find(row.name), &row);
  EXPECT_EQ(find("no_such_builtin"), nullptr);
}

TEST(NamesTest, OverloadsAreFoundAsOpenclCWritesThem) {
  EXPECT_EQ(find("clamp", Type::f32)->name, "fclamp");
  EXPECT_EQ(find("clamp", Type::u8)->name, "clamp");
  EXPECT_EQ(find("max", Type::f16)->name, "fmax_common");
  EXPECT_EQ(find("+", Type::i32)->name, "add");
  EXPECT_EQ(find("%", Type::i32)->name, "rem");
  EXPECT_EQ(find("%", Type::f32), nullptr);
}

TEST(NamesTest, SuggestsBuiltinsThatDifferByASlip) {
  EXPECT_EQ(did_you_mean_builtin("sni"), "; did you mean 'sin'?");               // swapped
  EXPECT_EQ(did_you_mean_builtin("smoothstp"), "; did you mean 'smoothstep'?");  // left out
  EXPECT_EQ(did_you_mean_builtin("frexpp"), "; did you mean 'frexp'?");          // doubled
  EXPECT_EQ(did_you_mean_builtin("atam2"), "; did you mean 'atan2'?");           // replaced
  EXPECT_THAT(did_you_mean_builtin("convert_int_sat_rtx"), testing::HasSubstr("'convert_int_sat_rt"));
}

TEST(NamesTest, SuggestsNothingThatIsFarAway) {
  EXPECT_EQ(did_you_mean_builtin("foo"), "");
  EXPECT_EQ(did_you_mean_builtin("x"), "");
  EXPECT_EQ(did_you_mean_builtin(""), "");
  EXPECT_EQ(did_you_mean_builtin("no_such_builtin"), "");
  EXPECT_EQ(did_you_mean_builtin(std::string(1000, 'a')), "");
}

}  // namespace
}  // namespace classay
