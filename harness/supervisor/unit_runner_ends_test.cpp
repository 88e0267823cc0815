// Ends of workers: crashes, hangs, lost connections, other processes, and output that is not credible.
#include "harness/supervisor/runner_testing.h"
#include "harness/supervisor/unit_runner.h"

namespace classay::scripted {
namespace {

constexpr auto kFirst = Stage::first;
constexpr auto kAgain = Stage::again;
constexpr auto kConfirm = Stage::confirm;

const std::string kUnit = "clc/math/sin/f32/default";
const std::string kInFlight = "in flight when the worker ended (";

class UnitRunnerEndsTest : public testing::TestWithParam<Row> {};
TEST_P(UnitRunnerEndsTest, WritesTheseRecords) { check(GetParam()); }

std::string alone_pass() { return "); alone: pass, 0 of " + all_judged(); }
Json well(const std::string& where, const std::string& reason) { return health(true, "exit code 0", where + ": " + reason); }
Json well_after_crash() { return well(kUnit, "killed by SIGSEGV"); }
const std::string kV1 = kUnit + "/v1";

std::vector<Row> crashes() {
  const Child crashes_in_1 = worker({launch(1)}, crash());
  const Json again_well = well(kV1, "killed by SIGSEGV");
  const std::string flake = kInFlight + "killed by SIGSEGV" + alone_pass();
  return {
      {.name = "ACaseThatCrashesTwiceHasCrashed",
       .children = {crashes_in_1, healthy(), crashes_in_1, healthy(), worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), again_well,
                   verdict(1, "crash", "killed by SIGSEGV", crash().evidence), start(kAgain, {2}), passed(2)}},
      {.name = "ACaseThatPassesAloneIsAFlake",
       .children = {crashes_in_1, healthy(), worker({pass(1), done()}), worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), start(kAgain, {2}),
                   passed(2), with_reason(line_of(1), "flake", flake)}},
      {.name = "ACaseThatFailsAloneIsConfirmed",
       .children = {crashes_in_1, healthy(), worker({fail(1), done()}), worker({fail(1), done()}),
                    worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), attempt(1),
                   start(kConfirm, {1}), failed(1), start(kAgain, {2}), passed(2)}},
      {.name = "AllCasesAreSuspectsIfNoneIsKnownToBeInFlight",
       .children = {worker({}, crash()), healthy(), worker({pass(1), done()}), worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1, 2}), start(kAgain, {1}),
                   start(kAgain, {2}), with_reason(line_of(1), "flake", flake), with_reason(line_of(2), "flake", flake)}},
      {.name = "ACulpritExplainsTheOthersInFlight",
       .children = {worker({launch(1), launch(2)}, crash()), healthy(), worker({pass(1), done()}),
                    worker({launch(2)}, crash()), healthy()},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1, 2}), start(kAgain, {1}),
                   start(kAgain, {2}), well(kUnit + "/v2", "killed by SIGSEGV"),
                   verdict(2, "crash", "killed by SIGSEGV", crash().evidence),
                   with_reason(line_of(1), "pass", kInFlight + "killed by SIGSEGV), which v2 does alone, too")}},
      {.name = "ACrashOfACaseThatWasNotInFlightExplainsNoOtherCase",
       .children = {crashes_in_1, healthy(), worker({pass(1), done()}), worker({launch(2)}, crash()), healthy()},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), start(kAgain, {2}),
                   well(kUnit + "/v2", "killed by SIGSEGV"), verdict(2, "crash", "killed by SIGSEGV", crash().evidence),
                   with_reason(line_of(1), "flake", flake)}},
      {.name = "AWidthOfAnotherUnitOfThisNameExplainsNothing",
       .journal = {start(kFirst, {1}), crashed({1}, {1}), verdict(1, "crash", "killed by SIGSEGV", crash().evidence)},
       .children = {worker({launch(2)}, crash()), healthy(), worker({pass(2), done()})},
       .records = {start(kFirst, {2}), well_after_crash(), crashed({2}, {2}), start(kAgain, {2}),
                   with_reason(line_of(2), "flake", flake)},
       .units = {sin({2})}},
      {.name = "AFailureAloneExplainsNoOtherCase",
       .children = {worker({launch(1), launch(2)}, crash()), healthy(), worker({pass(1), done()}), worker({fail(2), done()}),
                    worker({fail(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1, 2}), start(kAgain, {1}),
                   start(kAgain, {2}), attempt(2), start(kConfirm, {2}), failed(2),
                   with_reason(line_of(1), "flake", flake)}},
      {.name = "ACrashAfterAResultDoesNotRevokeIt",
       .children = {worker({launch(1), pass(1), launch(2)}, crash()), healthy(), worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), well_after_crash(), crashed({2}, {2}), start(kAgain, {2}),
                   with_reason(line_of(2), "flake", flake)}},
  };
}
INSTANTIATE_TEST_SUITE_P(Crashes, UnitRunnerEndsTest, testing::ValuesIn(crashes()), name_of);

std::vector<Row> last_words() {
  Child last_words = worker({launch(1)}, crash());
  last_words.errors = "a line\nthe last line\n";
  const std::string said = "killed by SIGSEGV: the last line";
  return {
      {.name = "TheLastLineOfStandardErrorIsInTheReason",
       .children = {last_words, healthy(), worker({pass(1), done()})},
       .records = {start(kFirst, {1}), well(kUnit, said),
                   abnormal({.verdict = CaseVerdict::crash,
                             .blame = Blame::driver,
                             .reason = said,
                             .widths = {1},
                             .in_flight = {1},
                             .log = last_words.errors,
                             .ended = crash().evidence}),
                   start(kAgain, {1}), with_reason(line_of(1), "flake", kInFlight + said + alone_pass())},
       .units = {sin({1})}},
  };
}
INSTANTIATE_TEST_SUITE_P(LastWords, UnitRunnerEndsTest, testing::ValuesIn(last_words()), name_of);

// Programs of several builtins.
std::vector<Row> bundles() {
  const Child crashes_in_1 = worker({launch(1)}, crash());
  const Json again_well = well(kV1, "killed by SIGSEGV");
  const std::string own = "killed by SIGSEGV in classay itself";
  const auto bundled = [](UnitRunnerOptions& options) { options.task.bundled = true; };
  return {
      {.name = "AnEndThatTheCompilerOfABundleMayHaveCausedProvesNothingAboutTheUnit",
       .children = {worker({}, crash()), healthy(), worker({pass(1), pass(2), done(), pass(4, sin({4})), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({}, {}), start(kFirst, {1, 2}), passed(1), passed(2),
                   start(kFirst, {4}), passed(4)},
       .steps = {UnitRunner::Step::done, UnitRunner::Step::done},
       .tasks = {{{"bundled", true}}, {{"bundled", false}}, {{"bundled", false}}},
       .units = {sin(), sin({4})},
       .change = bundled},
      {.name = "AnEndByOurFaultInABundleIsReported",
       .children = {worker({}, ours()), healthy(), worker({pass(1), done()})},
       .records = {start(kFirst, {1}), well(kUnit, own),
                   abnormal({.verdict = CaseVerdict::harness_error,
                             .blame = Blame::ours,
                             .reason = own,
                             .widths = {1},
                             .in_flight = {1},
                             .ended = ours().evidence}),
                   start(kAgain, {1}), with_reason(line_of(1), "harness-error", kInFlight + own + alone_pass())},
       .tasks = {{{"bundled", true}}, {{"bundled", false}}},
       .units = {sin({1})},
       .change = bundled},
      {.name = "AfterAnEndTheConfirmationHasTheProgramOfTheCaseToo",
       .children = {crashes_in_1, healthy(), worker({fail(1), done()}), worker({fail(1), done()}),
                    worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), attempt(1),
                   start(kConfirm, {1}), failed(1), start(kAgain, {2}), passed(2)},
       .tasks = {{{"bundled", true}}, {{"bundled", false}}, {{"bundled", false}}, {{"bundled", false}}},
       .change = bundled},
      {.name = "AnEndAfterALaunchInABundleIsTheUnits",
       .children = {crashes_in_1, healthy(), crashes_in_1, healthy(), worker({pass(2), done()}),
                    worker({pass(4, sin({4})), done()})},
       .records = {start(kFirst, {1, 2}), well_after_crash(), crashed({1, 2}, {1}), start(kAgain, {1}), again_well,
                   verdict(1, "crash", "killed by SIGSEGV", crash().evidence), start(kAgain, {2}), passed(2),
                   start(kFirst, {4}), passed(4)},
       .steps = {UnitRunner::Step::done, UnitRunner::Step::done},
       .tasks = {{{"bundled", true}}, {{"bundled", false}}, {{"bundled", false}}, {{"bundled", true}}},
       .units = {sin(), sin({4})},
       .change = bundled},
  };
}
INSTANTIATE_TEST_SUITE_P(Bundles, UnitRunnerEndsTest, testing::ValuesIn(bundles()), name_of);

// The crash is in another call variant: the case runs without that variant, and keeps the verdict of the crash.
std::vector<Row> variants() {
  Child crashes = worker({launch(1), say(message::Form{"in place"})}, crash());
  crashes.errors = "oops";
  const std::string reason = "killed by SIGSEGV: oops";
  const Json plain = with(line_of(1), "verdict", "crash");
  const Json with_log = with(plain, "log", "oops");
  const Child runs_plain_call = worker({say(plain), done()});
  const Json without{{"left_out", {{"in place", {{"verdict", "crash"}, {"reason", reason}}}}}};
  const Json with_all{{"left_out", Json::object()}};
  return {
      {.name = "ACallVariantThatCrashesIsLeftOut",
       .children = {crashes, healthy(), crashes, healthy(), runs_plain_call, crashes, healthy(), runs_plain_call},
       .records = {start(kFirst, {1}), well(kUnit, reason),
                   abnormal({.verdict = CaseVerdict::crash,
                             .blame = Blame::driver,
                             .reason = reason,
                             .widths = {1},
                             .in_flight = {1},
                             .log = "oops",
                             .ended = crash().evidence}),
                   start(kAgain, {1}), well(kV1, reason), start(kAgain, {1}), attempt_of(1, with_log), start(kConfirm, {1}),
                   well(kV1, reason), start(kConfirm, {1}), written(with_log)},
       .tasks = {with_all, with_all, without, with_all, without},
       .units = {sin({1})}},
  };
}
INSTANTIATE_TEST_SUITE_P(Variants, UnitRunnerEndsTest, testing::ValuesIn(variants()), name_of);

std::vector<Row> other_causes() {
  const auto ends = [](CaseVerdict verdict, Blame blame, const std::string& reason, const SharedJson& ended = nullptr,
                       const char* log = "") {
    return abnormal(
        {.verdict = verdict, .blame = blame, .reason = reason, .widths = {1}, .in_flight = {1}, .log = log, .ended = ended});
  };
  const std::string own = "killed by SIGSEGV in classay itself";
  const Child own_crash = worker({launch(1)}, ours());
  const Child poor = worker({launch(1), trouble(message::Fault::resources, "no memory")});
  const Child unbuilt = worker({launch(1), trouble(message::Fault::build, "line 1: error")});
  const std::string not_built = "does not build: line 1: error";
  const Child passes = worker({pass(1), done()});
  const auto reports = [&](const char* name, message::Fault fault, const std::string& reason) -> Row {
    const Child reports_trouble = worker({launch(1), trouble(fault, "no")});
    return {.name = name,
            .children = {reports_trouble, healthy(), reports_trouble, healthy()},
            .records = {start(kFirst, {1}), well(kUnit, reason), ends(CaseVerdict::harness_error, Blame::ours, reason),
                        start(kAgain, {1}), well(kV1, reason), verdict(1, "harness-error", reason)},
            .units = {sin({1})}};
  };
  return {
      reports("ACallThatTheDeviceRefusesIsAHarnessError", message::Fault::refused, "the device refused a call: no"),
      reports("AnErrorThatTheWorkerReportsOfItselfIsAHarnessError", message::Fault::harness, "no"),
      {.name = "ACrashOfOursIsAHarnessError",
       .children = {own_crash, healthy(), own_crash, healthy()},
       .records = {start(kFirst, {1}), well(kUnit, own), ends(CaseVerdict::harness_error, Blame::ours, own, ours().evidence),
                   start(kAgain, {1}), well(kV1, own), verdict(1, "harness-error", own, ours().evidence)},
       .units = {sin({1})}},
      {.name = "ACaseThatPassesAfterACrashOfOursIsAHarnessError",
       .children = {own_crash, healthy(), passes},
       .records = {start(kFirst, {1}), well(kUnit, own), ends(CaseVerdict::harness_error, Blame::ours, own, ours().evidence),
                   start(kAgain, {1}), with_reason(line_of(1), "harness-error", kInFlight + own + alone_pass())},
       .units = {sin({1})}},
      {.name = "ResourcesThatRunOutTwiceAreAResourceError",
       .children = {poor, healthy(), poor, healthy()},
       .records = {start(kFirst, {1}), well(kUnit, "no memory"),
                   ends(CaseVerdict::resource_error, Blame::resources, "no memory"), start(kAgain, {1}),
                   well(kV1, "no memory"), verdict(1, "resource-error", "no memory")},
       .units = {sin({1})}},
      {.name = "ACaseThatPassesAfterResourcesRanOutPasses",
       .children = {poor, healthy(), passes},
       .records = {start(kFirst, {1}), well(kUnit, "no memory"),
                   ends(CaseVerdict::resource_error, Blame::resources, "no memory"), start(kAgain, {1}),
                   with_reason(line_of(1), "pass", kInFlight + "no memory" + alone_pass())},
       .units = {sin({1})}},
      {.name = "AProgramThatDoesNotBuildFails",
       .children = {unbuilt, healthy(), unbuilt, healthy()},
       .records = {start(kFirst, {1}), well(kUnit, not_built),
                   ends(CaseVerdict::fail, Blame::driver, not_built, nullptr, "line 1: error"), start(kAgain, {1}),
                   well(kV1, not_built), verdict(1, "fail", not_built, nullptr, "line 1: error")},
       .units = {sin({1})}},
  };
}
INSTANTIATE_TEST_SUITE_P(OtherCauses, UnitRunnerEndsTest, testing::ValuesIn(other_causes()), name_of);

std::vector<Row> hangs() {
  const std::string at_30 = "no output for 30.0 s: it hangs, in clFinish";
  const std::string at_10 =
      "no output for 10.0 s: it hangs, in clFinish (with a shorter timeout, because the builtin had hung in " + kUnit + ")";
  const auto hung = [](const std::string& reason) {
    return abnormal({.verdict = CaseVerdict::timeout,
                     .blame = Blame::driver,
                     .reason = reason,
                     .widths = {1},
                     .in_flight = {1},
                     .ended = hang().evidence});
  };
  const Child hangs_in_1 = hanging_worker({launch(1)});
  const std::vector<Json> twice{start(kFirst, {1}), well(kUnit, at_30), hung(at_30),
                                start(kAgain, {1}), well(kV1, at_10),   verdict(1, "timeout", at_10, hang().evidence)};
  Child deaf = hanging_worker({launch(1)});
  deaf.end = crash();
  deaf.has_ended = true;
  Child slow_judge = worker({launch(1), quiet(seconds(20)), pass(1), done()});
  slow_judge.is_in_driver = false;
  return {
      {.name = "AHangIsATimeoutAndCostsLessTheSecondTime",
       .children = {hangs_in_1, healthy(), hangs_in_1, healthy()},
       .records = twice,
       .tasks = {{{"case_time", 60.0}}, {{"case_time", 10.0}}},
       .units = {sin({1})}},
      {.name = "AnotherBuiltinHasTheFullTime",
       .journal = {with(verdict(1, "timeout", at_30), "case", "clc/math/cos/f32/default/v1")},
       .children = {hangs_in_1, healthy(), hangs_in_1, healthy()},
       .records = twice,
       .units = {sin({1})}},
      {.name = "ProgressWithoutChangeIsAHang",
       .children = {hanging_worker({launch(1), progress(1, 3), quiet(seconds(20)), progress(1, 3), quiet(seconds(20)),
                                    pass(1), done()}),
                    healthy(), hangs_in_1, healthy()},
       .records = twice,
       .units = {sin({1})}},
      {.name = "SilenceShorterThanTheTimeoutIsNoHang",
       .children = {worker(
           {quiet(seconds(29)), launch(1), quiet(seconds(29)), progress(1, 3), quiet(seconds(29)), pass(1), done()})},
       .records = {start(kFirst, {1}), passed(1)},
       .units = {sin({1})}},
      {.name = "ABusyMachineIsNoHang",
       .children = {worker({launch(1), busy(seconds(300)), quiet(seconds(29)), pass(1), done()})},
       .records = {start(kFirst, {1}), passed(1)},
       .units = {sin({1})}},
      {.name = "TheShortTimeoutIsForTheDriverAndNotForJudging",
       .journal = {hung(at_30)},
       .children = {slow_judge},
       .records = {start(kAgain, {1}), with_reason(line_of(1), "flake", kInFlight + at_30 + alone_pass())},
       .units = {sin({1})}},
      {.name = "AWorkerThatEndedWhileItsOutputIsOpenHasCrashed",
       .children = {deaf, healthy(), worker({pass(1), done()})},
       .records = {start(kFirst, {1}), well_after_crash(), crashed({1}, {1}), start(kAgain, {1}),
                   with_reason(line_of(1), "flake", kInFlight + "killed by SIGSEGV" + alone_pass())},
       .units = {sin({1})}},
  };
}
INSTANTIATE_TEST_SUITE_P(Hangs, UnitRunnerEndsTest, testing::ValuesIn(hangs()), name_of);

std::vector<Row> ends_from_outside() {
  const Json next{{"next", 1}};
  const auto outside = [](const ChildEnd& end, std::vector<int> widths) {
    return abnormal({.verdict = CaseVerdict::killed,
                     .blame = Blame::outside,
                     .reason = end.how.sentence,
                     .widths = std::move(widths),
                     .in_flight = {},
                     .ended = end.evidence});
  };
  const auto resumes = [&](const char* name, const ChildEnd& end) -> Row {
    return {.name = name,
            .children = {worker({pass(1), checkpoint(next), launch(2)}, end), healthy(), worker({pass(1), pass(2), done()})},
            .records = {start(kFirst, {1, 2}), passed(1), checkpointed(kFirst, next), well(kUnit, end.how.sentence),
                        outside(end, {}), start(kFirst, {1, 2}), passed(2)},
            .tasks = {{{"state", nullptr}}, {{"state", next}}}};
  };
  const auto ends_each_time = [&](const char* name, const ChildEnd& end) -> Row {
    const Child ends = worker({launch(1)}, end);
    const std::string& reason = end.how.sentence;
    return {.name = name,
            .children = {ends, healthy(), ends, healthy(), ends, healthy(),  // together
                         ends, healthy(), ends, healthy(), ends, healthy()},
            .records = {start(kFirst, {1}), well(kUnit, reason), outside(end, {}), start(kFirst, {1}), well(kUnit, reason),
                        outside(end, {}), start(kFirst, {1}), well(kUnit, reason), outside(end, {1}), start(kAgain, {1}),
                        well(kV1, reason), start(kAgain, {1}), well(kV1, reason), start(kAgain, {1}), well(kV1, reason),
                        verdict(1, "killed", reason, end.evidence)},
            .units = {sin({1})}};
  };
  return {resumes("AKilledWorkersUnitResumesFromItsCheckpoint", killed()),
          resumes("AUnitResumesAfterALostConnection", lost()),
          ends_each_time("AWorkerThatIsKilledEachTimeIsGivenUp", killed()),
          ends_each_time("AConnectionThatIsLostEachTimeIsGivenUp", lost())};
}
INSTANTIATE_TEST_SUITE_P(FromOutside, UnitRunnerEndsTest, testing::ValuesIn(ends_from_outside()), name_of);

// The worker's output is not credible, each time for the reason `why`.
Row lie(const char* name, const std::vector<Act>& acts, const std::string& why) {
  const std::string reason = "the worker's report is not credible: " + why;
  return {.name = name,
          .children = {worker(acts), healthy(), worker(acts), healthy()},
          .records = {start(kFirst, {1}), well(kUnit, reason),
                      abnormal({.verdict = CaseVerdict::harness_error,
                                .blame = Blame::ours,
                                .reason = reason,
                                .widths = {1},
                                .in_flight = {1}}),
                      start(kAgain, {1}), well(kV1, reason), verdict(1, "harness-error", reason)},
          .units = {sin({1})}};
}

std::vector<Row> lies() {
  const std::string twice = "the worker's report is not credible: a second result for " + kV1;
  std::vector<Act> flood;
  for (int i = 0; i <= 101; ++i) flood.push_back(progress(i, 1000));
  return {
      lie("AMalformedLineIsAHarnessError", {text("noise")}, "malformed line noise"),
      lie("AFloodIsAHarnessError", flood, "it floods: 101 lines without a result or checkpoint"),
      lie("ALineOfAnUnknownKindIsAHarnessError", {say({{"kind", "surprise"}})},
          R"(a line of an unknown kind {"kind":"surprise"})"),
      lie("TroubleOfAnUnknownKindIsAHarnessError", {text(R"({"kind":"trouble","fault":"new"})")},
          R"(malformed line ('fault': "new" is not a known name) {"kind":"trouble","fault":"new"})"),
      lie("ImpossibleProgressIsAHarnessError", {progress(3, 2)},
          R"(impossible progress {"kind":"progress","done":3,"total":2})"),
      lie("DoneWithoutAResultIsAHarnessError", {done()}, "done, without all results"),
      lie("AResultOfAnotherCaseIsAHarnessError", {pass(2)}, "a result for " + kUnit + "/v2, which was not assigned"),
      lie("APassWithFailuresIsAHarnessError", {say(with(line_of(1, 3), "verdict", "pass"))},
          "3 failures under the verdict pass"),
      {.name = "ASecondResultRevokesTheFirst",
       .children = {worker({pass(1), pass(1)}), healthy(), worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), well(kUnit, twice),
                   abnormal({.verdict = CaseVerdict::harness_error,
                             .blame = Blame::ours,
                             .reason = twice,
                             .widths = {2},
                             .in_flight = {}}),
                   verdict(1, "harness-error", twice), start(kAgain, {2}), passed(2)}},
      {.name = "AFailureThatNoReportConfirmsIsAHarnessError",
       .journal = {attempt(1)},
       .children = {worker({text("noise")}), healthy(), worker({text("noise")}), healthy(), worker({text("noise")}),
                    healthy()},
       .records = {start(kConfirm, {1}), well(kV1, "the worker's report is not credible: malformed line noise"),
                   start(kConfirm, {1}), well(kV1, "the worker's report is not credible: malformed line noise"),
                   start(kConfirm, {1}), well(kV1, "the worker's report is not credible: malformed line noise"),
                   with_reason(line_of(1, 3), "harness-error",
                               "3 of " + all_judged() +
                                   " results wrong; run again, alone, with the same inputs: harness-error, " +
                                   "the worker's report is not credible: malformed line noise")},
       .units = {sin({1})}},
  };
}
INSTANTIATE_TEST_SUITE_P(Lies, UnitRunnerEndsTest, testing::ValuesIn(lies()), name_of);

}  // namespace
}  // namespace classay::scripted
