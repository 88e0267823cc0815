// Tests which cases a run selects.
#include "harness/supervisor/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/journal/task.h"

namespace classay {
namespace {

using testing::ElementsAre;

Selection selected(std::initializer_list<const char*> patterns) {
  std::vector<Glob> globs;
  for (const char* p : patterns) globs.emplace_back(p);
  return select(globs);
}

std::vector<std::string> names(const std::vector<Unit>& units) {
  std::vector<std::string> all;
  for (const Unit& u : units) all.push_back(name(u));
  return all;
}

TEST(SelectionTest, WithoutGlobsAllThatCanBeAskedIsAskedOnce) {
  const Selection all = select({});
  std::set<std::string> seen;
  std::uint64_t cases = 0;
  for (const Unit& u : all.units) {
    EXPECT_TRUE(seen.insert(name(case_of(u, u.widths.front()))).second) << name(u);
    EXPECT_TRUE(std::ranges::is_sorted(u.widths));
    for (const int w : u.widths) EXPECT_TRUE(can_be_asked(case_of(u, w)));
    cases += u.widths.size();
  }
  EXPECT_EQ(cases, all.cases);
  EXPECT_GT(all.matched, all.cases);
  EXPECT_TRUE(seen.contains("clc/math/sin/f32/default/v1"));
  EXPECT_TRUE(seen.contains("clc/integer/mad_hi/u64/default/v1"));
}

TEST(SelectionTest, SpirVIsAskedWhereAGlobNamesItOrAllIsToBe) {
  const auto of_il = [](const Selection& s) {
    return std::ranges::count_if(s.units, [](const Unit& u) { return u.front_end == FrontEnd::il; });
  };
  const std::vector any{Glob("*/math/sin/f32/default/*")};
  EXPECT_EQ(of_il(select(any)), 0);
  EXPECT_EQ(of_il(select(any, {}, Tier::smoke, {FrontEnd::clc, FrontEnd::il})), 1);
  EXPECT_EQ(of_il(selected({"il/math/sin/f32/default/*"})), 1);
  EXPECT_EQ(of_il(select({})), 0);
  EXPECT_GT(of_il(select({}, {}, Tier::smoke, {FrontEnd::clc, FrontEnd::il})), 500);
}

TEST(SelectionTest, EveryUnitCanBeToldToAWorker) {
  for (const Unit& u : select({}).units) EXPECT_EQ(task_from(to_json(Task{.unit = u, .state = nullptr})).unit, u) << name(u);
}

TEST(SelectionTest, ScalarsThatHaveATruthOfTheirOwnAreAskedByThemselves) {
  const std::vector<Unit> shifts = selected({"clc/operator/shift_left/i8/default/*"}).units;
  ASSERT_EQ(shifts.size(), 2U);
  EXPECT_THAT(shifts[0].widths, ElementsAre(1));
  EXPECT_THAT(shifts[1].widths, ElementsAre(2, 3, 4, 8, 16));
  EXPECT_EQ(selected({"clc/operator/shift_left/i32/default/*"}).units.size(), 1U);
}

TEST(SelectionTest, GlobsChooseWidthsToo) {
  const Selection some =
      selected({"clc/math/sin/f32/default/v4", "clc/math/sin/f32/default/v1", "clc/math/c?s/f64/default/v3"});
  EXPECT_THAT(names(some.units), ElementsAre("clc/math/cos/f64/default", "clc/math/sin/f32/default"));
  EXPECT_THAT(some.units[1].widths, ElementsAre(1, 4));
  EXPECT_TRUE(some.unmatched.empty());
}

TEST(SelectionTest, WhatMatchesNothingIsSaid) {
  const Selection none = selected({"clc/math/sinn/*"});
  EXPECT_TRUE(none.units.empty());
  EXPECT_EQ(none.matched, 0U);
  EXPECT_THAT(none.unmatched, ElementsAre("clc/math/sinn/*"));
}

TEST(SelectionTest, AFilterThatNamesAModeAsksIt) {
  EXPECT_THAT(names(selected({"clc/math/sin/f32/relaxed/v1"}).units), ElementsAre("clc/math/sin/f32/relaxed"));
  EXPECT_THAT(names(selected({"clc/math/sin/f32/*/v1"}).units), ElementsAre("clc/math/sin/f32/default"));
  EXPECT_THAT(names(selected({"clc/math/sin/f32/*/v1", "*/sin/f32/ft?/v1"}).units),
              ElementsAre("clc/math/sin/f32/default", "clc/math/sin/f32/ftz"));
}

TEST(SelectionTest, SpirvIsAskedWhereAFilterNamesIt) {
  EXPECT_THAT(names(selected({"il/math/sin/f32/default/v1"}).units), ElementsAre("il/math/sin/f32/default"));
  EXPECT_THAT(names(selected({"*/math/sin/f32/default/v1"}).units), ElementsAre("clc/math/sin/f32/default"));
  EXPECT_TRUE(selected({"*/sin/f32/default/v1", "il/*/cos/f32/*/v1"}).unmatched.empty());
  const std::vector<Unit> all = select({}, {}).units;
  EXPECT_TRUE(std::ranges::none_of(all, [](const Unit& u) { return u.front_end == FrontEnd::il; }));
}

TEST(SelectionTest, ModesThatAreGivenAreAskedAndNoOthers) {
  const std::vector<Glob> sin{Glob("clc/math/sin/f32/*"), Glob("clc/math/cos/f32/relaxed/v1")};
  const std::vector<Mode> given{Mode::unsafe, Mode::opt_disable};
  EXPECT_THAT(names(select(sin, mode_choice(given, Tier::smoke)).units),
              ElementsAre("clc/math/sin/f32/unsafe", "clc/math/sin/f32/opt-disable"));
  EXPECT_EQ(names(select(sin, mode_choice({}, Tier::full)).units).size(), 2U);
  EXPECT_EQ(select(sin, mode_choice({}, Tier::certify)).units.size(),
            modes(FrontEnd::clc, *find("sin"), Type::f32).size() + 1);
}

TEST(SelectionTest, WhatIsJudgedInputByInputIsAskedLess) {
  const auto asked = [](const char* glob, Tier tier) { return tier_asked(selected({glob}).units.at(0), tier); };
  EXPECT_EQ(asked("clc/math/tan/f32/default/v1", Tier::certify), Tier::certify);
  EXPECT_EQ(asked("clc/math/tan/f32/ftz/v1", Tier::full), Tier::full);
  EXPECT_EQ(asked("clc/math/tan/f32/finite/v1", Tier::full), Tier::full);
  EXPECT_EQ(asked("clc/math/exp/f32/relaxed/v1", Tier::full), Tier::full);
  EXPECT_EQ(asked("clc/math/tan/f32/relaxed/v1", Tier::certify), Tier::certify);
  EXPECT_EQ(asked("clc/math/tan/f32/relaxed/v1", Tier::full), Tier::quick);
  EXPECT_EQ(asked("clc/math/tan/f32/relaxed/v1", Tier::quick), Tier::smoke);
  EXPECT_EQ(asked("clc/math/tanpi/f32/relaxed/v1", Tier::certify), Tier::quick);
  EXPECT_EQ(asked("clc/math/tan/f64/finite/v1", Tier::full), Tier::quick);
  EXPECT_EQ(asked("clc/math/sincos/f32/relaxed/v1", Tier::full), Tier::quick);
  EXPECT_EQ(asked("clc/math/pow/f32/finite/v1", Tier::full), Tier::full);
  EXPECT_EQ(asked("clc/math/fmax/f32/relaxed/v1", Tier::full), Tier::full);
  EXPECT_EQ(asked("clc/math/pow/f64/finite/v1", Tier::full), Tier::quick);
  EXPECT_EQ(asked("clc/math/pow/f32/relaxed/v1", Tier::certify), Tier::full);
  EXPECT_EQ(asked("clc/math/pow/f32/relaxed/v1", Tier::full), Tier::quick);
  EXPECT_EQ(asked("clc/math/pow/f32/relaxed/v1", Tier::quick), Tier::smoke);
}

TEST(SelectionTest, TheShardsOfAUnitHaveAllItsInputs) {
  const Unit unit = selected({"clc/math/sin/f32/default/*"}).units.at(0);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < 7; ++i) sum += inputs_of(unit, Tier::quick, {i, 7});
  EXPECT_EQ(sum, inputs_of(unit, Tier::quick, {}));
}

// Conversions between integers do not round, so a name with a rounding mode tests the same as the name without one.
TEST(SelectionTest, SmallTiersLeaveOutWhatIsAskedUnderAnotherNameUnlessItIsNamed) {
  const auto units = [](const char* glob, Tier tier) { return names(select(std::vector{Glob(glob)}, {}, tier).units); };
  using testing::Contains;
  using testing::Not;
  const std::string rounds_nothing = "clc/conversion/convert_int_rtz/u8/default";
  const std::string rounds = "clc/conversion/convert_int_rtn/f32/default";
  for (const Tier tier : {Tier::smoke, Tier::quick}) {
    EXPECT_THAT(units("clc/conversion/*", tier), Not(Contains(rounds_nothing)));
    EXPECT_THAT(units("clc/conversion/*", tier), Contains(rounds));
    EXPECT_THAT(units("clc/conversion/*", tier), Contains("clc/conversion/convert_int/u8/default"));
    EXPECT_THAT(units("clc/*/convert_int_rt?/*", tier), Contains(rounds_nothing));
  }
  for (const Tier tier : {Tier::full, Tier::certify}) EXPECT_THAT(units("clc/conversion/*", tier), Contains(rounds_nothing));
}

TEST(SelectionTest, TierSmokeLeavesOutWhatIsTheSameFunctionByAnotherName) {
  const auto units = [](const char* glob, Tier tier) { return names(select(std::vector{Glob(glob)}, {}, tier).units); };
  using testing::Contains;
  using testing::Not;
  // Conversions to integers truncate; values in range do not saturate.
  for (const std::string same :
       {"convert_int_rtz/f32", "convert_uchar_sat_rtz/f64", "convert_int_sat/u16", "convert_long_sat/i64"}) {
    const std::string unit = "clc/conversion/" + same + "/default";
    EXPECT_THAT(units("clc/conversion/*", Tier::smoke), Not(Contains(unit)));
    EXPECT_THAT(units("clc/conversion/*", Tier::quick), Contains(unit));
    EXPECT_THAT(units((unit + "/*").c_str(), Tier::smoke), Contains(unit));
  }
  for (const std::string other : {"convert_float_rtz/f64", "convert_float_rtz/i32", "convert_int_sat/u32",
                                  "convert_uint_sat/i8", "convert_char_sat/i16", "convert_int_sat/f32", "convert_int/u16"}) {
    EXPECT_THAT(units("clc/conversion/*", Tier::smoke), Contains("clc/conversion/" + other + "/default"));
  }
}

TEST(SelectionTest, TierSmokeAsksOtherSpellingsOfOperatorsOf32BitsAtTwoWidths) {
  const auto asked = [](const char* glob, Tier tier) {
    std::map<std::string, std::size_t> widths;
    for (const Unit& u : select(std::vector{Glob(glob)}, {}, tier).units) widths[name(u)] = u.widths.size();
    return widths;
  };
  const auto smoke = asked("clc/operator/*", Tier::smoke);
  const auto quick = asked("clc/operator/*", Tier::quick);
  for (const std::string name : {"assign_sum", "assign_xor", "pre_increment"}) {
    const std::string unit = "clc/operator/" + name;
    EXPECT_EQ(smoke.at(unit + "/i32/default"), 2U);
    EXPECT_FALSE(smoke.contains(unit + "/i64/default"));
    EXPECT_EQ(quick.at(unit + "/i64/default"), 6U);
    EXPECT_TRUE(asked((unit + "/*").c_str(), Tier::smoke).contains(unit + "/i64/default"));
  }
}

std::vector<int> widths_of(const std::string& unit, const std::vector<Unit>& units) {
  for (const Unit& u : units) {
    if (name(u) == unit) return u.widths;
  }
  return {};
}

const std::vector<int> kAllWidths{1, 2, 3, 4, 8, 16};

TEST(SelectionTest, TierSmokeAsksAtScalarsAndTheWidthWhoseTurnItIsButForTypesOf32Bits) {
  const auto units = [](const std::string& glob, Tier tier) { return select(std::vector{Glob(glob)}, {}, tier).units; };
  const std::vector<Unit> smoke = units("clc/*", Tier::smoke);
  const std::vector<Unit> quick = units("clc/*", Tier::quick);
  for (const std::string unit :
       {"clc/conversion/convert_char/f64/default", "clc/conversion/convert_int/f64/default", "clc/math/sin/f64/default",
        "clc/operator/add/u8/default", "clc/relational/isnan/f64/default"}) {
    const std::vector<int> widths = widths_of(unit, smoke);
    EXPECT_EQ(widths.size(), 2) << unit;
    EXPECT_EQ(widths.front(), 1) << unit;
    EXPECT_EQ(widths_of(unit, quick), kAllWidths) << unit;
    EXPECT_EQ(widths_of(unit, units(unit + "/*", Tier::smoke)), kAllWidths) << unit;
  }
  EXPECT_EQ(widths_of("clc/conversion/convert_char/f64/default", units("clc/*/convert_char/*", Tier::smoke)), kAllWidths);
  for (const std::string unit : {"clc/conversion/convert_int_rte/f32/default", "clc/math/sin/f32/default",
                                 "clc/operator/add/i32/default", "clc/integer/clz/u32/default"}) {
    EXPECT_EQ(widths_of(unit, smoke), kAllWidths) << unit;
  }
  // A builtin with one truth for all lanes is a different function at each width, and keeps all its widths.
  const std::string cross = "clc/geometric/cross/f64/default";
  EXPECT_EQ(widths_of(cross, smoke), widths_of(cross, quick));
}

// A width that one builtin leaves out is tested by another: each type, and each end of a conversion, covers every width.
TEST(SelectionTest, TierSmokeAsksEachWidthOfSomeBuiltinOfEachType) {
  std::map<std::string, std::set<int>> seen;
  const auto see = [&seen](const char* what, Type type, const Unit& u) {
    seen[what + std::string(info(type).name)].insert(u.widths.begin(), u.widths.end());
  };
  for (const Unit& u : select(std::vector{Glob("clc/*")}, {}, Tier::smoke).units) {
    if (!goes_lane_by_lane(u.row->signature) || u.row->group == Group::memory) continue;
    const bool converts = u.row->signature == Signature::convert;
    see(converts ? "conversions of " : "builtins of ", u.format, u);
    if (converts) see("conversions to ", u.row->to, u);
    if (u.row->group == Group::math) see("math of ", u.format, u);
  }
  for (const auto& [what, widths] : seen) EXPECT_EQ(widths.size(), kAllWidths.size()) << what;
}

TEST(SelectionTest, TierSmokeAsksOneDirectionOfSaturatingConversionsAndAllOfThemTogether) {
  std::map<std::string, int> directions;
  int units = 0;
  for (const Unit& u : select(std::vector{Glob("clc/conversion/*")}, {}, Tier::smoke).units) {
    if (!u.row->saturate || !names_rounding(*u.row)) continue;
    ++directions[std::string(name(u.row->rounding))];
    ++units;
  }
  EXPECT_EQ(units, 3 * 8);  // three floating-point types to eight integer types
  EXPECT_EQ(directions.size(), 3);
  EXPECT_GT(select(std::vector{Glob("clc/conversion/*_sat_rtp/*")}, {}, Tier::smoke).units.size(), 20);
}

}  // namespace
}  // namespace classay
