// Tests programs that do not build. Only widths that do not build by themselves fail, each with its own log; all others are
// judged as usual. A state that omits such a program is not accepted.
#include "harness/worker/sweep/programs.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/journal/task.h"
#include "harness/supervisor/worker_child.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;
using testing::HasSubstr;

using Widths = std::vector<int>;

class ProgramsTest : public testing::Test {
 protected:
  Ledger sweep(Faults faults, SweepEvents events = {}) {
    FakeDevice device(task_.unit, plan_, {Making::literals, Making::table, Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, std::move(events));
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  void ask(std::string_view builtin) {
    task_.unit.row = find(builtin);
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
  }
  const Json& result(int width) const {
    return results_.at(static_cast<std::size_t>(std::ranges::find(task_.unit.widths, width) - task_.unit.widths.begin()));
  }
  std::string believed(const Json& answer) const { return checked_result(answer, {.task = task_, .device = {}}).objection; }

  // Simulates a driver that lacks these widths and reports the first missing one.
  static Faults lacks(const std::set<int>& missing, std::optional<Making> only = {}, CallForm where = CallForm::plain) {
    return {.build_log = [=](CallForm form, Making making, const Widths& widths) -> std::string {
      if (form != where || (only && making != *only)) return "";
      for (const int w : widths) {
        const std::string symbol = "_Z4sqrtDv" + std::to_string(w) + "_Dh";
        if (missing.contains(w)) return "Compilation done\nundefined reference to `" + symbol + "'";
      }
      return "";
    }};
  }

  Task task_{.unit = {.row = find("sqrt"), .format = Type::f16, .widths = {1, 2, 3, 4, 8, 16}}, .state = nullptr};
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  std::vector<Json> results_;
};

TEST_F(ProgramsTest, OnlyTheWidthsThatDoNotBuildFailAndTheOthersAreJudged) {
  const Ledger right = sweep({});
  for (const std::set<int>& missing : {std::set{16}, std::set{3, 8}, std::set{1}, std::set{1, 2, 3, 4, 8}}) {
    const Ledger ledger = sweep(lacks(missing, Making::table));
    for (std::size_t i = 0; i < ledger.widths.size(); ++i) {
      const int width = ledger.widths[i].width;
      const Json& answer = result(width);
      EXPECT_EQ(believed(answer), "") << width;
      if (!missing.contains(width)) {
        EXPECT_EQ(answer.at("verdict"), "pass") << answer.at("reason");
        EXPECT_EQ(ledger.widths[i].tally, right.widths[i].tally) << width;
        EXPECT_EQ(ledger.widths[i].answers, right.widths[i].answers) << width;
        EXPECT_GT(ledger.widths[i].repeated, 0U) << width;
      } else {
        EXPECT_EQ(answer.at("verdict"), "fail");
        const std::string symbol = "sqrt(half" + std::to_string(width) + ") is missing at link time";
        EXPECT_THAT(answer.at("reason").get<std::string>(), HasSubstr("does not build: " + symbol));
        EXPECT_THAT(answer.at("unbuilt").at(0).at("log").get<std::string>(), HasSubstr("Compilation done\nundefined"));
      }
    }
  }
}

TEST_F(ProgramsTest, WhichProgramsWereAskedIsRecorded) {
  std::vector<std::string> told;
  const Ledger ledger = sweep(lacks({8}, Making::table),
                              {.program = [&](std::string_view name, const std::string&) { told.emplace_back(name); }});
  EXPECT_THAT(told, testing::ElementsAre("literals-table", "literals", "table", "table-v1", "table-v2", "table-v3",
                                         "table-v4", "table-v8", "table-v16"));
  for (const std::string& name : told) EXPECT_TRUE(ledger.kernels.contains(name)) << name;
  EXPECT_THAT(result(1).at("by_width").at("table").at("reason").get<std::string>(), HasSubstr("sqrt(half8) is missing"));
  EXPECT_FALSE(result(1).at("by_width").contains("literals"));
  EXPECT_EQ(ledger_from(Json::parse(to_json(ledger).dump()), task_.unit.widths).widths, ledger.widths);
  EXPECT_EQ(ledger_from(to_json(ledger), task_.unit.widths).by_width, ledger.by_width);
}

TEST_F(ProgramsTest, ConstantsAndATableAreOneProgram) {
  std::vector<std::string> told;
  const Ledger ledger = sweep({}, {.program = [&](std::string_view name, const std::string&) { told.emplace_back(name); }});
  EXPECT_THAT(told, testing::ElementsAre("literals-table"));
  EXPECT_EQ(ledger.kernels.size(), 1U);
  EXPECT_EQ(ledger.widths.front().tally.judged(), plan_.count());
}

// If constants and table do not build together, each is built alone, and a warning says that a legal program does not build.
TEST_F(ProgramsTest, ConstantsAndATableThatOnlyBuildAloneAreWarnedOf) {
  bool is_first = true;
  const Ledger ledger = sweep({.build_log = [&](CallForm, Making, const Widths&) -> std::string {
    return std::exchange(is_first, false) ? "error: too large" : "";
  }});
  EXPECT_EQ(ledger.kernels.size(), 3U);
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "quality-warning");
    EXPECT_THAT(answer.at("reason").get<std::string>(), testing::EndsWith("and that of each part does: too large"));
    EXPECT_EQ(answer.at("counts").at("judged"), plan_.count());
    EXPECT_EQ(believed(answer), "");
  }
}

TEST_F(ProgramsTest, ConstantsThatDoNotBuildCostNothingElse) {
  sweep(lacks({1, 2, 3, 4, 8, 16}, Making::literals));
  const std::uint64_t constants = plan_.segments()[0].count;
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "fail");
    EXPECT_THAT(answer.at("reason").get<std::string>(),
                testing::StartsWith("with constants as arguments it does not build: "));
    EXPECT_THAT(answer.at("reason").get<std::string>(), testing::EndsWith("; nothing else is wrong"));
    EXPECT_EQ(answer.at("inputs").at("count"), plan_.count() - constants);
    EXPECT_EQ(answer.at("inputs").at("exhaustive"), false);
    EXPECT_EQ(answer.at("unbuilt").at(0).at("inputs"), constants);
    EXPECT_EQ(believed(answer), "");
  }
}

TEST_F(ProgramsTest, NothingThatBuildsIsAFailureOfEachWidth) {
  sweep(lacks({1, 2, 3, 4, 8, 16}));
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "fail");
    EXPECT_EQ(answer.at("counts").at("judged"), 0);
    EXPECT_EQ(answer.at("unbuilt").size(), 2U);
    EXPECT_THAT(answer.at("reason").get<std::string>(), testing::StartsWith("does not build: sqrt(half"));
    EXPECT_EQ(believed(answer), "");
  }
}

TEST_F(ProgramsTest, WrongResultsOfASingleWidthsProgramAreSeen) {
  Faults faults = lacks({16}, Making::table);
  faults.result = [](const Element& e, Bits right) { return e.width == 4 && e.input == 0x4325 ? right + 2 : right; };
  const Ledger ledger = sweep(faults);
  for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.tally.failed(), r.width == 4 ? 1U : 0U);
}

// Each width builds by itself, so that none is to blame; a warning says that a legal program does not build.
TEST_F(ProgramsTest, WidthsThatOnlyBuildAloneAreWarnedOf) {
  sweep({.build_log = [](CallForm, Making, const Widths& widths) { return widths.size() > 1 ? "error: too large" : ""; }});
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "quality-warning");
    EXPECT_THAT(answer.at("reason").get<std::string>(), testing::EndsWith("and that of each width does: too large"));
  }
}

TEST_F(ProgramsTest, APartThatOnlyBuildsWidthByWidthIsNamedAndNotTheSharedProgram) {
  sweep({.build_log = [](CallForm, Making making, const Widths& widths) {
    return making == Making::table && widths.size() > 1 ? "error: too large" : "";
  }});
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "quality-warning");
    EXPECT_EQ(answer.at("reason"),
              "right, but the program 'table' of all widths does not build, and that of each width does: too large");
  }
}

// The program always contains all widths, so a task of some widths finds the same defect.
TEST_F(ProgramsTest, ATaskOfSomeWidthsWarnsOfAProgramOfAllWidthsToo) {
  task_.unit.widths = {1, 4};
  sweep({.build_log = [](CallForm, Making making, const Widths& widths) {
    return making == Making::table && widths.size() > 1 ? "error: too large" : "";
  }});
  ASSERT_EQ(results_.size(), 2U);
  for (const Json& answer : results_) {
    EXPECT_EQ(answer.at("verdict"), "quality-warning");
    EXPECT_EQ(answer.at("reason"),
              "right, but the program 'table' of all widths does not build, and that of each width that "
              "ran here does: too large");
  }
}

TEST_F(ProgramsTest, AFormThatAWidthDoesNotHaveDoesNotFailIt) {
  ask("ldexp");
  sweep(lacks({2, 3, 4, 8, 16}, {}, CallForm::scalar_argument));
  EXPECT_EQ(result(1).at("verdict"), "pass") << result(1).at("reason");
  EXPECT_FALSE(result(1).contains("forms"));
  for (const int width : {2, 3, 4, 8, 16}) {
    EXPECT_EQ(result(width).at("verdict"), "fail");
    EXPECT_EQ(result(width).at("reason"), "with a scalar among vectors it does not build: sqrt(half" +
                                              std::to_string(width) + ") is missing at link time; the plain call is right");
  }
  sweep(lacks({16}, {}, CallForm::scalar_argument));
  for (const int width : task_.unit.widths) EXPECT_EQ(result(width).at("verdict"), width == 16 ? "fail" : "pass") << width;
  EXPECT_GT(result(8).at("forms").at(0).at("asked"), 0);
}

// A build that runs out of memory does not count against the program.
TEST_F(ProgramsTest, OnlyABuildThatFailedIsTheProgramsFault) {
  for (const Fault fault : {Fault::out_of_resources, Fault::lost, Fault::refused}) {
    Faults faults = lacks({16}, Making::table);
    faults.build_fault = fault;
    EXPECT_THROW(sweep(faults), DeviceError);
  }
}

// A crash of a compiler that runs in its own process is weaker evidence against the program than a refusal.
TEST_F(ProgramsTest, ACompilerThatCrashedOrHungIsNoFailure) {
  struct End {
    CompilerEnd compiler;
    const char* verdict;
  };
  for (const auto& [compiler, verdict] :
       {End{CompilerEnd::refused, "fail"}, End{CompilerEnd::crashed, "crash"}, End{CompilerEnd::hung, "timeout"}}) {
    for (const CallForm form : {CallForm::plain, CallForm::scalar_argument}) {
      ask(form == CallForm::plain ? "sqrt" : "ldexp");
      Faults faults = lacks({16}, {}, form);
      faults.compiler = compiler;
      sweep(faults);
      const Json answer = result(16);
      EXPECT_EQ(answer.at("verdict"), verdict);
      EXPECT_THAT(answer.at("reason").get<std::string>(), HasSubstr("does not build: "));
      EXPECT_EQ(believed(answer), "");
      EXPECT_EQ(result(8).at("verdict"), "pass");
      Json without = answer;
      without.erase("log");
      EXPECT_EQ(believed(without).empty(), compiler == CompilerEnd::refused) << believed(without);
    }
  }
}

TEST_F(ProgramsTest, AStoppedSweepGoesOnWithTheWidthsThatItHad) {
  std::vector<Json> states;
  const Faults faults = lacks({1, 8});
  const Ledger whole = sweep(faults, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  for (const std::size_t at : {std::size_t{0}, states.size() / 2}) {
    task_.state = shared(states.at(at));
    // Both states are in the table, so the program of constants is not built again.
    FakeDevice device(task_.unit, plan_, {Making::table}, faults);
    const bool is_in_table = task_.state->at("next").get<std::uint64_t>() >= plan_.segments()[0].count;
    ASSERT_TRUE(is_in_table);
    Sweep s(device, task_, plan_, 1, {});
    const Ledger& ledger = s.run();
    for (std::size_t i = 0; i < ledger.widths.size(); ++i) {
      EXPECT_EQ(ledger.widths[i].tally, whole.widths[i].tally);
      EXPECT_EQ(ledger.widths[i].unbuilt, whole.widths[i].unbuilt);
    }
  }
}

TEST_F(ProgramsTest, WhatWasNotBuiltIsNotBelievedWithoutItsLogNorUnderAPass) {
  sweep(lacks({16}, Making::literals));
  Json answer = result(16);
  EXPECT_EQ(believed(answer), "");
  answer["verdict"] = "pass";
  EXPECT_NE(believed(answer), "");
  answer = result(16);
  answer["unbuilt"][0]["log"] = "";
  EXPECT_NE(believed(answer), "");
  answer = result(16);
  answer.erase("unbuilt");
  EXPECT_NE(believed(answer), "");
}

}  // namespace
}  // namespace classay
