// Tests how Supervisor deals units and probes to a worker, and how a run ends. unit_runner_test.cpp has the units.
#include "harness/supervisor/supervisor.h"

#include <algorithm>
#include <iterator>

#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/probe_children.h"
#include "harness/supervisor/runner_testing.h"

namespace classay::scripted {
namespace {

constexpr auto kFirst = Stage::first;
constexpr auto kAgain = Stage::again;

const std::string kUnit = "clc/math/sin/f32/default";
const std::string kMacros = "clc/misc/macros/i32/default/v1";
const std::string kPrintf = "clc/misc/printf/f32/default/v1";
const std::string kCrash = kUnit + ": killed by SIGSEGV";

class SupervisorTest : public testing::Test {
 protected:
  RunEnd run(std::vector<Child> children, std::vector<Job> jobs, std::optional<milliseconds> deadline = {}) {
    scene_.children.assign(children.begin(), children.end());
    SupervisorOptions options{
        .runner = Scene::options(),
        .run_probes = [this](const ProbeGroup& cases, const ReportProbe& report) { answer_probes(cases, report); },
        .repro = {.worker = "", .folder = "RUN"}};
    if (deadline) options.deadline = scene_.now() + *deadline;
    Supervisor supervisor(options, scene_.sink(), scene_.record, scene_, scene_.host());
    const RunEnd end = supervisor.run(jobs);
    why_ = supervisor.why_unusable();
    return end;
  }
  Json end(const Json& totals, const Json& left_out) const {
    Json line{{"kind", "end"}, {"totals", totals}, {"left_out", left_out}};
    if (!why_.empty()) line["unusable"] = why_;
    return line;
  }

  void answer_probes(const ProbeGroup& cases, const ReportProbe& report) {
    groups_.push_back(cases);
    scene_.sleep(probe_time_);
    for (const std::string& c : cases) {
      report(c, probe_answer_.value_or(ChildAnswer{.answer = shared(to_json(c, ProbeFinding{})), .misfortune = ""}));
    }
  }
  static Json probed(const std::string& c) {
    return to_json(probe_result(c, {.answer = shared(to_json(c, ProbeFinding{})), .misfortune = ""}));
  }

  Scene scene_{{}};
  std::vector<ProbeGroup> groups_;  // that ran
  milliseconds probe_time_{0};
  std::optional<ChildAnswer> probe_answer_;  // instead of a pass
  std::string why_;
};

TEST_F(SupervisorTest, ACompleteRunEndsWithItsTotals) {
  EXPECT_EQ(run({worker({pass(1), pass(2), done()})}, {sin()}), RunEnd::complete);
  expect_records(scene_.records, {start(kFirst, {1, 2}), passed(1), passed(2), end({{"pass", 2}}, Json::array())});
}

TEST_F(SupervisorTest, AUnitThatLostTheDeviceRunsAfterTheFollowingUnit) {
  const RunEnd how = run({worker({launch(1), trouble(message::Fault::lost, "gone")}), healthy(),
                          worker({pass(1, cos()), done()}), worker({pass(1), done()})},
                         {sin({1}), cos({1})});
  EXPECT_EQ(how, RunEnd::complete);
  std::vector<Json> starts;
  std::ranges::copy_if(scene_.records, std::back_inserter(starts), [](const Json& r) { return r.at("kind") == "start"; });
  expect_records(starts, {start(kFirst, {1}), start(kFirst, {1}, cos()), start(kAgain, {1})});
}

TEST_F(SupervisorTest, CasesThatDidNotRunOnALostDeviceAreMissing) {
  EXPECT_EQ(run({worker({launch(1)}, crash()), sick(), sick(), sick()}, {sin(), cos({1})}), RunEnd::unusable);
  const Json unwell = health(false, "exit code 1: gone", kCrash);
  const auto missing = [&](const Unit& unit, int width) {
    return written({{"kind", "result"}, {"case", name(case_of(unit, width))}, {"verdict", "missing"}, {"reason", why_}});
  };
  expect_records(scene_.records, {start(kFirst, {1, 2}), unwell, unwell, unwell, crashed({1, 2}, {1}),
                                  verdict(1, "device-lost", "killed by SIGSEGV"), missing(sin(), 2), missing(cos(), 1),
                                  end({{"device-lost", 1}, {"missing", 2}}, Json::array())});
}

TEST_F(SupervisorTest, AFailureStaysAFailureWhenTheDeviceIsLost) {
  const Json unwell = health(false, "exit code 1: gone", kUnit + "/v1: killed by SIGSEGV");
  EXPECT_EQ(run({worker({fail(1), done()}), worker({launch(1)}, crash()), sick(), sick(), sick()}, {sin({1})}),
            RunEnd::unusable);
  expect_records(scene_.records, {start(kFirst, {1}), attempt(1), start(Stage::confirm, {1}), unwell, unwell, unwell,
                                  with_reason(line_of(1, 3), "fail",
                                              "3 of " + all_judged() + " results wrong; could not be run again: " + why_),
                                  end({{"fail", 1}}, Json::array())});
}

TEST_F(SupervisorTest, AnInterruptedRunHasNoEnd) {
  EXPECT_EQ(run({worker({pass(1), stop()})}, {sin()}), RunEnd::interrupted);
  expect_records(scene_.records, {start(kFirst, {1, 2}), passed(1)});
}

TEST_F(SupervisorTest, ARunOutOfTimeNamesTheCasesLeftOut) {
  EXPECT_EQ(
      run({worker({pass(1), quiet(seconds(10)), pass(2), done()})}, {sin(), cos({1}), ProbeGroup{kMacros}}, seconds(9)),
      RunEnd::out_of_time);
  expect_records(scene_.records, {start(kFirst, {1, 2}), passed(1),
                                  end({{"pass", 1}}, {kUnit + "/v2", "clc/math/cos/f32/default/v1", kMacros})});
}

TEST_F(SupervisorTest, ProbesRunInTheirTurn) {
  EXPECT_EQ(run({worker({pass(1), done(), pass(1, cos()), done()})}, {sin({1}), ProbeGroup{kMacros, kPrintf}, cos({1})}),
            RunEnd::complete);
  expect_records(scene_.records, {start(kFirst, {1}), passed(1), probed(kMacros), probed(kPrintf), start(kFirst, {1}, cos()),
                                  passed(1, cos()), end({{"pass", 4}}, Json::array())});
}

TEST_F(SupervisorTest, AProbeCaseWithAResultDoesNotRunAgain) {
  scene_.record.apply(journal_record_from(probed(kMacros)));
  EXPECT_EQ(run({}, {ProbeGroup{kMacros, kPrintf}}), RunEnd::complete);
  EXPECT_EQ(groups_, (std::vector<ProbeGroup>{{kPrintf}}));
}

TEST_F(SupervisorTest, AProbeCaseThatRunsAtTheDeadlineIsLeftOut) {
  probe_time_ = seconds(10);
  probe_answer_ = {.answer = {}, .misfortune = "no answer", .timed_out = true};
  EXPECT_EQ(run({}, {ProbeGroup{kMacros}}, seconds(9)), RunEnd::out_of_time);
  expect_records(scene_.records, {end(Json::object(), {kMacros})});
}

TEST_F(SupervisorTest, AProbeThatLostTheConnectionEndsTheRun) {
  probe_answer_ = {.answer = {}, .misfortune = "the connection ended", .is_lost = true};
  EXPECT_EQ(run({}, {ProbeGroup{kMacros, kPrintf}, sin({1})}), RunEnd::unusable);
  EXPECT_EQ(why_, kMacros + ": the connection ended");
  const auto missing = [&](const std::string& c) {
    return written({{"kind", "result"}, {"case", c}, {"verdict", "missing"}, {"reason", why_}});
  };
  expect_records(scene_.records,
                 {missing(kMacros), missing(kPrintf), missing(kUnit + "/v1"), end({{"missing", 3}}, Json::array())});
}

TEST_F(SupervisorTest, AnInterruptedProbeHasNoResult) {
  scene_.stop_after = seconds(5);
  probe_time_ = seconds(10);
  EXPECT_EQ(run({}, {ProbeGroup{kMacros}}), RunEnd::interrupted);
  expect_records(scene_.records, {});
}

TEST_F(SupervisorTest, FinishedUnitsStartNothing) {
  for (const Json& line : {passed(1), passed(2)}) scene_.record.apply(journal_record_from(line));
  EXPECT_EQ(run({}, {sin()}), RunEnd::complete);
  expect_records(scene_.records, {end({{"pass", 2}}, Json::array())});
}

TEST_F(SupervisorTest, AnErrorInARunnerEndsTheRun) {
  EXPECT_THROW(run({{.acts = {}, .end = ours()}}, {sin()}), HarnessError);
}

}  // namespace
}  // namespace classay::scripted
