// Tests the page that `classay` without arguments prints. Possible defects: a command that does not run, an overlooked GPU.
#include "harness/cli/doctor/doctor.h"

#include <gmock/gmock.h>

#include "harness/cli/doctor/facts.h"

namespace classay::doctor {
namespace {

using testing::HasSubstr;
using testing::Not;

Json device(const char* backend, const char* address, const char* type, bool has_compiler = true) {
  return {{"backend", backend}, {"address", address},           {"device_type", type},         {"name", "D"},
          {"platform", "P"},    {"has_compiler", has_compiler}, {"il_versions", Json::array()}};
}

Listings with(std::vector<Json> opencl, std::vector<Json> vulkan = {}) {
  return {.opencl = {.devices = std::move(opencl)}, .level_zero = {}, .vulkan = {.devices = std::move(vulkan)}};
}

TEST(FirstPageTest, TheFirstGpuIsTriedAndStandsFirst) {
  const FirstPage page = first_page(with({device("opencl", "0:0", "cpu"), device("opencl", "1:0", "gpu")}), {}, "first");
  EXPECT_TRUE(page.has_device);
  EXPECT_THAT(page.text, HasSubstr("  1:0   gpu  D (P)\n  0:0   cpu  D (P)\n"));
  EXPECT_THAT(page.text, HasSubstr("\n  classay run --device 1:0 --tier smoke --time-budget 2m --out first\n"));
}

TEST(FirstPageTest, WithoutAGpuTheFirstDeviceIsTried) {
  EXPECT_THAT(first_page(with({device("opencl", "0:0", "cpu")}), {}, "first-2").text,
              HasSubstr("classay run --device 0:0 --tier smoke --time-budget 2m --out first-2\n"));
}

TEST(FirstPageTest, ADeviceThatRunsNoProgramIsNotTried) {
  const Listings listings = with({device("opencl", "0:0", "cpu")}, {device("vulkan", "vk:0", "gpu", false)});
  const FirstPage page = first_page(listings, {}, "first");
  EXPECT_THAT(page.text, HasSubstr("  vk:0  gpu  D (P); needs clspv\n"));
  EXPECT_THAT(page.text, HasSubstr("--device 0:0 "));
}

TEST(FirstPageTest, DriversThatFailLeadToTheDoctor) {
  Listings listings = with({device("opencl", "-", "cpu"), {{"unusable", "bad.icd"}, {"why", "killed by SIGSEGV"}}});
  const FirstPage page = first_page(listings, {}, "first");
  EXPECT_TRUE(page.has_device);
  EXPECT_THAT(page.text, HasSubstr("  bad.icd: killed by SIGSEGV\n"));
  EXPECT_THAT(page.text, HasSubstr("Try next\n  classay doctor\n"));
  listings.opencl = {.failure = "no answer in 10 s: it hangs", .hangs = true};
  EXPECT_FALSE(first_page(listings, {}, "first").has_device);
}

TEST(FirstPageTest, AGpuThatNoDriverOffersIsMentioned) {
  const Hardware hardware{.gpus = {{.address = "0000:01:00.0", .vendor = kNvidia}}};
  EXPECT_THAT(first_page(with({device("opencl", "0:0", "cpu")}), hardware, "first").text,
              HasSubstr("a GPU (NVIDIA) that no driver offers"));
  EXPECT_THAT(first_page(with({device("opencl", "0:0", "gpu")}), hardware, "first").text,
              Not(HasSubstr("no driver offers")));
}

TEST(FirstPageTest, WithoutADeviceItTellsHowADriverIsInstalled) {
  const Hardware hardware{.gpus = {{.address = "0000:01:00.0", .vendor = kAmd}}};
  const FirstPage page = first_page({}, hardware, "first");
  EXPECT_FALSE(page.has_device);
  EXPECT_THAT(page.text, HasSubstr("No device was found"));
  EXPECT_THAT(page.text, HasSubstr("  AMD GPU    ROCm"));
  EXPECT_THAT(page.text, HasSubstr("  CPU        package pocl"));
  EXPECT_THAT(page.text, HasSubstr("Try next\n  classay doctor\n"));
}

TEST(FirstPageTest, WhatADriverPrintsDoesNothing) {
  Json hostile = device("opencl", "0:0", "cpu");
  hostile["name"] = "D\n\x1b[31m";
  EXPECT_THAT(first_page(with({hostile}), {}, "first").text, HasSubstr("D\\n\\u001b[31m (P)"));
}

}  // namespace
}  // namespace classay::doctor
