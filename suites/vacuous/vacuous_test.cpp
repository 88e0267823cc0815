#include "suites/vacuous/vacuous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <sstream>

#include "cmake/source_dir.h"
#include "reference/judge/judge.h"
#include "reference/number/real.h"
#include "reference/truth/rounded_results.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/vacuous/gross_calls.h"
#include "suites/vacuous/reasons.h"

namespace classay::vacuous {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kPath = std::string(testing_support::source_dir()) + "/data/unconstrained.txt";

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

const std::vector<Line>& all_lines() {
  static const std::vector<Line> all = [] {
    std::vector<Line> every;
    for (const Row& row : table()) {
      for (Line& l : lines(cells(row))) every.push_back(std::move(l));
    }
    return every;
  }();
  return all;
}

// Returns the lines after a change of the row, one per mode.
std::vector<Line> lines_with(std::string_view name, const std::function<void(Row&)>& change) {
  static std::vector<std::unique_ptr<Row>> changed;  // the lines point to these rows
  changed.push_back(std::make_unique<Row>(*find(name)));
  change(*changed.back());
  return lines(cells(*changed.back()));
}

TEST(VacuousTest, TheRecordedTablesAreThoseOfTheJudge) {
  const std::string now = tables();
  if (std::getenv("CLASSAY_UPDATE_DATA") != nullptr) std::ofstream(kPath) << now;
  EXPECT_TRUE(contents(kPath) == now)
      << "the judge lets different results pass than data/unconstrained.txt records: run this test with "
         "CLASSAY_UPDATE_DATA=1, and check the difference";
}

TEST(VacuousTest, WhatPassesHasAReason) {
  for (const Line& l : all_lines()) {
    EXPECT_FALSE(l.reason.empty()) << l.row->name << " " << info(l.format).name << ", " << places_text(l) << ", "
                                   << modes_text(l) << ": " << share_text(l.share)
                                   << " of results that are grossly wrong pass. Judge them, or give the clause that allows "
                                      "it in suites/vacuous/reasons.cpp";
  }
}

TEST(VacuousTest, EveryReasonIsNeeded) {
  std::set<std::string_view> used;
  for (const Line& l : all_lines()) used.insert(l.reason);
  for (const Reason& r : reasons()) EXPECT_TRUE(used.contains(r.name)) << r.name;
}

TEST(VacuousTest, EveryBuiltinIsAsked) {
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    for (const Type format : row.formats) {
      const std::vector<GrossCall> calls = gross_calls(row, format, 4);
      ASSERT_EQ(calls.size(), 4U) << row.name << " " << info(format).name;
      for (const GrossCall& c : calls) EXPECT_GE(c.results.size(), 2U) << row.name;
    }
  }
}

// If right results were rejected, the search would find nothing.
TEST(VacuousTest, TheRightResultsOfTheseCallsAreRight) {
  for (const std::string_view name :
       {"sin", "pow", "hypot", "fma", "frexp", "remquo", "mul_hi", "isless", "convert_int", "dot"}) {
    const Row& row = *find(name);
    const Type format = row.formats[0];
    const int lanes = lanes_of(row);
    const Promise p = promise(row, format, Edition::clc31, Profile::full, Mode::standard, lanes);
    for (const GrossCall& c : gross_calls(row, format, 4)) {
      const RealScope scope;
      const Call call = call_of(row, format, c.args, lanes);
      std::vector<Bits> right;
      for (const auto& one : rounded_results(row.truth, call, p.results, Rounding::rne)) right.push_back(one.value());
      EXPECT_EQ(judge(p, call, right, {}).verdict, Verdict::right) << name;
      EXPECT_THAT(c.results, Each(Not(::testing::Eq(right)))) << name;
    }
  }
}

TEST(VacuousTest, PlantedHolesAreFound) {
  const auto has_a_hole = Contains(Field(&Line::reason, IsEmpty()));
  const auto found = [&](std::string_view name, const std::function<void(Row&)>& change) {
    EXPECT_THAT(lines_with(name, [](Row&) {}), Not(has_a_hole)) << name;
    EXPECT_THAT(lines_with(name, change), has_a_hole) << name;
  };
  found("exp", [](Row& r) { r.f32 = {ImplementationDefined{}}; });
  found("exp", [](Row& r) { r.f64 = {Ulp{0x1p50}}; });
  found("exp", [](Row& r) { r.f32 = {Unstated{}}; });
  found("hypot", [](Row& r) { r.relaxed = {UlpOn{.n = 2.5, .low = 0x1p-62, .high = 0x1p62}}; });  // positive numbers only
  found("add", [](Row& r) { r.truth = [](const Call&, Precision) { return std::vector{Truth::anything()}; }; });
  found("smoothstep", [](Row& r) {
    r.formats = {Type::f32};
    r.stated = Stated::in_tables;
    r.f32 = {Derived{.forms = "((x - edge0) / (edge1 - edge0)) * (x - edge0) / (x - x)", .arguments = "edge0, edge1, x"}};
  });
}

TEST(VacuousTest, AReasonCoversNoMoreThanItSays) {
  Cell cell{.row = find("tan"), .mode = Mode::relaxed, .limit = Derived{}, .share = {.asked = 100, .poor = 40}};
  EXPECT_EQ(reason_for(cell), "derived from sines");
  cell.share.right = 30;
  EXPECT_EQ(reason_for(cell), "");
  cell.share = {.asked = 0};
  EXPECT_EQ(reason_for(cell), "");
}

}  // namespace
}  // namespace classay::vacuous
