// Tests programs in an intermediate language through the backend interface, for each back end on the first device that takes
// SPIR-V. (Intel's runtime is an OpenCL device, and scripts/with level-zero provides one of Level Zero; Debian's PoCL takes
// no SPIR-V.) The test assembles the module word by word, so that it needs no tool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "harness/device/registry.h"

namespace classay {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::uint32_t kVersion = 0x00010000;  // 1.0, the oldest
constexpr std::size_t kFirstCapability = 6;     // word of the module, after its header, with the first capability

enum Op : std::uint16_t {
  kMemoryModel = 14,
  kEntryPoint = 15,
  kCapability = 17,
  kTypeVoid = 19,
  kTypeInt = 21,
  kTypeVector = 23,
  kTypePointer = 32,
  kTypeFunction = 33,
  kFunction = 54,
  kFunctionParameter = 55,
  kFunctionEnd = 56,
  kVariable = 59,
  kLoad = 61,
  kStore = 62,
  kInBoundsPtrAccessChain = 70,
  kDecorate = 71,
  kCompositeExtract = 81,
  kISub = 130,
  kLabel = 248,
  kReturn = 253,
};

enum Id : std::uint16_t {
  kVoid = 1,
  kUint,
  kUlong,
  kUlong3,
  kInputPointer,
  kGlobalPointer,
  kSignature,
  kGlobalId,
  kCopy,
  kOut,
  kIn,
  kShift,
  kEntry,
  kItems,
  kItem,
  kPlace,
  kFrom,
  kTo,
  kValue,
  kBound,
};

void put(Words& module, Op op, const Words& operands) {
  module.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | op);
  module.insert(module.end(), operands.begin(), operands.end());
}

// For a device with 64-bit addresses:
// kernel void copy(global uint* out, global const uint* in, ulong shift) {
//   out[get_global_id(0) - shift] = in[get_global_id(0)];
// }
Words copying_module() {
  constexpr std::uint32_t kAddresses = 4, kKernels = 6, kInt64 = 11;  // capabilities
  constexpr std::uint32_t kPhysical64 = 2, kOpenCL = 2, kKernel = 6;  // models
  constexpr std::uint32_t kInput = 1, kCrossWorkgroup = 5;            // storage classes
  constexpr std::uint32_t kBuiltIn = 11, kGlobalInvocationId = 28;    // decorations
  constexpr std::uint32_t kAligned = 2;                               // memory accesses
  constexpr std::uint32_t kCopyName = 'c' | 'o' << 8 | 'p' << 16 | 'y' << 24;
  Words m{kMagic, kVersion, 0, kBound, 0};
  for (const std::uint32_t capability : {kAddresses, kKernels, kInt64}) put(m, kCapability, {capability});
  put(m, kMemoryModel, {kPhysical64, kOpenCL});
  put(m, kEntryPoint, {kKernel, kCopy, kCopyName, 0, kGlobalId});
  put(m, kDecorate, {kGlobalId, kBuiltIn, kGlobalInvocationId});
  put(m, kTypeVoid, {kVoid});
  put(m, kTypeInt, {kUint, 32, 0});
  put(m, kTypeInt, {kUlong, 64, 0});
  put(m, kTypeVector, {kUlong3, kUlong, 3});
  put(m, kTypePointer, {kInputPointer, kInput, kUlong3});
  put(m, kTypePointer, {kGlobalPointer, kCrossWorkgroup, kUint});
  put(m, kTypeFunction, {kSignature, kVoid, kGlobalPointer, kGlobalPointer, kUlong});
  put(m, kVariable, {kInputPointer, kGlobalId, kInput});
  put(m, kFunction, {kVoid, kCopy, 0, kSignature});
  put(m, kFunctionParameter, {kGlobalPointer, kOut});
  put(m, kFunctionParameter, {kGlobalPointer, kIn});
  put(m, kFunctionParameter, {kUlong, kShift});
  put(m, kLabel, {kEntry});
  put(m, kLoad, {kUlong3, kItems, kGlobalId, kAligned, 32});
  put(m, kCompositeExtract, {kUlong, kItem, kItems, 0});
  put(m, kInBoundsPtrAccessChain, {kGlobalPointer, kFrom, kIn, kItem});
  put(m, kISub, {kUlong, kPlace, kItem, kShift});
  put(m, kInBoundsPtrAccessChain, {kGlobalPointer, kTo, kOut, kPlace});
  put(m, kLoad, {kUint, kValue, kFrom, kAligned, 4});
  put(m, kStore, {kTo, kValue, kAligned, 4});
  put(m, kReturn, {});
  put(m, kFunctionEnd, {});
  return m;
}

class IlTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto entry = std::ranges::find(backend_table(), GetParam(), &BackendEntry::name);
    try {
      const std::unique_ptr<Backend> backend = entry->make();
      for (const auto& [who, can] : backend->devices()) {
        if (device_ == nullptr && can.has(Ability::spirv)) device_ = backend->open(who.address);
      }
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
    if (device_ == nullptr) GTEST_SKIP() << "no device here takes SPIR-V";
  }

  std::unique_ptr<Program> built(const Words& module) const {
    return device_->build({.source = "", .il = module, .options = ""});
  }

  std::string complaint_of(const Words& module) const {
    try {
      built(module);
    } catch (const DeviceError& e) {
      EXPECT_THAT(e.fault(), testing::AnyOf(Fault::build, Fault::refused));
      return e.what();
    }
    return "";
  }

  static void submit(Stream& stream, const Words& in, std::uint64_t shift, std::size_t words_out) {
    stream.submit({.kernel = "copy",
                   .items = in.size(),
                   .outputs = {words_out * sizeof in[0]},
                   .inputs = {std::as_bytes(std::span(in))},
                   .scalars = {shift},
                   .poison = kPoison});
  }

  static Words words(std::span<const std::byte> bytes) {
    Words all(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }

  static constexpr std::uint32_t kPoison = 0xdeadbeef;
  std::unique_ptr<Device> device_;
};
INSTANTIATE_TEST_SUITE_P(Backend, IlTest, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const BackendEntry& b : backend_table()) names.emplace_back(b.name);
                           return names;
                         }()));

TEST_P(IlTest, AModuleIsBuiltAndItsKernelRuns) {
  const auto program = built(copying_module());
  const auto stream = device_->stream(*program, 1);
  const Words in{3, 1, 4, 1, 5, 0xffffffff};
  submit(*stream, in, 0, in.size());
  const Finished finished = stream->wait();
  ASSERT_EQ(finished.outputs.size(), 1U);
  EXPECT_EQ(words(finished.outputs[0]), in);
  EXPECT_FALSE(finished.wrote_before);
  EXPECT_GT(finished.device_seconds, 0);
  EXPECT_LT(finished.device_seconds, 60);
}

// The sizes differ, so that memory is reused; elements that no work-item writes hold the poison.
TEST_P(IlTest, LaunchesInFlightComeBackInOrderWithTheirOwnResults) {
  const auto program = built(copying_module());
  const auto stream = device_->stream(*program, 2);
  std::uint32_t expected = 0;
  const auto take = [&] {
    const Finished finished = stream->wait();
    const std::size_t size = 1000 + expected % 7;
    Words sent(size, expected++);
    sent.insert(sent.end(), 3, kPoison);
    EXPECT_EQ(words(finished.outputs[0]), sent);
  };
  for (std::uint32_t batch = 0; batch < 20; ++batch) {
    if (stream->in_flight() == stream->slots()) take();
    const Words in(1000 + batch % 7, batch);
    submit(*stream, in, 0, in.size() + 3);
  }
  while (stream->in_flight() > 0) take();
  EXPECT_EQ(expected, 20U);
}

TEST_P(IlTest, WhatIsWrittenBeforeAnOutputIsSeen) {
  const auto program = built(copying_module());
  const auto stream = device_->stream(*program, 1);
  const Words in(80, 1);
  for (const std::uint64_t shift : {0, 1, 64, 0}) {
    submit(*stream, in, shift, in.size());
    const Finished finished = stream->wait();
    EXPECT_EQ(finished.wrote_before, shift > 0) << shift;
    EXPECT_EQ(words(finished.outputs[0]).front(), 1U);
    EXPECT_EQ(words(finished.outputs[0]).back(), shift > 0 ? kPoison : 1U);
  }
}

TEST_P(IlTest, AModuleThatIsNoneIsRefusedByTheCall) {
  // Damages only the header: on an unknown instruction some drivers end the process, which is why runs use separate
  // processes.
  const auto names_a_call =
      testing::MatchesRegex("(clCreateProgramWithIL: CL|clBuildProgram: CL|zeModuleCreate: ZE)_(.|\n)*");
  Words other_magic = copying_module();
  other_magic[0] = 0x04030201;
  EXPECT_THAT(complaint_of(other_magic), names_a_call);
  // PoCL 6.0 builds such a module (data/drivers/pocl-6.0).
  if (device_->description().identity.driver.starts_with("6.0")) return;
  Words of_nobodys_capability = copying_module();
  of_nobodys_capability.at(kFirstCapability) = 60000;
  EXPECT_THAT(complaint_of(of_nobodys_capability), names_a_call);
}

TEST_P(IlTest, AKernelThatDoesNotExistIsNamedByTheCall) {
  const auto program = built(copying_module());
  const auto stream = device_->stream(*program, 1);
  try {
    stream->submit({.kernel = "absent", .items = 1, .outputs = {4}, .inputs = {}, .scalars = {}});
    FAIL() << "it ran";
  } catch (const DeviceError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr("INVALID_KERNEL_NAME"));
  }
}

TEST(OpenclWithoutIlTest, ADeviceThatTakesNoneIsNotAsked) {
  std::unique_ptr<Device> device;
  try {
    device = opencl_backend()->open("");
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  if (device->capabilities().has(Ability::spirv)) GTEST_SKIP() << "the first device takes SPIR-V";
  try {
    device->build({.source = "", .il = copying_module(), .options = ""});
    FAIL() << "it was built";
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::unusable);
    EXPECT_THAT(e.what(), testing::HasSubstr("CL_DEVICE_IL_VERSION"));
  }
}

}  // namespace
}  // namespace classay
