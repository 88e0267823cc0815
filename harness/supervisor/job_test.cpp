// Tests the order of a run's jobs. Possible defects: a job is lost or runs twice; a builtin has a second turn before another
// one had its first; the many names of conversions to a type come first; slow units come early; a width runs in no unit or
// in two.
#include "harness/supervisor/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/probe_children.h"
#include "harness/supervisor/selection.h"

namespace classay {
namespace {

using testing::ElementsAre;

std::vector<Job> jobs(std::initializer_list<const char*> patterns, Tier tier = Tier::certify) {
  std::vector<Glob> globs;
  for (const char* p : patterns) globs.emplace_back(p);
  return jobs_of(select(globs, {}, tier).units, chosen_probe_cases(globs));
}

std::vector<std::string> names(const std::vector<Job>& jobs) {
  std::vector<std::string> all;
  for (const Job& job : jobs) {
    const auto* unit = std::get_if<Unit>(&job);
    all.push_back(unit != nullptr ? name(*unit) : std::get<ProbeGroup>(job).front());
  }
  return all;
}

std::vector<std::string> all_cases(const std::vector<Job>& jobs) {
  std::vector<std::string> all;
  for (const Job& job : jobs) std::ranges::move(cases_of(job), std::back_inserter(all));
  std::ranges::sort(all);
  return all;
}

TEST(JobTest, OneUnitOfEachBuiltinComesBeforeTheSecondOfAny) {
  std::vector<Job> all = jobs({"clc/math/[cs][oi][sn]/f*/default/*"});
  order_by_yield(all, Tier::smoke, {});
  EXPECT_THAT(names(all), ElementsAre("clc/math/cos/f32/default", "clc/math/sin/f32/default", "clc/math/cos/f64/default",
                                      "clc/math/sin/f64/default", "clc/math/cos/f16/default", "clc/math/sin/f16/default"));
  order_by_yield(all, Tier::full, {});
  EXPECT_EQ(names(all).front(), "clc/math/cos/f16/default");
  EXPECT_EQ(names(all).back(), "clc/math/sin/f32/default");
}

// Returns the widths of each unit of this name.
std::vector<std::vector<int>> widths_of(const std::vector<Job>& jobs, const std::string& unit_name) {
  std::vector<std::vector<int>> all;
  for (const Job& job : jobs) {
    const auto* unit = std::get_if<Unit>(&job);
    if (unit != nullptr && name(*unit) == unit_name) all.push_back(unit->widths);
  }
  return all;
}

TEST(JobTest, WithABudgetScalarsComeFirstAndVectorsAfterAllTypes) {
  std::vector<Job> all = jobs({"clc/math/*/f*/default/*"}, Tier::smoke);
  const std::vector<std::string> before = all_cases(all);
  order_by_yield(all, Tier::smoke, {}, true);
  EXPECT_EQ(all_cases(all), before);
  EXPECT_THAT(widths_of(all, "clc/math/sin/f32/default"), ElementsAre(std::vector{1}, std::vector{2, 3, 4, 8, 16}));
  const std::vector<std::string> order = names(all);
  const auto doubles = std::ranges::find(order, "clc/math/sin/f64/default");
  EXPECT_EQ(std::count(order.begin(), doubles, "clc/math/sin/f32/default"), 1);
  EXPECT_EQ(std::count(doubles, order.end(), "clc/math/sin/f32/default"), 1);
}

// The vectors of a slow unit would otherwise precede its scalars, with the vectors of all others.
TEST(JobTest, VectorsOfSlowUnitsComeLastToo) {
  std::vector<Job> all = jobs({"clc/math/*/f32/default/*", "clc/math/fmod/f64/default/v{1,2,4}"}, Tier::smoke);
  order_by_yield(all, Tier::smoke, {}, true);
  EXPECT_THAT(names({all.at(all.size() - 2), all.back()}),
              ElementsAre("clc/math/fmod/f64/default", "clc/math/fmod/f64/default"));
  EXPECT_THAT(widths_of(all, "clc/math/fmod/f64/default"), ElementsAre(std::vector{1}, std::vector{2, 4}));
}

TEST(JobTest, UnitsAreWholeWithoutABudgetInOtherTiersInShortRunsAndIfTheyHaveFewWidths) {
  std::vector<Job> all = jobs({"clc/math/*/f*/default/*"}, Tier::quick);
  order_by_yield(all, Tier::quick, {}, true);
  EXPECT_THAT(widths_of(all, "clc/math/sin/f32/default"), ElementsAre(std::vector{1, 2, 3, 4, 8, 16}));
  all = jobs({"clc/math/*/f*/default/*"}, Tier::smoke);
  order_by_yield(all, Tier::smoke, {});
  EXPECT_THAT(widths_of(all, "clc/math/sin/f32/default"), ElementsAre(std::vector{1, 2, 3, 4, 8, 16}));
  all = jobs({"clc/math/sin/f32/default/*"}, Tier::smoke);
  order_by_yield(all, Tier::smoke, {}, true);
  EXPECT_THAT(widths_of(all, "clc/math/sin/f32/default"), ElementsAre(std::vector{1, 2, 3, 4, 8, 16}));
  all = jobs({"clc/math/*/f32/default/v[12]"}, Tier::smoke);
  order_by_yield(all, Tier::smoke, {}, true);
  EXPECT_THAT(widths_of(all, "clc/math/sin/f32/default"), ElementsAre(std::vector{1, 2}));
}

TEST(JobTest, JobsOfNamedCasesComeFirstInTheirOrder) {
  std::vector<Job> all = jobs({"clc/math/{sin,cos,tan}/f32/default/*", "clc/misc/{printf,macros}/*"});
  put_first(all, {"clc/math/tan/f32/default/v3", "clc/math/sin/f32/default/v16", "clc/math/tan/f64/default/v1",
                  "clc/misc/macros/i32/default/v1"});
  EXPECT_THAT(names(all),
              ElementsAre("clc/misc/macros/i32/default/v1", "clc/math/sin/f32/default", "clc/math/tan/f32/default",
                          "clc/misc/printf/f16/default/v1", "clc/math/cos/f32/default"));
}

// After the short probes, which run in all formats.
TEST(JobTest, TheFirstJobsAreOfDifferentBuiltinsAndKinds) {
  std::vector<Job> all = jobs({"clc/*"}, Tier::smoke);
  const std::vector<std::string> before = all_cases(all);
  order_by_yield(all, Tier::smoke, {});
  EXPECT_EQ(all_cases(all), before);
  std::set<std::string> topics;
  const auto is_unit = [](const Job& job) { return std::holds_alternative<Unit>(job); };
  const auto begin = std::ranges::find_if(all, is_unit);
  EXPECT_GE(begin - all.begin(), 15);
  EXPECT_LE(begin - all.begin(), 30);
  const auto is_new = [&](const Job& job) {
    const auto* unit = std::get_if<Unit>(&job);
    return topics
        .insert(unit != nullptr ? std::string(unit->row->name)
                                : "misc/" + std::string(probe_case_named(cases_of(job)[0]).kind))
        .second;
  };
  EXPECT_GT(std::find_if_not(begin, all.end(), is_new) - begin, 200);
}

// Possible defects: the turns of a bundle are apart, so that each worker builds all programs; vectors of one part come with
// scalars of another; few builtins get large programs.
TEST(JobTest, UnitsOfABundleFollowEachOtherInTheirPart) {
  std::vector<Job> all = jobs({"clc/**"}, Tier::smoke);
  ASSERT_TRUE(may_bundle(all, Tier::smoke));
  order_by_yield(all, Tier::smoke, {}, true);
  std::map<std::size_t, int> turns;
  const std::vector<std::size_t> begins = turns_of(all, true);
  for (const std::size_t begin : begins) {
    if (const auto bundle = bundle_of(all[begin])) ++turns[*bundle];
  }
  // The scalars of a bundle are one turn, and its vectors another. A builtin with two widths has no vectors of its own; the
  // first format of a builtin may be the second one of its neighbour.
  for (const auto& [bundle, count] : turns) EXPECT_LE(count, 4) << bundle;
  EXPECT_LT(begins.size(), all.size() / 2);
  EXPECT_EQ(turns_of(all, false).size(), all.size());
}

TEST(JobTest, ARunOfFewBuiltinsOrOfALargerTierHasNoBundles) {
  EXPECT_FALSE(may_bundle(jobs({"clc/math/s*/f32/default/*"}), Tier::smoke));
  EXPECT_FALSE(may_bundle(jobs({"clc/math/**"}), Tier::quick));
  EXPECT_TRUE(may_bundle(jobs({"clc/math/**"}), Tier::smoke));
  EXPECT_FALSE(bundle_of(jobs({"il/math/sin/f32/default/*"}).front()));
  EXPECT_FALSE(bundle_of(jobs({"clc/misc/macros/**"}).front()));
}

TEST(JobTest, TheFirstConversionsAreToDifferentTypes) {
  std::vector<Job> all = jobs({"clc/conversion/*"}, Tier::smoke);
  order_by_yield(all, Tier::smoke, {});
  std::set<Type> to;
  for (std::size_t i = 0; i < 11; ++i) to.insert(std::get<Unit>(all.at(i)).row->to);
  EXPECT_EQ(to.size(), 11U);
}

TEST(JobTest, RemaindersOfDoublesComeLast) {
  std::vector<Job> all = jobs({"clc/math/{sin,fmod,remquo}/{f16,f64}/default/v1"});
  order_by_yield(all, Tier::smoke, {});
  EXPECT_THAT(names(all),
              ElementsAre("clc/math/sin/f64/default", "clc/math/fmod/f16/default", "clc/math/remquo/f16/default",
                          "clc/math/sin/f16/default", "clc/math/fmod/f64/default", "clc/math/remquo/f64/default"));
}

TEST(JobTest, PartsComeInTheirOrder) {
  std::vector<Job> all = jobs({"clc/math/sin/{f32,f64}/default/v1", "clc/native/native_exp/f32/default/v1",
                               "clc/operator/add/{f32,i32}/default/v1", "clc/operator/bit_and/i32/default/v1",
                               "clc/memory/vloadn/*/default/v2", "clc/conversion/convert_float/{i32,f64}/default/v1",
                               "clc/misc/{macros,barrier,atomic,printf}/{i32,i64}/default/v1"});
  std::erase_if(all, [](const Job& job) {  // two types are enough
    const auto* unit = std::get_if<Unit>(&job);
    return unit != nullptr && unit->row->group == Group::memory && unit->format != Type::f32 && unit->format != Type::f64;
  });
  order_by_yield(all, Tier::smoke, {});
  EXPECT_THAT(names(all),
              ElementsAre("clc/misc/macros/i32/default/v1", "clc/math/sin/f32/default", "clc/operator/add/f32/default",
                          "clc/misc/barrier/i32/default/v1", "clc/memory/vloadn/f32/default", "clc/math/sin/f64/default",
                          "clc/misc/atomic/i32/default/v1", "clc/misc/atomic/i64/default/v1",
                          "clc/conversion/convert_float/f64/default", "clc/operator/bit_and/i32/default",
                          "clc/memory/vloadn/f64/default", "clc/operator/add/i32/default", "clc/misc/printf/i32/default/v1",
                          "clc/native/native_exp/f32/default", "clc/conversion/convert_float/i32/default"));
}

TEST(JobTest, TheFirstProbeOfAKindHas32Bits) {
  std::vector<Job> all = jobs({"clc/misc/{atomic,image-read-int}/*"});  // their first types are f16 and i8
  order_by_yield(all, Tier::smoke, {});
  EXPECT_THAT(names({all.at(0), all.at(1)}),
              ElementsAre("clc/misc/atomic/f32/default/v1", "clc/misc/image-read-int/i32/default/v1"));
}

}  // namespace
}  // namespace classay
