// Tests the OpenCL back end on the first device (PoCL after scripts/setup). Several launches in flight complete in order and
// with their own results. A kernel that writes nothing leaves the poison. Errors contain the names of the call and the code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/device/device_name.h"
#include "harness/device/registry.h"
#include "harness/device/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
using namespace testing_support;  // NOLINT(google-build-using-namespace): of this file alone

class OpenclTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = opencl_backend()->open("");
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
  }

  std::unique_ptr<Device> device_;
};

constexpr const char* kAstray =
    "kernel void astray(global uint* out, ulong first) { out[(long)get_global_id(0) - (long)first] = 1; }";

TEST_F(OpenclTest, LaunchesInFlightComeBackInOrderWithTheirOwnResults) { expect_order(*device_); }
TEST_F(OpenclTest, AKernelThatWritesNothingLeavesThePoisonOfItsOwnLaunch) { expect_poison(*device_); }
TEST_F(OpenclTest, InputsReachTheKernelInOrder) { expect_inputs(*device_); }
TEST_F(OpenclTest, EveryWorkItemRunsAndNoOther) { expect_exactly(*device_, 4099); }

TEST_F(OpenclTest, ASecondKernelReadsWhatTheFirstLeft) { expect_reductions(*device_); }

TEST_F(OpenclTest, WhatIsWrittenBeforeAnOutputIsSeen) {
  const auto program = device_->build({.source = kAstray});
  const auto stream = device_->stream(*program, 1);
  for (const std::uint64_t before : {0, 1, 64, 0}) {
    stream->submit({.kernel = "astray", .items = 80, .outputs = {320}, .scalars = {before}, .poison = 0xdeadbeef});
    const Finished finished = stream->wait();
    EXPECT_EQ(finished.wrote_before, before > 0) << before;
    EXPECT_EQ(words(finished.outputs[0]).front(), 1U);
  }
}

TEST_F(OpenclTest, WhatIsWrittenBeforeAnOutputThatIsReducedIsSeen) {
  const auto program = device_->build({.source = kAstray});
  const auto idle = device_->build({.source = "kernel void idle(global uint* sum, global const uint* of) {}"});
  const auto stream = device_->stream(*program, 1);
  const Reduction reduction{.program = idle.get(), .kernel = "idle", .items = 1, .bytes = 4, .scalars = {}, .used = {320}};
  for (const std::uint64_t before : {0, 1, 64, 0}) {
    Launch launch{
        .kernel = "astray", .items = 80, .outputs = {320}, .inputs = {}, .scalars = {before}, .poison = 0xdeadbeef};
    launch.reduction = reduction;
    stream->submit(launch);
    EXPECT_EQ(stream->wait().wrote_before, before > 0) << before;
  }
}

TEST_F(OpenclTest, AProgramThatDoesNotCompileSaysWhy) {
  const std::string why = refusal_of_program(*device_, "kernel void broken(global int* out) { out[0] = no_such_name; }");
  EXPECT_THAT(why, HasSubstr("clBuildProgram: CL_BUILD_PROGRAM_FAILURE"));
  EXPECT_THAT(why, HasSubstr("no_such_name"));
}

TEST_F(OpenclTest, AKernelThatDoesNotExistIsNamedByTheCall) {
  EXPECT_THAT(refusal_of_kernel(*device_, "absent"), HasSubstr("clCreateKernel: CL_INVALID_KERNEL_NAME"));
}

TEST_F(OpenclTest, ADeviceIsFoundByItsAddressOrAPartOfItsName) {
  const Identity& id = device_->identity();
  const std::string shown = shown_name(id.name, id.platform);
  for (const std::string& text : {id.address, "opencl:" + id.address, shown, "opencl:" + shown}) {
    EXPECT_EQ(all_backends()->open(text)->identity().name, id.name) << text;
  }
  EXPECT_THROW(opencl_backend()->open("9:9"), DeviceError);
  EXPECT_THROW(all_backends()->open("9:9"), DeviceError);
  EXPECT_THROW(all_backends()->open("no such device"), DeviceError);
  EXPECT_TRUE(device_->capabilities().f32.available);
}

}  // namespace
}  // namespace classay
