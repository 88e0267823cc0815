// Programs in an intermediate language, through the backend seam, on the first device that takes SPIR-V: Intel's runtime,
// say; PoCL as Debian builds it takes none. The module is assembled here, word by word, so that the test needs no tool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <span>

#include "harness/devices/opencl/backend.h"

namespace classay {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::uint32_t kVersion = 0x00010000;  // 1.0, the oldest
constexpr std::size_t kFirstCapability = 6;     // the word of a module after its header that names one

// As SPIR-V numbers them.
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
  kEntry,
  kItems,
  kItem,
  kFrom,
  kTo,
  kValue,
  kBound,
};

void put(Words& module, Op op, const Words& operands) {
  module.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | op);
  module.insert(module.end(), operands.begin(), operands.end());
}

// kernel void copy(global uint* out, global const uint* in) { out[get_global_id(0)] = in[get_global_id(0)]; }
// for a device with addresses of 64 bits.
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
  put(m, kTypeFunction, {kSignature, kVoid, kGlobalPointer, kGlobalPointer});
  put(m, kVariable, {kInputPointer, kGlobalId, kInput});
  put(m, kFunction, {kVoid, kCopy, 0, kSignature});
  put(m, kFunctionParameter, {kGlobalPointer, kOut});
  put(m, kFunctionParameter, {kGlobalPointer, kIn});
  put(m, kLabel, {kEntry});
  put(m, kLoad, {kUlong3, kItems, kGlobalId, kAligned, 32});
  put(m, kCompositeExtract, {kUlong, kItem, kItems, 0});
  put(m, kInBoundsPtrAccessChain, {kGlobalPointer, kFrom, kIn, kItem});
  put(m, kInBoundsPtrAccessChain, {kGlobalPointer, kTo, kOut, kItem});
  put(m, kLoad, {kUint, kValue, kFrom, kAligned, 4});
  put(m, kStore, {kTo, kValue, kAligned, 4});
  put(m, kReturn, {});
  put(m, kFunctionEnd, {});
  return m;
}

class OpenclIlTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      const std::unique_ptr<Backend> backend = opencl_backend();
      for (const auto& [who, can] : backend->devices()) {
        if (device_ == nullptr && can.has(Ability::spirv)) device_ = backend->open(who.address);
      }
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
    if (device_ == nullptr) GTEST_SKIP() << "no device here takes SPIR-V: CL_DEVICE_IL_VERSION is empty";
  }

  // What the device says of a module.
  std::string complaint_of(const Words& module) {
    try {
      device_->build({.source = "", .il = module, .options = ""});
    } catch (const DeviceError& e) {
      EXPECT_THAT(e.fault(), testing::AnyOf(Fault::build, Fault::refused));
      return e.what();
    }
    return "";
  }

  std::unique_ptr<Device> device_;
};

TEST_F(OpenclIlTest, AModuleIsBuiltAndItsKernelRuns) {
  const auto program = device_->build({.source = "", .il = copying_module(), .options = ""});
  const auto stream = device_->stream(*program, 1);
  const Words in{3, 1, 4, 1, 5, 0xffffffff};
  const std::size_t bytes = in.size() * sizeof in[0];
  stream->submit({.kernel = "copy",
                  .items = in.size(),
                  .outputs = {bytes},
                  .inputs = {std::as_bytes(std::span(in))},
                  .scalars = {},
                  .poison = 0xdeadbeef});
  const Finished finished = stream->wait();
  Words out(in.size());
  ASSERT_EQ(finished.outputs.at(0).size(), bytes);
  std::memcpy(out.data(), finished.outputs[0].data(), bytes);
  EXPECT_EQ(out, in);
}

TEST_F(OpenclIlTest, AModuleThatIsNoneIsRefusedByTheCall) {
  // Not worse: by an unknown instruction some drivers end the process, which is why no run has them in its own.
  const auto names_a_call = testing::MatchesRegex("(clCreateProgramWithIL|clBuildProgram): CL_(.|\n)*");
  Words other_magic = copying_module();
  other_magic[0] = 0x04030201;
  EXPECT_THAT(complaint_of(other_magic), names_a_call);
  Words of_nobodys_capability = copying_module();
  of_nobodys_capability.at(kFirstCapability) = 60000;
  EXPECT_THAT(complaint_of(of_nobodys_capability), names_a_call);
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
