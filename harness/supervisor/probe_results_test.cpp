// Tests that each case gets the result of its finding, and that a pass requires a finding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/probe_children.h"

namespace classay {
namespace {

using testing::HasSubstr;

const std::string kArithmetic = "clc/misc/fp-config/f32/default/v1";
const std::string kMinimum = "clc/misc/fp-minimum/f32/default/v1";
const std::string kConstants = "clc/misc/constants/f32/default/v1";
const std::string kPrintf = "clc/misc/printf/u8/default/v2";

ChildAnswer reported(const std::string& case_name, const ProbeFinding& finding) {
  return {.answer = shared(to_json(case_name, finding)), .misfortune = ""};
}

Json result(const std::string& case_name, const ProbeFinding& finding, const DeviceFacts& device = {}) {
  return to_json(probe_result(case_name, reported(case_name, finding), device));
}

std::string verdict(const std::string& case_name, const ChildAnswer& answer) {
  return std::string(name(probe_result(case_name, answer).verdict));
}

TEST(ProbeResultsTest, AFindingWithoutViolationsPasses) {
  EXPECT_EQ(result(kArithmetic, {}).at("verdict"), "pass");
  EXPECT_EQ(result(kConstants, {}).at("reason"), "");
}

TEST(ProbeResultsTest, AViolationFailsWithItsSentence) {
  const Json failed = result(kConstants, {.violations = {"one", "two"}});
  EXPECT_EQ(failed.at("verdict"), "fail");
  EXPECT_EQ(failed.at("reason"), "one; two");
}

// Journals have fields of their own for older kinds.
TEST(ProbeResultsTest, TheFieldsOfAFindingAreThoseOfItsKind) {
  EXPECT_EQ(
      result(kArithmetic, {.violations = {"one"}, .details = probe_fields({{"unclaimed", Json::array()}})}).at("traits"),
      (Json{{"format", "f32"}, {"contradictions", {"one"}}, {"unclaimed", Json::array()}}));
  EXPECT_EQ(result(kMinimum, {.violations = {"one"}, .notes = {"two"}}).at("traits"),
            (Json{{"format", "f32"}, {"below_minimum", {"one"}}}));
  EXPECT_EQ(result(kPrintf, {.details = probe_fields({{"lines", 3U}})}).at("printed"),
            (Json{{"format", "u8"}, {"width", 2}, {"objections", Json::array()}, {"lines", 3U}}));
  EXPECT_EQ(result("clc/misc/literals/f32/default/v1", {.notes = {"near"}}).at("findings"),
            (Json{{"format", "f32"}, {"objections", Json::array()}, {"told", {"near"}}}));
}

// A device that reports less than it does passes, and the result notes the difference.
TEST(ProbeResultsTest, NotesAreTheReasonOfAPass) {
  ProbeFinding finding{.notes = {"CL_FP_DENORM is not reported, but subnormals are kept"}};
  EXPECT_EQ(result(kArithmetic, finding).at("verdict"), "pass");
  EXPECT_EQ(result(kArithmetic, finding).at("reason"), finding.notes.front());
  EXPECT_EQ(result(kMinimum, finding).at("reason"), "") << "its kind has no notes";
  finding.violations = {"one"};
  EXPECT_EQ(result(kArithmetic, finding).at("reason"), "one");
}

TEST(ProbeResultsTest, WithoutAFindingNothingPasses) {
  EXPECT_EQ(verdict(kConstants, {.answer = {}, .misfortune = "killed by SIGSEGV", .blame = Blame::driver}), "crash");
  EXPECT_EQ(verdict(kConstants, {.answer = {}, .misfortune = "killed by SIGSEGV"}), "harness-error");
  EXPECT_EQ(verdict(kArithmetic, {.answer = {}, .misfortune = "no answer", .timed_out = true}), "timeout");
  EXPECT_EQ(verdict(kArithmetic, {.answer = shared({{"error", "clBuildProgram"}}), .misfortune = ""}), "resource-error");
  EXPECT_EQ(result(kConstants, {.error = "undeclared", .does_not_build = true, .log = "a log"}).at("verdict"), "fail");
  EXPECT_EQ(result(kConstants, {.error = "undeclared", .does_not_build = true, .log = "a log"}).at("log"), "a log");
  EXPECT_EQ(result(kConstants, {.error = "clFlush"}).at("verdict"), "resource-error");
}

// The driver under test runs in the child and may corrupt its report.
TEST(ProbeResultsTest, AChildThatContradictsItselfIsNotBelieved) {
  const auto reason = [&](Json report) {
    report["case"] = kPrintf;
    const CaseResult wrong = probe_result(kPrintf, {.answer = shared(report), .misfortune = ""});
    EXPECT_EQ(wrong.verdict, CaseVerdict::harness_error) << report;
    return wrong.reason;
  };
  const Json none = Json::array();
  const Json no_details = Json::object();
  EXPECT_THAT(reason({}), HasSubstr("the field 'violations' is missing"));
  EXPECT_THAT(reason({{"violations", "none"}, {"notes", none}, {"details", no_details}}), HasSubstr("not a list"));
  EXPECT_THAT(reason({{"violations", {7}}, {"notes", none}, {"details", no_details}}), HasSubstr("not credible"));
  EXPECT_THAT(reason({{"violations", none}, {"notes", none}}), HasSubstr("'details' is missing"));
  EXPECT_THAT(reason({{"violations", none}, {"notes", none}, {"details", 3}}), HasSubstr("not an object"));
  EXPECT_THAT(reason({{"violations", none}, {"notes", none}, {"details", {{"wrong", 3U}}}}),
              HasSubstr("3 wrong under the verdict pass"));
  EXPECT_THAT(reason({{"unsupported", ""}}), HasSubstr("has no reason"));
  EXPECT_THAT(reason({{"error", ""}}), HasSubstr("has no reason"));
  EXPECT_THAT(reason({{"error", "lost"}, {"violations", none}}), HasSubstr("a result and a reason"));
  EXPECT_THAT(reason({{"error", "lost"}, {"unsupported", "lacks it"}}), HasSubstr("a result and a reason"));
  EXPECT_THAT(reason({{"unsupported", "lacks it"}, {"does_not_build", true}}), HasSubstr("without an error"));
  EXPECT_THAT(reason({{"unsupported", "lacks it"}, {"verdict", "pass"}}), HasSubstr("unknown field 'verdict'"));
}

TEST(ProbeResultsTest, WhatTheDeviceHasByItsDescriptionIsNotUnsupported) {
  const auto verdict_by = [&](const std::string& case_name, const std::optional<std::string>& lack) {
    const DeviceFacts device{.unsupported = {}, .lacks = [&](FrontEnd, Type) { return lack; }, .arithmetic = {}};
    return result(case_name, {.unsupported = "it has no cl_khr_fp16"}, device).at("verdict").get<std::string>();
  };
  const std::string printf = "clc/misc/printf/f16/default/v2";
  EXPECT_EQ(verdict_by(printf, "it has no cl_khr_fp16"), "unsupported");
  EXPECT_EQ(verdict_by(printf, std::nullopt), "harness-error");
  EXPECT_EQ(verdict_by(printf, "OpenCL C is not there"), "harness-error");
  EXPECT_EQ(verdict_by("clc/misc/atomic/f16/default/v1", std::nullopt), "unsupported") << "the probe has its own reasons";
}

TEST(ProbeResultsTest, WhatADeviceHasNotIsUnsupportedAndItsReasonIsTheQuery) {
  const Json lacking = result("il/misc/printf/u8/default/v1", {.unsupported = "CL_DEVICE_IL_VERSION is empty"});
  EXPECT_EQ(lacking.at("verdict"), "unsupported");
  EXPECT_EQ(lacking.at("reason"), "CL_DEVICE_IL_VERSION is empty");
}

TEST(ProbeResultsTest, AFindingIsReadAsItIsWritten) {
  const ProbeFinding finding{.violations = {"one"},
                             .notes = {"two"},
                             .log = "log",
                             .details = probe_fields({{"a", 1}}),
                             .data = probe_fields({{"b", 2}})};
  EXPECT_EQ(to_json(kPrintf, probe_finding_from(to_json(kPrintf, finding))), to_json(kPrintf, finding));
  const ProbeFinding error{.error = "three", .does_not_build = true};
  EXPECT_EQ(to_json(kPrintf, probe_finding_from(to_json(kPrintf, error))), to_json(kPrintf, error));
}

// A driver that crashes in one of them ends only the child of its kind; work-groups, atomics and images get more children.
TEST(ProbeKindsTest, CasesShareAChildByKindAndFrontEndOrByFormat) {
  const std::vector<std::string> cases{
      "clc/misc/printf/u8/default/v2",          "clc/misc/printf/f32/default/v1", "clc/misc/prefetch/f32/default/v1",
      "clc/misc/atomic/f32/default/v1",         "clc/misc/atomic/i32/default/v1", "il/misc/printf/u8/default/v2",
      "il/misc/capability-Int8/i32/default/v1", "clc/misc/printf/i64/default/v1", "il/misc/version-1.0/i32/default/v1"};
  using Cases = std::vector<std::string>;
  EXPECT_THAT(cases_by_child(cases),
              testing::ElementsAre(Cases{cases[0], cases[1], cases[7]}, Cases{cases[2]}, Cases{cases[3]}, Cases{cases[4]},
                                   Cases{cases[5]}, Cases{cases[6]}, Cases{cases[8]}));
}

std::size_t cases_of(FrontEnd front_end) {
  std::size_t count = 0;
  for (const ProbeKind& kind : probe_kinds()) {
    const bool has_it = std::ranges::find(kind.front_ends, front_end) != kind.front_ends.end();
    count += has_it ? kind.formats.size() * kind.widths.size() : 0;
  }
  return count;
}

TEST(ProbeCasesTest, GlobsChooseCases) {
  EXPECT_EQ(chosen_probe_cases({}).size(), cases_of(FrontEnd::clc));
  EXPECT_GT(cases_of(FrontEnd::clc), 400U);
  EXPECT_EQ(chosen_probe_cases(std::vector{Glob("il/*")}).size(), cases_of(FrontEnd::il));
  EXPECT_GT(cases_of(FrontEnd::il), 400U);
  EXPECT_EQ(chosen_probe_cases({}, {FrontEnd::clc, FrontEnd::il, FrontEnd::clspv}).size(), all_probe_cases().size());
  const std::vector<Glob> math{Glob("clc/math/*")};
  EXPECT_TRUE(chosen_probe_cases(math).empty());
  const std::vector<Glob> one{Glob("*/fp-config/f64/*")};
  EXPECT_EQ(chosen_probe_cases(one), std::vector<std::string>{"clc/misc/fp-config/f64/default/v1"});
}

// The rule is the same as for cases of the table.
TEST(ProbeCasesTest, SpirVIsChosenWhereAGlobNamesIt) {
  const auto chosen = [](const char* glob) { return chosen_probe_cases(std::vector{Glob(glob)}); };
  const std::string of_clc = "clc/misc/printf/u8/default/v2";
  const std::string of_il = "il/misc/printf/u8/default/v2";
  EXPECT_EQ(chosen("*/printf/u8/default/v2"), std::vector{of_clc});
  EXPECT_THAT(chosen("il/*/u8/default/v2"), testing::IsSupersetOf({of_il, std::string("il/misc/prefetch/u8/default/v2")}));
  EXPECT_THAT(chosen("il/*/u8/default/v2"), testing::Each(testing::StartsWith("il/misc/")));
  EXPECT_EQ(chosen("[ci]l*/misc/printf/u8/default/v2"), (std::vector{of_clc, of_il}));
  EXPECT_THAT(chosen_probe_cases({}), testing::Not(testing::Contains(of_il)));
  EXPECT_THAT(chosen("il/misc/fp-config/*"), testing::SizeIs(3));
  EXPECT_THAT(chosen("il/misc/macros/*"), testing::IsEmpty());
  EXPECT_EQ(chosen_probe_cases(std::vector{Glob("*/printf/u8/default/v2")}, {FrontEnd::clc, FrontEnd::il}),
            (std::vector{of_clc, of_il}));
}

}  // namespace
}  // namespace classay
