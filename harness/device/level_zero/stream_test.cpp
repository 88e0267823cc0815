// Tests reductions and launches in pieces of the Level Zero back end, on its first device (scripts/with level-zero). With
// CLASSAY_TEST_DRIVER=discrete the device has memory of its own, and is a GPU, whose launches are split. Possible faults:
// results of the launch before, an output that is not read, or a piece that begins elsewhere.
#include <gtest/gtest.h>

#include "harness/device/registry.h"
#include "harness/device/testing.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using namespace testing_support;  // NOLINT(google-build-using-namespace): of this file alone

constexpr const char* kHead = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
)";

constexpr const char* kTypes = R"(
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%ulong3 = OpTypeVector %ulong 3
%ids = OpTypePointer Input %ulong3
%buffer = OpTypePointer CrossWorkgroup %uint
%of_out = OpTypeFunction %void %buffer
%of_number = OpTypeFunction %void %buffer %ulong
%of_two = OpTypeFunction %void %buffer %buffer %ulong
%uint_0 = OpConstant %uint 0
%ulong_0 = OpConstant %ulong 0
%ulong_1 = OpConstant %ulong 1
)";

// As kKernels.
Module kernels() {
  return {.source = "",
          .il = il::assembled(std::string(kHead) + R"(
OpEntryPoint Kernel %numbered "numbered" %id
OpEntryPoint Kernel %begun "begun" %id %offset
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %offset BuiltIn GlobalOffset
)" + kTypes + R"(
%id = OpVariable %ids Input
%offset = OpVariable %ids Input
%numbered = OpFunction %void None %of_number
%out = OpFunctionParameter %buffer
%first = OpFunctionParameter %ulong
%begin = OpLabel
%all = OpLoad %ulong3 %id Aligned 32
%at = OpCompositeExtract %ulong %all 0
%sum = OpIAdd %ulong %at %first
%number = OpUConvert %uint %sum
%place = OpInBoundsPtrAccessChain %buffer %out %at
OpStore %place %number Aligned 4
OpReturn
OpFunctionEnd
%begun = OpFunction %void None %of_out
%to = OpFunctionParameter %buffer
%start = OpLabel
%ids_here = OpLoad %ulong3 %id Aligned 32
%me = OpCompositeExtract %ulong %ids_here 0
%offsets = OpLoad %ulong3 %offset Aligned 32
%before = OpCompositeExtract %ulong %offsets 0
%value = OpUConvert %uint %before
%its = OpInBoundsPtrAccessChain %buffer %to %me
OpStore %its %value Aligned 4
OpReturn
OpFunctionEnd
)"),
          .options = ""};
}

// As kReducing.
Module reductions() {
  return {.source = "",
          .il = il::assembled(std::string(kHead) + R"(
OpEntryPoint Kernel %add_up "add_up"
OpEntryPoint Kernel %idle "idle"
)" + kTypes + R"(
%add_up = OpFunction %void None %of_two
%result = OpFunctionParameter %buffer
%of = OpFunctionParameter %buffer
%n = OpFunctionParameter %ulong
%begin = OpLabel
OpBranch %head
%head = OpLabel
%i = OpPhi %ulong %ulong_0 %begin %next %body
%sum = OpPhi %uint %uint_0 %begin %more %body
%is_inside = OpULessThan %bool %i %n
OpLoopMerge %end %body None
OpBranchConditional %is_inside %body %end
%body = OpLabel
%from = OpInBoundsPtrAccessChain %buffer %of %i
%one = OpLoad %uint %from Aligned 4
%more = OpIAdd %uint %sum %one
%next = OpIAdd %ulong %i %ulong_1
OpBranch %head
%end = OpLabel
OpStore %result %sum Aligned 4
OpReturn
OpFunctionEnd
%idle = OpFunction %void None %of_two
%idle_result = OpFunctionParameter %buffer
%idle_of = OpFunctionParameter %buffer
%idle_n = OpFunctionParameter %ulong
%idle_begin = OpLabel
OpReturn
OpFunctionEnd
)"),
          .options = ""};
}

class LevelZeroStreamTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = level_zero_backend()->open("");
    } catch (const DeviceError& e) {
      GTEST_SKIP() << e.what();
    }
  }

  std::unique_ptr<Device> device_;
};

TEST_F(LevelZeroStreamTest, ASecondKernelReadsWhatTheFirstLeft) { expect_reductions(*device_, kernels(), reductions()); }

TEST_F(LevelZeroStreamTest, ALaunchInPiecesHasTheSameResults) {
  if (device_->identity().type != "gpu") GTEST_SKIP() << "launches are split on GPUs only";
  const auto program = device_->build(kernels());
  expect_pieces([&] { return device_->stream(*program, 1); });
}

}  // namespace
}  // namespace classay
