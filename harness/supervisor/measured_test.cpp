// Each format gets one result, and a pass requires a measurement.
#include "harness/supervisor/measured.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

using testing::HasSubstr;

const std::string kArithmetic = "clc/misc/fp-config/f32/default/v1";
const std::string kConstants = "clc/misc/constants/f32/default/v1";

ChildAnswer measured(const std::vector<std::string>& contradictions, const std::vector<std::string>& objections = {},
                     const std::vector<std::string>& below_minimum = {}) {
  return {.answer = {{"error", ""},
                     {"traits", {{{"format", "f32"}, {"contradictions", contradictions}, {"below_minimum", below_minimum}}}},
                     {"constants", {{{"format", "f32"}, {"objections", objections}}}}},
          .misfortune = ""};
}

std::string verdict(const std::string& case_name, const ChildAnswer& answer) {
  return measured_result(case_name, answer).at("verdict");
}

TEST(MeasuredTest, AFormatThatWasMeasuredWithoutContradictionPasses) {
  EXPECT_EQ(verdict(kArithmetic, measured({})), "pass");
  EXPECT_EQ(verdict(kConstants, measured({})), "pass");
}

TEST(MeasuredTest, AContradictionFailsWithItsSentenceAndOnlyItsCase) {
  const Json result = measured_result(kArithmetic, measured({"one", "two"}));
  EXPECT_EQ(result.at("verdict"), "fail");
  EXPECT_EQ(result.at("reason"), "one; two");
  EXPECT_EQ(verdict(kConstants, measured({"one"})), "pass");
  EXPECT_EQ(verdict(kConstants, measured({}, {"M_PI_F is 3, not 0x1.921fb6p+1"})), "fail");
}

TEST(MeasuredTest, WhatEveryDeviceMustHaveIsACaseOfItsOwn) {
  const std::string minimum = "clc/misc/fp-minimum/f32/default/v1";
  EXPECT_EQ(verdict(minimum, measured({"one"})), "pass");
  const Json result = measured_result(minimum, measured({}, {}, {"CL_FP_INF_NAN is not reported"}));
  EXPECT_EQ(result.at("verdict"), "fail");
  EXPECT_EQ(result.at("reason"), "CL_FP_INF_NAN is not reported");
  EXPECT_EQ(verdict(kArithmetic, measured({}, {}, {"one"})), "pass");
}

// A device that reports less than it does passes, and the result notes the difference.
TEST(MeasuredTest, WhatIsDoneAndNotSaidIsTold) {
  ChildAnswer answer = measured({});
  answer.answer["traits"][0]["unclaimed"] = {"CL_FP_DENORM is not reported, but subnormals are kept"};
  const Json result = measured_result(kArithmetic, answer);
  EXPECT_EQ(result.at("verdict"), "pass");
  EXPECT_EQ(result.at("reason"), "CL_FP_DENORM is not reported, but subnormals are kept");
  EXPECT_EQ(measured_result("clc/misc/fp-minimum/f32/default/v1", answer).at("reason"), "");
  answer.answer["traits"][0]["contradictions"] = {"one"};
  EXPECT_EQ(measured_result(kArithmetic, answer).at("reason"), "one");
}

TEST(MeasuredTest, WhatWasNotMeasuredNeverPasses) {
  EXPECT_EQ(verdict("clc/misc/fp-config/f64/default/v1", measured({})), "harness-error");
  EXPECT_EQ(verdict("clc/misc/constants/i32/default/v1", measured({})), "harness-error");
  EXPECT_EQ(verdict(kConstants, {.answer = {}, .misfortune = "killed by SIGSEGV", .blame = Blame::driver}), "crash");
  EXPECT_EQ(verdict(kConstants, {.answer = {}, .misfortune = "killed by SIGSEGV"}), "harness-error");
  EXPECT_EQ(verdict(kArithmetic, {.answer = {}, .misfortune = "no answer", .timed_out = true}), "timeout");
  EXPECT_EQ(verdict(kArithmetic, {.answer = {{"error", "clBuildProgram"}, {"traits", Json::array()}}, .misfortune = ""}),
            "resource-error");
  Json broken = {{"traits", Json::array()},
                 {"constants", {{{"format", "f32"}, {"error", "undeclared"}, {"does_not_build", true}}}}};
  EXPECT_EQ(verdict(kConstants, {.answer = broken, .misfortune = ""}), "fail");
  broken["constants"][0]["does_not_build"] = false;
  EXPECT_EQ(verdict(kConstants, {.answer = broken, .misfortune = ""}), "resource-error");
}

TEST(MeasuredTest, EachWidthHasAResultOfItsOwn) {
  Json printed = Json::array();
  printed.push_back({{"format", "u8"}, {"width", 2}, {"objections", Json::array()}});
  printed.push_back({{"format", "u8"}, {"width", 4}, {"objections", {"a comma too few"}}});
  const ChildAnswer answer{.answer = {{"error", ""}, {"printed", printed}}, .misfortune = ""};
  EXPECT_EQ(verdict("clc/misc/printf/u8/default/v2", answer), "pass");
  EXPECT_EQ(verdict("clc/misc/printf/u8/default/v4", answer), "fail");
  EXPECT_EQ(verdict("clc/misc/printf/u8/default/v3", answer), "harness-error");
  EXPECT_EQ(verdict("clc/misc/prefetch/u8/default/v2", answer), "harness-error");
}

// The driver under test runs in the child and may corrupt its report.
TEST(MeasuredTest, AChildThatContradictsItselfIsNotBelieved) {
  const std::string printf = "clc/misc/printf/u8/default/v2";
  const auto reason = [&](const Json& found) {
    const ChildAnswer answer{.answer = {{"error", ""}, {"printed", Json::array({found})}}, .misfortune = ""};
    const Json result = measured_result(printf, answer);
    EXPECT_EQ(result.at("verdict"), "harness-error") << found;
    return result.at("reason").get<std::string>();
  };
  EXPECT_THAT(reason({{"format", "u8"}, {"width", 2}}), HasSubstr("the field 'objections' is missing"));
  EXPECT_THAT(reason({{"format", "u8"}, {"width", 2}, {"objections", "none"}}), HasSubstr("is none"));
  EXPECT_THAT(reason({{"format", "u8"}, {"width", 2}, {"objections", {7}}}), HasSubstr("not credible"));
  EXPECT_THAT(reason({{"format", "u8"}, {"width", "two"}, {"objections", Json::array()}}), HasSubstr("not credible"));
  EXPECT_THAT(reason({{"format", "u8"}, {"width", 2}, {"objections", Json::array()}, {"wrong", 3U}}),
              HasSubstr("3 wrong under the verdict pass"));
  EXPECT_THAT(reason({{"format", "u8"}, {"unsupported", ""}}), HasSubstr("without a reason"));
  EXPECT_THAT(reason({{"format", "u8"}, {"error", ""}}), HasSubstr("without a reason"));
}

TEST(MeasuredTest, WhatTheDeviceHasByItsDescriptionIsNotUnsupported) {
  Json printed = Json::array();
  printed.push_back({{"format", "f16"}, {"unsupported", "it has no cl_khr_fp16"}});
  const ChildAnswer answer{.answer = {{"error", ""}, {"printed", printed}}, .misfortune = ""};
  const auto verdict_by = [&](const std::optional<std::string>& lack) {
    const DeviceFacts device{.unsupported = {}, .lacks = [&](FrontEnd, Type) { return lack; }, .arithmetic = {}};
    return measured_result("clc/misc/printf/f16/default/v2", answer, device).at("verdict").get<std::string>();
  };
  EXPECT_EQ(verdict_by("it has no cl_khr_fp16"), "unsupported");
  EXPECT_EQ(verdict_by(std::nullopt), "harness-error");
  EXPECT_EQ(verdict_by("OpenCL C is not there"), "harness-error");
}

TEST(MeasuredTest, WhatADeviceHasNotIsUnsupportedAndItsReasonIsTheQuery) {
  Json printed = Json::array();
  printed.push_back({{"format", "u8"}, {"unsupported", "CL_DEVICE_IL_VERSION is empty"}});
  const ChildAnswer answer{.answer = {{"error", ""}, {"printed", printed}}, .misfortune = ""};
  for (const char* width : {"v1", "v16"}) {
    const Json result = measured_result("il/misc/printf/u8/default/" + std::string(width), answer);
    EXPECT_EQ(result.at("verdict"), "unsupported");
    EXPECT_EQ(result.at("reason"), "CL_DEVICE_IL_VERSION is empty");
  }
}

// A driver that crashes in printf ends only the child of that case.
TEST(MeasuredTest, WhatKernelsDoIsMeasuredInAnotherChildThanArithmetic) {
  EXPECT_NE(measuring_child(kArithmetic, Tier::smoke), measuring_child(kConstants, Tier::smoke));
  EXPECT_EQ(measuring_child(kArithmetic, Tier::smoke), measuring_child("clc/misc/fp-minimum/f64/default/v1", Tier::smoke));
  EXPECT_NE(measuring_child(kArithmetic, Tier::smoke), measuring_child("il/misc/fp-minimum/f64/default/v1", Tier::smoke));
  EXPECT_EQ(measuring_child("clc/misc/macros/i32/default/v1", Tier::smoke), measuring_child(kConstants, Tier::smoke));
  EXPECT_NE(measuring_child("clc/misc/printf/u8/default/v2", Tier::smoke), measuring_child(kConstants, Tier::smoke));
  EXPECT_NE(measuring_child("clc/misc/work-group/f32/default/v1", Tier::smoke),
            measuring_child("clc/misc/work-group/f16/default/v1", Tier::smoke));
  EXPECT_NE(measuring_child("clc/misc/work-group/f32/default/v1", Tier::smoke),
            measuring_child("clc/misc/atomic/f32/default/v1", Tier::smoke));
  EXPECT_NE(measuring_child("clc/misc/async-copy/u8/default/v2", Tier::smoke),
            measuring_child("clc/misc/printf/u8/default/v2", Tier::smoke));
  EXPECT_EQ(measuring_child("clc/misc/vec-step/u8/default/v2", Tier::smoke), measuring_child(kConstants, Tier::smoke));
  EXPECT_NE(measuring_child("il/misc/printf/u8/default/v2", Tier::smoke),
            measuring_child("clc/misc/printf/u8/default/v2", Tier::smoke));
  EXPECT_EQ(measuring_child("il/misc/prefetch/u8/default/v2", Tier::smoke),
            measuring_child("il/misc/printf/i64/default/v1", Tier::smoke));
  EXPECT_NE(measuring_child("clc/misc/image-read-unorm/u8/default/v1", Tier::smoke),
            measuring_child("clc/misc/image-write-unorm/u8/default/v1", Tier::smoke));
}

// Some drivers end the process when they reject a module.
TEST(MeasuredTest, EachModuleHasAChildOfItsOwn) {
  const auto child = [](const char* kind) {
    return measuring_child("il/misc/" + std::string(kind) + "/i32/default/v1", Tier::smoke);
  };
  EXPECT_NE(child("capability-Int64"), child("capability-Int8"));
  EXPECT_NE(child("version-1.0"), child("version-1.2"));
}

// Only cases with more inputs in that tier.
TEST(MeasuredTest, ATierIsToldToTheChildThatAsksMoreInIt) {
  const std::string images = "clc/misc/image-write-unorm/u8/default/v1";
  EXPECT_NE(measuring_child(images, Tier::smoke), measuring_child(images, Tier::full));
  EXPECT_EQ(measuring_child(kConstants, Tier::smoke), measuring_child(kConstants, Tier::full));
}

TEST(MeasuredTest, GlobsChooseItsCases) {
  // OpenCL C: arithmetic, constants, literals and macros; moves; per type and width; groups; atomics; images.
  constexpr std::size_t kOfImages = 2 * (2 + 2 + 1 + 6 + 2 + 5) + 6 * 3;
  constexpr std::size_t kOfGroups = 2 * 7 + 8 * 11;
  EXPECT_EQ(measured_cases({}).size(), 6U + 4 + 4 + 1 + 2 * 11 + 4 * 11 * 6 + kOfGroups + 2 * 7 + kOfImages);
  // SPIR-V: the same without compiler cases, plus two for constants, and capabilities and versions.
  EXPECT_EQ(measured_cases(std::vector{Glob("il/*")}).size(),
            6U + 2 * 11 + 2 * 11 + 3 * 11 * 6 + kOfGroups + 7 + kOfImages + 53);
  EXPECT_EQ(all_measured_cases().size(), measured_cases({}).size() + measured_cases(std::vector{Glob("il/*")}).size());
  EXPECT_EQ(measured_cases({}, {FrontEnd::clc, FrontEnd::il}).size(), all_measured_cases().size());
  const std::vector<Glob> math{Glob("clc/math/*")};
  EXPECT_TRUE(measured_cases(math).empty());
  const std::vector<Glob> one{Glob("*/fp-config/f64/*")};
  EXPECT_EQ(measured_cases(one), std::vector<std::string>{"clc/misc/fp-config/f64/default/v1"});
}

// The rule is the same as for cases of the table.
TEST(MeasuredTest, SpirVIsChosenWhereAGlobNamesIt) {
  const auto chosen = [](const char* glob) { return measured_cases(std::vector{Glob(glob)}); };
  const std::string of_clc = "clc/misc/printf/u8/default/v2";
  const std::string of_il = "il/misc/printf/u8/default/v2";
  EXPECT_EQ(chosen("*/printf/u8/default/v2"), std::vector{of_clc});
  EXPECT_EQ(chosen("il/*/u8/default/v2"),
            (std::vector<std::string>{of_il, "il/misc/prefetch/u8/default/v2", "il/misc/async-copy/u8/default/v2"}));
  EXPECT_EQ(chosen("[ci]l*/misc/printf/u8/default/v2"), (std::vector{of_clc, of_il}));
  EXPECT_THAT(measured_cases({}), testing::Not(testing::Contains(of_il)));
  EXPECT_THAT(chosen("il/misc/fp-config/*"), testing::SizeIs(3));
  EXPECT_THAT(chosen("il/misc/macros/*"), testing::IsEmpty());
  EXPECT_EQ(measured_cases(std::vector{Glob("*/printf/u8/default/v2")}, {FrontEnd::clc, FrontEnd::il}),
            (std::vector{of_clc, of_il}));
}

}  // namespace
}  // namespace classay
