// First pass, confirmation, stop, resume, and loss of the device. unit_runner_ends_test.cpp has the ends of workers.
#include "harness/supervisor/unit_runner.h"

#include "harness/supervisor/runner_testing.h"

namespace classay::scripted {
namespace {

using Step = UnitRunner::Step;
constexpr auto kFirst = Stage::first;
constexpr auto kAgain = Stage::again;
constexpr auto kConfirm = Stage::confirm;

const std::string kUnit = "clc/math/sin/f32/default";
const std::string kCrashOfUnit = kUnit + ": killed by SIGSEGV";
const std::string kCrashOfV1 = kUnit + "/v1: killed by SIGSEGV";
const std::string kAgainSame = "; run again, alone, with the same inputs: ";

class UnitRunnerTest : public testing::TestWithParam<Row> {};
TEST_P(UnitRunnerTest, WritesTheseRecords) { check(GetParam()); }

Child crashing_worker(std::vector<Act> acts = {launch(1)}) { return worker(std::move(acts), crash()); }
std::string wrong(int failures) { return std::to_string(failures) + " of " + all_judged() + " results wrong"; }

// The first pass of a unit whose first width fails.
const Child kFailsFirst = worker({fail(1), pass(2), done()});

const Child kBothFail = worker({fail(1), fail(2), done()});

std::vector<Row> first_pass() {
  const Json cut = partial_line(1);
  const Json next{{"next", 1}};
  const auto without_inputs = [](int width, const char* verdict) -> Json {
    return {{"kind", "result"}, {"case", name(case_of(sin(), width))}, {"verdict", verdict}, {"reason", "as it says"}};
  };
  return {
      {.name = "ResultsOfTheFirstPassAreFinal",
       .children = {worker({launch(1), pass(1), launch(2), pass(2), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), passed(2)},
       .tasks = {{{"unit", asked({1, 2})}, {"case_time", 60.0}, {"state", nullptr}, {"left_out", Json::object()}}}},
      {.name = "AResultWithoutInputsIsFinal",
       .children = {worker({say(without_inputs(1, "unsupported")), say(without_inputs(2, "resource-error")), done()})},
       .records = {start(kFirst, {1, 2}), without_inputs(1, "unsupported"), written(without_inputs(2, "resource-error"))}},
      {.name = "CheckpointsAreWritten",
       .children = {worker({pass(1), checkpoint(next), pass(2), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), checkpointed(kFirst, next), passed(2)}},
      {.name = "AWorkerServesOneUnitAfterAnother",
       .children = {worker({pass(1), pass(2), done(), pass(1, cos()), pass(2, cos()), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), passed(2), start(kFirst, {1, 2}, cos()), passed(1, cos()),
                   passed(2, cos())},
       .steps = {Step::done, Step::done},
       .units = {sin(), cos()}},
      {.name = "AWorkerThatAsksForItIsReplacedBetweenTasks",
       .children = {worker({pass(1), pass(2), done(true)}), worker({pass(1, cos()), pass(2, cos()), done()})},
       .records = {start(kFirst, {1, 2}), passed(1), passed(2), start(kFirst, {1, 2}, cos()), passed(1, cos()),
                   passed(2, cos())},
       .steps = {Step::done, Step::done},
       .units = {sin(), cos()}},
      {.name = "APartCutByTimeIsFinal",
       .children = {worker({say(cut), pass(2), done()})},
       .records = {start(kFirst, {1, 2}), written(cut), passed(2)}},
  };
}
INSTANTIATE_TEST_SUITE_P(FirstPass, UnitRunnerTest, testing::ValuesIn(first_pass()), name_of);

// Appends to the records of a first pass whose first width fails.
std::vector<Json> after_a_failure(std::vector<Json> rest) {
  const std::vector<Json> first{start(kFirst, {1, 2}), attempt(1), passed(2)};
  rest.insert(rest.begin(), first.begin(), first.end());
  return rest;
}

std::vector<Row> confirmation() {
  const auto then = after_a_failure;
  return {
      {.name = "ASecondWorkerAgrees",
       .children = {kFailsFirst, worker({fail(1), done()})},
       .records = then({start(kConfirm, {1}), failed(1)}),
       .tasks = {{{"case_time", 60.0}}, {{"unit", asked({1})}, {"case_time", 0.0}, {"state", nullptr}}}},
      {.name = "ASecondWorkerDisagreesSoItIsAFlake",
       .children = {kFailsFirst, worker({pass(1), done()})},
       .records = then({start(kConfirm, {1}),
                        with_reason(line_of(1), "flake",
                                    "first: fail, 3 of " + all_judged() + kAgainSame + "pass, 0 of " + all_judged())})},
      {.name = "ASecondWorkerHasOtherWrongResults",
       .children = {kFailsFirst, worker({fail(1, 4), done()})},
       .records = then({start(kConfirm, {1}),
                        with_reason(line_of(1, 3), "fail",
                                    wrong(3) + kAgainSame + "fail, 4 of " + all_judged() + ", with other wrong results")})},
      {.name = "FailedCasesOfAllUnitsShareAWorker",
       .children = {worker({fail(1), pass(2), done(), fail(4), pass(8), done()}),
                    worker({fail(1), done(), fail(4), done()})},
       .records = then(
           {start(kConfirm, {1}), failed(1), start(kFirst, {4, 8}), attempt(4), passed(8), start(kConfirm, {4}), failed(4)}),
       .steps = {Step::done, Step::done},
       .units = {sin(), sin({4, 8})}},
      {.name = "ACaseThatIsRightAfterOtherUnitsRunsInAFreshWorker",
       .children = {worker({fail(1), pass(2), done(), fail(4), pass(8), done()}), worker({fail(1), done(), pass(4), done()}),
                    worker({fail(4), done()})},
       .records = then({start(kConfirm, {1}), failed(1), start(kFirst, {4, 8}), attempt(4), passed(8), start(kConfirm, {4}),
                        start(kConfirm, {4}), failed(4)}),
       .steps = {Step::done, Step::done},
       .units = {sin(), sin({4, 8})}},
      {.name = "AfterAFlakeTheNextUnitGetsAFreshWorker",
       .children = {kFailsFirst, worker({pass(1), done()}), worker({pass(1, cos()), pass(2, cos()), done()})},
       .records = then({start(kConfirm, {1}),
                        with_reason(line_of(1), "flake",
                                    "first: fail, 3 of " + all_judged() + kAgainSame + "pass, 0 of " + all_judged()),
                        start(kFirst, {1, 2}, cos()), passed(1, cos()), passed(2, cos())}),
       .steps = {Step::done, Step::done},
       .units = {sin(), cos()}},
      {.name = "AnEndThatIsNoConfirmationIsRetriedThreeTimes",
       .children = {kFailsFirst, crashing_worker(), healthy(), crashing_worker(), healthy(), crashing_worker(), healthy()},
       .records =
           then({start(kConfirm, {1}), health(true, "exit code 0", kCrashOfV1), start(kConfirm, {1}),
                 health(true, "exit code 0", kCrashOfV1), start(kConfirm, {1}), health(true, "exit code 0", kCrashOfV1),
                 with_reason(line_of(1, 3), "fail", wrong(3) + "; could not be run again: crash, killed by SIGSEGV")})},
      {.name = "AConfirmationThatAnotherProcessEndedIsRepeated",
       .children = {kFailsFirst, worker({launch(1)}, killed()), healthy(), worker({fail(1), done()})},
       .records = then({start(kConfirm, {1}), health(true, "exit code 0", kUnit + "/v1: killed by SIGKILL"),
                        start(kConfirm, {1}), failed(1)})},
      {.name = "AConfirmationRunsTheProgramThatFailed",
       .children = {kFailsFirst, worker({fail(1), done()})},
       .records = {start(kFirst, {1, 2}), attempt(1), passed(2), start(Stage::confirm, {1}), failed(1)},
       .tasks = {{{"bundled", true}}, {{"bundled", true}}},
       .change = [](UnitRunnerOptions& options) { options.task.bundled = true; }},
  };
}
INSTANTIATE_TEST_SUITE_P(Confirmation, UnitRunnerTest, testing::ValuesIn(confirmation()), name_of);

std::vector<Row> confirmations_in_one_worker() {
  const auto both = [](std::vector<Json> rest) {
    const std::vector<Json> failures{start(kFirst, {1, 2}), attempt(1), attempt(2)};
    rest.insert(rest.begin(), failures.begin(), failures.end());
    return rest;
  };
  return {
      {.name = "FailedCasesShareAWorkerAndTheFirstOneGoesOn",
       .children = {worker({fail(1), fail(2), done(), pass(1, cos()), pass(2, cos()), done()}),
                    worker({fail(1), done(), fail(2), done()})},
       .records = both({start(kConfirm, {1}), failed(1), start(kConfirm, {2}), failed(2), start(kFirst, {1, 2}, cos()),
                        passed(1, cos()), passed(2, cos())}),
       .steps = {Step::done, Step::done},
       .tasks = {{{"unit", asked({1, 2})}},
                 {{"unit", asked({1})}, {"case_time", 0.0}},
                 {{"unit", asked({2})}, {"case_time", 0.0}},
                 Json::object()},
       .units = {sin(), cos()}},
      {.name = "AWornConfirmingWorkerIsReplaced",
       .children = {kBothFail, worker({fail(1), done(true)}), worker({fail(2), done()})},
       .records = both({start(kConfirm, {1}), failed(1), start(kConfirm, {2}), failed(2)})},
      {.name = "ACaseThatIsRightInASharedWorkerRunsInAFreshOne",
       .children = {kBothFail, worker({fail(1), done(), pass(2), done()}), worker({fail(2), done()})},
       .records = both({start(kConfirm, {1}), failed(1), start(kConfirm, {2}), start(kConfirm, {2}), failed(2)})},
      {.name = "OtherWrongResultsInASharedWorkerRunInAFreshOne",
       .children = {kBothFail, worker({fail(1), done(), fail(2, 4), done()}), worker({pass(2), done()})},
       .records = both({start(kConfirm, {1}), failed(1), start(kConfirm, {2}), start(kConfirm, {2}),
                        with_reason(line_of(2), "flake",
                                    "first: fail, 3 of " + all_judged() + kAgainSame + "pass, 0 of " + all_judged())})},
      {.name = "ACaseThatEndsASharedWorkerRunsInAFreshOne",
       .children = {kBothFail, worker({fail(1), done(), launch(2)}, crash()), healthy(), worker({fail(2), done()})},
       .records = both({start(kConfirm, {1}), failed(1), start(kConfirm, {2}),
                        health(true, "exit code 0", kUnit + "/v2: killed by SIGSEGV"), start(kConfirm, {2}), failed(2)})},
  };
}
INSTANTIATE_TEST_SUITE_P(ConfirmationsInOneWorker, UnitRunnerTest, testing::ValuesIn(confirmations_in_one_worker()),
                         name_of);

std::vector<Row> confirmations_of_a_part() {
  const Json part{{"state", {{"only", {{0, 10}}}}}, {"failed", 3}};
  const Json fails_in_part = with(line_of(1, 3), "to_confirm", part);
  Json has_wrong_digests = line_of(1, 3);
  has_wrong_digests["counts"].update({{"by_digest", 0U}, {"digests_checked", 4U}, {"wrong_digests", 2U}});
  const std::string in_part = "; run again, alone, with the inputs of the launches that failed: ";
  return {
      {.name = "WrongDigestsAreNotMadeAgainByChance",
       .children = {worker({say(has_wrong_digests), pass(2), done()}), worker({fail(1), done()})},
       .records = {start(kFirst, {1, 2}), attempt_of(1, has_wrong_digests), passed(2), start(kConfirm, {1}),
                   with_reason(has_wrong_digests, "fail", wrong(3))},
       .tasks = {{{"compare_on_device", "auto"}}, {{"compare_on_device", "never"}}},
       .change = [](UnitRunnerOptions& o) { o.task.compare_on_device = UseOfDigests::automatic; }},
      {.name = "WrongDigestsThatTheUserWantsAreMadeAgain",
       .children = {worker({say(has_wrong_digests), pass(2), done()}), worker({fail(1), done()})},
       .records = {start(kFirst, {1, 2}), attempt_of(1, has_wrong_digests), passed(2), start(kConfirm, {1}),
                   with_reason(has_wrong_digests, "fail", wrong(3))},
       .tasks = {{{"compare_on_device", "always"}}, {{"compare_on_device", "always"}}},
       .change = [](UnitRunnerOptions& o) { o.task.compare_on_device = UseOfDigests::always; }},
      {.name = "APartThatTheWorkerNamesConfirms",
       .children = {worker({say(fails_in_part), pass(2), done()}), worker({say(line_of(1, 3, 10)), done()})},
       .records = {start(kFirst, {1, 2}), attempt_of(1, fails_in_part), passed(2), start(kConfirm, {1}), failed(1)},
       .tasks = {{{"state", nullptr}}, {{"case_time", 0.0}, {"state", part.at("state")}}}},
      {.name = "APartThatIsRightIsAFlake",
       .children = {worker({say(fails_in_part), pass(2), done()}), worker({say(line_of(1, 0, 10)), done()})},
       .records = {start(kFirst, {1, 2}), attempt_of(1, fails_in_part), passed(2), start(kConfirm, {1}),
                   with_reason(line_of(1, 3), "flake", "first: fail, 3 of " + all_judged() + in_part + "pass, 0 of 10")}},
  };
}
INSTANTIATE_TEST_SUITE_P(ConfirmationsOfAPart, UnitRunnerTest, testing::ValuesIn(confirmations_of_a_part()), name_of);

std::vector<Row> stops() {
  return {
      {.name = "AStopDuringAUnitKeepsWhatWasWritten",
       .children = {worker({launch(1), pass(1), launch(2), stop()})},
       .records = {start(kFirst, {1, 2}), passed(1)},
       .steps = {Step::stop}},
      {.name = "AStopWhileAWorkerOpensStartsNothing",
       .children = {{.acts = {stop()}}},
       .records = {},
       .steps = {Step::stop}},
      {.name = "AStopDuringAConfirmationGivesNoVerdict",
       .children = {kFailsFirst, worker({launch(1), stop()})},
       .records = {start(kFirst, {1, 2}), attempt(1), passed(2), start(kConfirm, {1})},
       .steps = {Step::stop}},
      {.name = "AStopShortlyAfterTheWorkerWasKilledExplainsItsEnd",
       .children = {worker({launch(1)}, killed())},
       .records = {start(kFirst, {1, 2})},
       .steps = {Step::stop},
       .stop_after = milliseconds(300)},
      {.name = "AStopDuringTheHealthCheckGivesNoVerdict",
       .children = {crashing_worker(), {.command = "health", .acts = {stop()}, .is_open = true}},
       .records = {start(kFirst, {1, 2})},
       .steps = {Step::stop}},
      {.name = "ResultsThatDependOnOtherCasesAreDroppedByAStop",
       .children = {worker({launch(1), launch(2)}, crash()), healthy(), worker({pass(1), done()}), worker({stop()})},
       .records = {start(kFirst, {1, 2}), health(true, "exit code 0", kCrashOfUnit), crashed({1, 2}, {1, 2}),
                   start(kAgain, {1}), start(kAgain, {2})},
       .steps = {Step::stop}},
      {.name = "ResultsThatDependOnOtherCasesAreDroppedAtTheDeadline",
       .children = {worker({launch(1), launch(2)}, crash()), healthy(), worker({pass(1), done()}),
                    worker({quiet(seconds(10))})},
       .records = {start(kFirst, {1, 2}), health(true, "exit code 0", kCrashOfUnit), crashed({1, 2}, {1, 2}),
                   start(kAgain, {1}), start(kAgain, {2})},
       .steps = {Step::stop},
       .deadline = seconds(9)},
      {.name = "NothingStartsAfterTheDeadline",
       .children = {worker({quiet(seconds(5)), fail(1), quiet(seconds(4)), pass(2), done()})},
       .records = {start(kFirst, {1, 2}), attempt(1), passed(2)},
       .steps = {Step::stop, Step::stop},
       .units = {sin(), cos()},
       .deadline = seconds(9)},
  };
}
INSTANTIATE_TEST_SUITE_P(Stops, UnitRunnerTest, testing::ValuesIn(stops()), name_of);

std::vector<Row> resumed() {
  const Json next{{"next", 1}};
  return {
      {.name = "AUnitResumesFromItsCheckpoint",
       .journal = {start(kFirst, {1, 2}), passed(1), checkpointed(kFirst, next)},
       .children = {worker({pass(1), pass(2), done()})},
       .records = {start(kFirst, {1, 2}), passed(2)},
       .tasks = {{{"unit", asked({1, 2})}, {"state", next}}}},
      {.name = "AnAttemptIsConfirmed",
       .journal = {start(kFirst, {1, 2}), attempt(1), passed(2)},
       .children = {worker({fail(1), done()})},
       .records = {start(kConfirm, {1}), failed(1)}},
      {.name = "AConfirmationResumesFromItsCheckpoint",
       .journal = {start(kFirst, {1, 2}), attempt(1), passed(2), start(kConfirm, {1}), checkpointed(kConfirm, next, {1})},
       .children = {worker({fail(1), done()})},
       .records = {start(kConfirm, {1}), failed(1)},
       .tasks = {{{"unit", asked({1})}, {"state", next}, {"case_time", 0.0}}}},
      {.name = "ACheckpointOfTheFirstPassIsNotOneOfACaseAlone",
       .journal = {checkpointed(kFirst, next, {1}), crashed({1}, {1})},
       .children = {worker({pass(1), done()})},
       .records = {start(kAgain, {1}),
                   with_reason(line_of(1), "flake",
                               "in flight when the worker ended (killed by SIGSEGV); alone: pass, 0 of " + all_judged())},
       .tasks = {{{"state", nullptr}}},
       .units = {sin({1})}},
      {.name = "CasesOfAnAbnormalEndRunAlone",
       .journal = {start(kFirst, {1, 2}), crashed({1, 2}, {1})},
       .children = {worker({pass(1), done()}), worker({pass(2), done()})},
       .records = {start(kAgain, {1}), start(kAgain, {2}), passed(2),
                   with_reason(line_of(1), "flake",
                               "in flight when the worker ended (killed by SIGSEGV); alone: pass, 0 of " + all_judged())}},
      {.name = "AFinishedUnitStartsNothing", .journal = {passed(1), passed(2)}, .children = {}, .records = {}},
  };
}
INSTANTIATE_TEST_SUITE_P(Resumed, UnitRunnerTest, testing::ValuesIn(resumed()), name_of);

std::vector<Row> device_losses() {
  const Json device_lost = abnormal(
      {.verdict = CaseVerdict::device_lost, .blame = Blame::driver, .reason = "gone", .widths = {1, 2}, .in_flight = {1}});
  const std::string flake = "in flight when the worker ended (gone); alone: pass, 0 of " + all_judged();
  const Json well = health(true, "exit code 0", kCrashOfUnit);
  const Json unwell = health(false, "exit code 1: gone", kCrashOfUnit);
  const std::string gone = "the device does not respond any more (gone) since ";
  const auto recovers = [](UnitRunnerOptions& options) { options.health.recover = "reset"; };
  const std::vector<Json> crash_follows{
      crashed({1, 2}, {1}), start(kAgain, {1}), start(kAgain, {2}), passed(2),
      with_reason(line_of(1), "flake",
                  "in flight when the worker ended (killed by SIGSEGV); alone: pass, 0 of " + all_judged())};
  const auto after = [&crash_follows](std::vector<Json> checks) {
    checks.insert(checks.begin(), start(kFirst, {1, 2}));
    checks.insert(checks.end(), crash_follows.begin(), crash_follows.end());
    return checks;
  };
  const Child probe_hangs{.command = "health", .acts = {}, .end = hang(), .is_open = true};
  const Child reset{.command = "/bin/sh", .acts = {text("reset it")}};
  return {
      {.name = "AUnitThatLosesTheDeviceRunsAgainLater",
       .children = {worker({launch(1), trouble(message::Fault::lost, "gone")}), healthy(), worker({pass(1), done()}),
                    worker({pass(2), done()})},
       .records = {start(kFirst, {1, 2}), health(true, "exit code 0", kUnit + ": gone"), device_lost, start(kAgain, {1}),
                   start(kAgain, {2}), passed(2), with_reason(line_of(1), "flake", flake)},
       .steps = {Step::later, Step::done},
       .units = {sin(), sin()}},
      {.name = "ADeviceThatComesBackIsUsedAgain",
       .children = {crashing_worker(), sick(), probe_hangs, healthy(), worker({pass(1), done()}), worker({pass(2), done()})},
       .records = after({unwell, health(false, "no result from the device: it hangs", kCrashOfUnit), well})},
      {.name = "ADeviceIsRecoveredOnceForEachLoss",
       .children = {crashing_worker(), sick(), reset, sick(), healthy(), worker({pass(1), done()}),
                    worker({pass(2), done()})},
       .records = after(
           {unwell, health(false, "the command of --recover ended with exit code 0: reset it", kCrashOfUnit), unwell, well}),
       .change = recovers},
      {.name = "ADeviceThatStaysAwayEndsTheRun",
       .children = {crashing_worker(), sick(), sick(), sick()},
       .records = {start(kFirst, {1, 2}), unwell, unwell, unwell, crashed({1, 2}, {1})},
       .steps = {Step::stop},
       .why_unusable = gone + kCrashOfUnit},
      {.name = "ACaseThatLosesTheDeviceAloneIsDeviceLost",
       .children = {crashing_worker(), healthy(), crashing_worker(), sick(), sick(), sick()},
       .records = {start(kFirst, {1, 2}), well, crashed({1, 2}, {1}), start(kAgain, {1}),
                   health(false, "exit code 1: gone", kCrashOfV1), health(false, "exit code 1: gone", kCrashOfV1),
                   health(false, "exit code 1: gone", kCrashOfV1),
                   verdict(1, "device-lost", "killed by SIGSEGV", crash().evidence)},
       .steps = {Step::stop},
       .why_unusable = gone + kCrashOfV1},
  };
}
INSTANTIATE_TEST_SUITE_P(DeviceLosses, UnitRunnerTest, testing::ValuesIn(device_losses()), name_of);

std::vector<Row> openings() {
  const std::string after = "a worker could not open the device: gone";
  const Json well = health(true, "exit code 0", after);
  const Child closed{.acts = {trouble(message::Fault::lost, "gone")}};
  return {
      {.name = "AWorkerThatCannotOpenTheDeviceIsReplaced",
       .children = {closed, healthy(), worker({pass(1), pass(2), done()})},
       .records = {well, start(kFirst, {1, 2}), passed(1), passed(2)}},
      {.name = "ADeviceThatNoWorkerOpensEndsTheRun",
       .children = {closed, healthy(), closed, healthy(), closed, healthy()},
       .records = {well, well, well},
       .steps = {Step::stop},
       .why_unusable = "no worker can open the device: gone"},
      {.name = "AnotherDeviceEndsTheRun",
       .children = {{.acts = {say(hello("Other"))}}},
       .records = {},
       .steps = {Step::stop},
       .why_unusable = R"(a different device responds: name was "Scripted" and is "Other")"},
  };
}
INSTANTIATE_TEST_SUITE_P(Openings, UnitRunnerTest, testing::ValuesIn(openings()), name_of);

std::string error_with(std::vector<Child> children) {
  try {
    check({.name = "", .children = std::move(children), .records = {}});
  } catch (const HarnessError& e) {
    return e.what();
  }
  return "";
}

TEST(UnitRunnerErrorTest, AnotherProgramEndsTheRun) {
  EXPECT_NE(error_with({{.acts = {say(hello("Scripted", "2"))}}})
                .find(R"(a different build of classay: {"id":"2"} instead of {"id":"1"})"),
            std::string::npos);
}

TEST(UnitRunnerErrorTest, AWorkerThatEndsByOurFaultWhileItOpensEndsTheRun) {
  EXPECT_NE(error_with({{.acts = {}, .end = ours()}}).find("killed by SIGSEGV in classay itself"), std::string::npos);
}

TEST(UnitRunnerErrorTest, AHealthCheckThatEndsByOurFaultEndsTheRun) {
  EXPECT_NE(error_with({crashing_worker(), {.command = "health", .acts = {}, .end = ours()}})
                .find("killed by SIGSEGV in classay itself"),
            std::string::npos);
}

}  // namespace
}  // namespace classay::scripted
