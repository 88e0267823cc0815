// The OpenCL backend on whatever device there is first (PoCL, where scripts/setup ran): several launches in flight come back
// in order and with their own results, a kernel that writes nothing leaves the poison, and errors name the call and the
// code.
#include "harness/devices/opencl/backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "harness/devices/called.h"
#include "harness/devices/registry.h"

namespace classay {
namespace {

using testing::HasSubstr;

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

constexpr const char* kSource = R"(
kernel void numbered(global uint* out, ulong first) { out[get_global_id(0)] = (uint)(first + get_global_id(0)); }
kernel void silent(global uint* out, ulong first) {}
kernel void astray(global uint* out, ulong first) { out[(long)get_global_id(0) - (long)first] = 1; }
kernel void sum(global uint* out, global const uint* a, global const uint* b) {
  const size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}
)";

std::vector<std::uint32_t> words(std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> result(bytes.size() / 4);
  std::memcpy(result.data(), bytes.data(), result.size() * 4);
  return result;
}

TEST_F(OpenclTest, LaunchesInFlightComeBackInOrderWithTheirOwnResults) {
  const auto program = device_->build({.source = kSource});
  const auto stream = device_->stream(*program, 2);
  constexpr std::uint64_t n = 1000;
  std::uint64_t expected = 0;
  const auto take = [&] {
    const Finished finished = stream->wait();
    ASSERT_EQ(finished.outputs.size(), 1U);
    const std::vector<std::uint32_t> got = words(finished.outputs[0]);
    ASSERT_EQ(got.size(), n);
    EXPECT_EQ(got.front(), expected);
    EXPECT_EQ(got.back(), expected + n - 1);
    EXPECT_GT(finished.device_seconds, 0);
    expected += n;
  };
  for (std::uint64_t batch = 0; batch < 20; ++batch) {
    if (stream->in_flight() == stream->slots()) take();
    stream->submit({.kernel = "numbered", .items = n, .outputs = {n * 4}, .scalars = {batch * n}, .poison = 0xdeadbeef});
  }
  while (stream->in_flight() > 0) take();
  EXPECT_EQ(expected, 20 * n);
}

TEST_F(OpenclTest, AKernelThatWritesNothingLeavesThePoisonOfItsOwnLaunch) {
  const auto program = device_->build({.source = kSource});
  const auto stream = device_->stream(*program, 1);
  stream->submit({.kernel = "numbered", .items = 8, .outputs = {32}, .scalars = {7}, .poison = 1});
  EXPECT_EQ(words(stream->wait().outputs[0]).front(), 7U);
  for (const std::uint32_t poison : {0xa5a5a5a5U, 0x5a5a5a5aU}) {
    stream->submit({.kernel = "silent", .items = 8, .outputs = {32}, .scalars = {7}, .poison = poison});
    EXPECT_THAT(words(stream->wait().outputs[0]), testing::Each(poison));
  }
}

TEST_F(OpenclTest, WhatIsWrittenBeforeAnOutputIsSeen) {
  const auto program = device_->build({.source = kSource});
  const auto stream = device_->stream(*program, 1);
  for (const std::uint64_t before : {0, 1, 64, 0}) {
    stream->submit({.kernel = "astray", .items = 80, .outputs = {320}, .scalars = {before}, .poison = 0xdeadbeef});
    const Finished finished = stream->wait();
    EXPECT_EQ(finished.wrote_before, before > 0) << before;
    EXPECT_EQ(words(finished.outputs[0]).front(), 1U);
  }
}

TEST_F(OpenclTest, InputsReachTheKernelInOrder) {
  const auto program = device_->build({.source = kSource});
  const auto stream = device_->stream(*program, 1);
  const std::vector<std::uint32_t> a{1, 2, 3};
  const std::vector<std::uint32_t> b{10, 20, 30};
  stream->submit(
      {.kernel = "sum", .items = 3, .outputs = {12}, .inputs = {std::as_bytes(std::span(a)), std::as_bytes(std::span(b))}});
  EXPECT_THAT(words(stream->wait().outputs[0]), testing::ElementsAre(11, 22, 33));
}

TEST_F(OpenclTest, AProgramThatDoesNotCompileSaysWhy) {
  try {
    device_->build({.source = "kernel void broken(global int* out) { out[0] = no_such_name; }"});
    FAIL() << "it compiled";
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::build);
    EXPECT_THAT(e.what(), HasSubstr("clBuildProgram: CL_BUILD_PROGRAM_FAILURE"));
    EXPECT_THAT(e.what(), HasSubstr("no_such_name"));
  }
}

TEST_F(OpenclTest, AKernelThatDoesNotExistIsNamedByTheCall) {
  const auto program = device_->build({.source = kSource});
  const auto stream = device_->stream(*program, 1);
  try {
    stream->submit({.kernel = "absent", .items = 1, .outputs = {4}});
    FAIL() << "it ran";
  } catch (const DeviceError& e) {
    EXPECT_THAT(e.what(), HasSubstr("clCreateKernel: CL_INVALID_KERNEL_NAME"));
  }
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
