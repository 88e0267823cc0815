#include "harness/supervisor/confirmation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace classay {
namespace {

using testing::HasSubstr;

constexpr std::array kAll{CaseOutcome::right,     CaseOutcome::wrong,   CaseOutcome::ended,
                          CaseOutcome::resources, CaseOutcome::outside, CaseOutcome::ours};

CaseResult result(CaseVerdict verdict, std::uint64_t failed, int got = 0) {
  CaseResult made{.case_name = "c/v1", .verdict = verdict, .reason = failed > 0 ? "some are wrong" : ""};
  made.counts.emplace();
  made.counts->judged = 10;
  made.counts->failed = failed;
  made.tally.emplace();
  made.tally->first.emplace_back().got = {std::to_string(got)};
  return made;
}

TaskOutput answered(const CaseResult& result) { return {.results = {{1, result}}, .abnormal = std::nullopt}; }
TaskOutput ended(CaseVerdict verdict, Blame blame) {
  return {.results = {}, .abnormal = Abnormal{.verdict = verdict, .blame = blame, .reason = "how it ended"}};
}

TEST(ConfirmationTest, EachPairMeansWhatTheDocumentationSays) {
  using enum CaseOutcome;
  using M = Meaning;
  const std::vector<std::tuple<CaseOutcome, CaseOutcome, Meaning>> expected{
      {wrong, right, M::flake},          {wrong, wrong, M::fail},           {wrong, ended, M::nothing},
      {wrong, resources, M::nothing},    {wrong, outside, M::nothing},      {wrong, ours, M::nothing},
      {ended, right, M::flake},          {ended, wrong, M::wrong_once},     {ended, ended, M::second},
      {ended, resources, M::nothing},    {ended, outside, M::nothing},      {ended, ours, M::second},
      {resources, right, M::second},     {resources, wrong, M::wrong_once}, {resources, ended, M::second},
      {resources, resources, M::second}, {resources, outside, M::nothing},  {resources, ours, M::second},
      {outside, right, M::second},       {outside, wrong, M::wrong_once},   {outside, ended, M::second},
      {outside, resources, M::nothing},  {outside, outside, M::nothing},    {outside, ours, M::second},
      {ours, right, M::harness_error},   {ours, wrong, M::wrong_once},      {ours, ended, M::second},
      {ours, resources, M::nothing},     {ours, outside, M::nothing},       {ours, ours, M::second},
  };
  std::set<std::pair<CaseOutcome, CaseOutcome>> seen;
  for (const auto& [first, second, meant] : expected) {
    EXPECT_EQ(meaning(first, second), meant) << static_cast<int>(first) << " " << static_cast<int>(second);
    seen.emplace(first, second);
  }
  EXPECT_EQ(seen.size(), kAll.size() * (kAll.size() - 1)) << "what was right is not asked again";
}

TEST(ConfirmationTest, OnlyWhatWasRightOnceAndAgainstTheDeviceOnceIsAFlake) {
  for (const CaseOutcome first : kAll) {
    for (const CaseOutcome second : kAll) {
      const bool is_flake = last_meaning(first, second) == Meaning::flake;
      const bool is_against = first == CaseOutcome::wrong || first == CaseOutcome::ended;
      EXPECT_EQ(is_flake, is_against && second == CaseOutcome::right);
    }
  }
}

TEST(ConfirmationTest, SomethingIsMeantInTheEnd) {
  for (const CaseOutcome first : kAll) {
    for (const CaseOutcome second : kAll) EXPECT_NE(last_meaning(first, second), Meaning::nothing);
  }
}

TEST(ConfirmationTest, EachVerdictIsAnOutcome) {
  EXPECT_EQ(outcome_of(CaseVerdict::pass), CaseOutcome::right);
  EXPECT_EQ(outcome_of(CaseVerdict::unsupported), CaseOutcome::right);
  EXPECT_EQ(outcome_of(CaseVerdict::fail), CaseOutcome::wrong);
  EXPECT_EQ(outcome_of(CaseVerdict::timeout), CaseOutcome::ended);
  EXPECT_EQ(outcome_of(CaseVerdict::device_lost), CaseOutcome::ended);
  EXPECT_EQ(outcome_of(CaseVerdict::resource_error), CaseOutcome::resources);
  EXPECT_EQ(outcome_of(CaseVerdict::killed), CaseOutcome::outside);
  EXPECT_EQ(outcome_of(CaseVerdict::harness_error), CaseOutcome::ours);
}

TEST(ConfirmationTest, WhoIsToBlameForAnEndCountsMoreThanItsVerdict) {
  EXPECT_EQ(outcome_of(CaseVerdict::crash, Blame::driver), CaseOutcome::ended);
  EXPECT_EQ(outcome_of(CaseVerdict::crash, Blame::unknown), CaseOutcome::ended);
  EXPECT_EQ(outcome_of(CaseVerdict::crash, Blame::outside), CaseOutcome::outside);
  EXPECT_EQ(outcome_of(CaseVerdict::crash, Blame::resources), CaseOutcome::resources);
  EXPECT_EQ(outcome_of(CaseVerdict::crash, Blame::ours), CaseOutcome::ours);
}

TEST(ConfirmationTest, AFailureThatComesBackIsTheFirstAnswer) {
  const CaseResult first = result(CaseVerdict::fail, 3);
  EXPECT_EQ(to_json(confirmed(first, answered(first), 1)), to_json(first));
}

TEST(ConfirmationTest, AFailureWithOtherWrongResultsIsAFailureThatSaysSo) {
  for (const CaseResult& second : {result(CaseVerdict::fail, 4), result(CaseVerdict::fail, 3, 1)}) {
    const CaseResult line = confirmed(result(CaseVerdict::fail, 3), answered(second), 1);
    EXPECT_EQ(line.verdict, CaseVerdict::fail);
    EXPECT_EQ(line.counts->failed, 3);
    EXPECT_THAT(line.reason, HasSubstr("some are wrong; run again, alone, with the same inputs: fail, "));
    EXPECT_THAT(line.reason, HasSubstr("with other wrong results"));
  }
  const CaseResult line = confirmed(result(CaseVerdict::fail, 3), ended(CaseVerdict::fail, Blame::driver), 1);
  EXPECT_EQ(line.verdict, CaseVerdict::fail);
  EXPECT_THAT(line.reason, HasSubstr("how it ended"));
}

// An intact worker reports a crash of the compiler as a result, which needs confirmation like any other.
TEST(ConfirmationTest, ACompilerThatCrashesTwiceCrashes) {
  EXPECT_EQ(outcome_of_result(CaseVerdict::crash), CaseOutcome::wrong);
  EXPECT_EQ(outcome_of_result(CaseVerdict::timeout), CaseOutcome::wrong);
  EXPECT_EQ(outcome_of_result(CaseVerdict::pass), CaseOutcome::right);
  const CaseResult first = result(CaseVerdict::crash, 0);
  EXPECT_EQ(to_json(confirmed(first, answered(first), 1)), to_json(first));
  EXPECT_EQ(confirmed(first, answered(result(CaseVerdict::pass, 0)), 1).verdict, CaseVerdict::flake);
  EXPECT_EQ(confirmed(first, answered(result(CaseVerdict::fail, 3)), 1).verdict, CaseVerdict::crash);
  EXPECT_EQ(confirmed(first, ended(CaseVerdict::crash, Blame::driver), 1).verdict, CaseVerdict::crash);
}

TEST(ConfirmationTest, AFailureThatDoesNotComeBackIsAFlake) {
  const CaseResult line = confirmed(result(CaseVerdict::fail, 3), answered(result(CaseVerdict::pass, 0)), 1);
  EXPECT_EQ(line.verdict, CaseVerdict::flake);
  EXPECT_THAT(line.reason, HasSubstr("first: fail, 3 of 10; run again, alone, with the same inputs: pass, 0 of 10"));
}

// The tally does not include a wrong result of a second launch; only the reason reports it.
TEST(ConfirmationTest, AWrongResultOfASecondLaunchIsAFlakeWhereItDoesNotComeBack) {
  CaseResult first = result(CaseVerdict::fail, 0);
  first.reason = "1 result of a second launch wrong";
  first.second_launch.emplace();
  first.second_launch->wrong = first.second_launch->differing = 1;
  first.second_launch->sample.index = 5;
  const CaseResult line = confirmed(first, answered(result(CaseVerdict::pass, 0)), 1);
  EXPECT_EQ(line.verdict, CaseVerdict::flake);
  EXPECT_THAT(line.reason, HasSubstr("first: fail, 0 of 10: 1 result of a second launch wrong; run again, alone"));
  EXPECT_EQ(line.second_launch->sample.index, 5U);
  EXPECT_EQ(to_json(confirmed(first, answered(first), 1)), to_json(first));
  CaseResult second = first;
  second.second_launch->sample.index = 6;
  EXPECT_EQ(confirmed(first, answered(second), 1).verdict, CaseVerdict::fail);
  EXPECT_THAT(confirmed(first, answered(second), 1).reason, HasSubstr("with other wrong results"));
}

TEST(ConfirmationTest, AFailureThatCanNotBeConfirmedStays) {
  for (const auto& [why, blame] :
       {std::pair(CaseVerdict::crash, Blame::driver), std::pair(CaseVerdict::timeout, Blame::driver),
        std::pair(CaseVerdict::resource_error, Blame::resources), std::pair(CaseVerdict::killed, Blame::outside)}) {
    const CaseResult line = confirmed(result(CaseVerdict::fail, 3), ended(why, blame), 1);
    EXPECT_EQ(line.verdict, CaseVerdict::fail);
    EXPECT_EQ(line.reason, "some are wrong; could not be run again: " + std::string(name(why)) + ", how it ended");
  }
}

TEST(ConfirmationTest, AFailureBesideAnErrorOfTheSuiteAccusesNobody) {
  const CaseResult line = confirmed(result(CaseVerdict::fail, 3), ended(CaseVerdict::harness_error, Blame::ours), 1);
  EXPECT_EQ(line.verdict, CaseVerdict::harness_error);
  EXPECT_THAT(line.reason, HasSubstr("how it ended"));
}

TEST(ConfirmationTest, WhoWasInFlightAndIsRightAloneIsJudgedByHowTheWorkerEnded) {
  const auto line = [](CaseVerdict verdict, Blame blame) {
    const Record::Ended end{.verdict = verdict, .blame = blame, .reason = "how", .is_in_flight = true};
    return right_alone(result(CaseVerdict::pass, 0), end, std::nullopt);
  };
  EXPECT_EQ(line(CaseVerdict::crash, Blame::driver).verdict, CaseVerdict::flake);
  EXPECT_EQ(line(CaseVerdict::timeout, Blame::driver).verdict, CaseVerdict::flake);
  EXPECT_EQ(line(CaseVerdict::resource_error, Blame::resources).verdict, CaseVerdict::pass);
  EXPECT_EQ(line(CaseVerdict::harness_error, Blame::ours).verdict, CaseVerdict::harness_error);
  EXPECT_EQ(line(CaseVerdict::crash, Blame::driver).reason, "in flight when the worker ended (how); alone: pass, 0 of 10");
}

TEST(ConfirmationTest, WhoWasInFlightBesideTheOneWhoDidItIsWhatItIsAlone) {
  const Record::Ended end{.verdict = CaseVerdict::crash, .reason = "how", .is_in_flight = true};
  const CaseResult line = right_alone(result(CaseVerdict::pass, 0), end, 4);
  EXPECT_EQ(line.verdict, CaseVerdict::pass);
  EXPECT_THAT(line.reason, HasSubstr("which v4 does alone, too"));
}

}  // namespace
}  // namespace classay
