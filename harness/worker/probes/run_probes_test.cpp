// Tests the path that all probes share: each finding is reported when it is known, and errors of the device concern only the
// cases that were not reported before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Opens one device, or throws.
class OneDevice : public Backend {
 public:
  OneDevice(AnsweringDevice::Answer answer, std::function<void(const Module&)> on_build = {})
      : answer_(std::move(answer)), on_build_(std::move(on_build)) {}
  std::vector<Description> devices() override { return {}; }
  std::unique_ptr<Device> open(const std::string& address) override {
    if (address != "0:0") throw DeviceError(Fault::unusable, "no device " + address);
    auto device = std::make_unique<AnsweringDevice>(answer_, on_build_);
    device->can().lacks = lacks;
    return device;
  }
  std::map<Ability, std::string> lacks;

 private:
  AnsweringDevice::Answer answer_;
  std::function<void(const Module&)> on_build_;
};

std::vector<std::byte> copied(const Module& /*module*/, const Launch& launch) {
  return {launch.inputs.at(0).begin(), launch.inputs.at(0).end()};
}

const std::vector<std::string> kCases{"clc/misc/prefetch/f32/default/v1", "clc/misc/prefetch/f32/default/v2",
                                      "clc/misc/prefetch/f32/default/v4", "clc/misc/prefetch/f16/default/v1"};

std::vector<Json> told(Backend& backend, const std::vector<std::string>& cases = kCases, const char* device = "0:0") {
  std::vector<Json> lines;
  run_probes(backend, {.device = device, .cases = cases}, [&](const Json& line) { lines.push_back(line); });
  return lines;
}

TEST(RunProbesTest, EachCaseIsReportedInItsTurn) {
  OneDevice backend(copied);
  const std::vector<Json> lines = told(backend);
  ASSERT_THAT(lines, SizeIs(kCases.size()));
  for (std::size_t i = 0; i < kCases.size(); ++i) {
    EXPECT_EQ(lines[i].at("case"), kCases[i]);
    EXPECT_THAT(probe_finding_from(lines[i]).violations, IsEmpty());
  }
}

// A process that ends during the third launch has reported the first two.
TEST(RunProbesTest, AFindingIsReportedBeforeTheNextLaunch) {
  std::size_t launches = 0;
  OneDevice backend([&](const Module& module, const Launch& launch) {
    ++launches;
    return copied(module, launch);
  });
  std::vector<std::size_t> launches_before;
  run_probes(backend, {.device = "0:0", .cases = kCases}, [&](const Json&) { launches_before.push_back(launches); });
  EXPECT_THAT(launches_before, ElementsAre(1, 2, 3, 4));
}

TEST(RunProbesTest, AnErrorConcernsTheCasesThatWereNotReported) {
  int launches = 0;
  OneDevice backend([&](const Module& module, const Launch& launch) {
    if (++launches == 2) throw DeviceError(Fault::out_of_resources, "clFlush: CL_OUT_OF_RESOURCES");
    return copied(module, launch);
  });
  const std::vector<Json> lines = told(backend);
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_TRUE(probe_finding_from(lines[0]).has_result());
  for (const std::size_t i : {1, 2}) {
    EXPECT_EQ(probe_finding_from(lines[i]).error, "clFlush: CL_OUT_OF_RESOURCES");
    EXPECT_FALSE(probe_finding_from(lines[i]).does_not_build);
  }
  EXPECT_TRUE(probe_finding_from(lines[3]).has_result()) << "another format still runs";
}

TEST(RunProbesTest, WhatTheDeviceLacksIsUnsupportedWithItsQuery) {
  OneDevice backend([](const Module&, const Launch&) -> std::vector<std::byte> { throw std::logic_error("launched"); });
  backend.lacks = {{Ability::f16, "cl_khr_fp16 is missing"}, {Ability::spirv, "CL_DEVICE_IL_VERSION is empty"}};
  const auto why = [&](const char* case_name) { return probe_finding_from(told(backend, {case_name}).at(0)).unsupported; };
  EXPECT_EQ(why("clc/misc/prefetch/f16/default/v1"), "cl_khr_fp16 is missing");
  EXPECT_EQ(why("clc/misc/image-read-half/u8/default/v1"), "cl_khr_fp16 is missing");
  EXPECT_EQ(why("il/misc/prefetch/f32/default/v1"), "CL_DEVICE_IL_VERSION is empty");
  EXPECT_EQ(why("il/misc/capability-Addresses/i32/default/v1"), "CL_DEVICE_IL_VERSION is empty");
  EXPECT_EQ(why("clc/misc/atomic/f64/default/v1"), "OpenCL C 1.2 has no atomic function of f64") << "the probe's own reason";
}

TEST(RunProbesTest, AProgramThatDoesNotBuildFailsWithItsLog) {
  OneDevice backend({},
                    [](const Module&) { throw DeviceError(Fault::build, "clBuildProgram: as told\nerror: no such word"); });
  const ProbeFinding finding = probe_finding_from(told(backend, {"clc/misc/literals/f32/default/v1"}).at(0));
  EXPECT_EQ(finding.error, "does not build: no such word");
  EXPECT_TRUE(finding.does_not_build);
  EXPECT_THAT(finding.log, HasSubstr("error: no such word"));
}

TEST(RunProbesTest, ADeviceThatCannotBeOpenedIsReportedOnce) {
  OneDevice backend(copied);
  EXPECT_THAT(told(backend, kCases, "7:7"), ElementsAre(Json{{"error", "no device 7:7"}}));
}

TEST(RunProbesTest, AnUnknownCaseIsRefused) {
  OneDevice backend(copied);
  EXPECT_THROW(told(backend, {"clc/misc/prefetch/f32/default/v5"}), std::invalid_argument);
}

TEST(RunProbesTest, EveryKindHasOneProbeAndEveryProbeHasAKind) {
  std::map<const Probe*, int> kinds;
  for (const ProbeKind& kind : probe_kinds()) {
    int probes = 0;
    for (const ProbeMaker make : kAllProbes) {
      if (!make().has_kind(kind.name)) continue;
      ++probes;
      ++kinds[&make()];
    }
    EXPECT_EQ(probes, 1) << kind.name;
  }
  EXPECT_EQ(kinds.size(), kAllProbes.size());
}

}  // namespace
}  // namespace classay
