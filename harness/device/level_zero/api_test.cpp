// Compares the declarations of Level Zero here with its own header: sizes, offsets of members, numbers, arguments. The test
// is skipped if that header is not installed (scripts/setup --with level-zero installs it).
#include "harness/device/level_zero/api.h"

#include <gtest/gtest.h>

#if __has_include(<level_zero/ze_api.h>)
#include <level_zero/ze_api.h>

#include <cstddef>

namespace classay::level_zero {
namespace {

template <class Ours>
std::uint32_t type_of() {
  return Ours{}.head.type;
}

#define EXPECT_TYPE(OURS, THEIRS, NUMBER)           \
  EXPECT_EQ(sizeof(OURS), sizeof(THEIRS)) << #OURS; \
  EXPECT_EQ(type_of<OURS>(), static_cast<std::uint32_t>(NUMBER)) << #OURS
#define EXPECT_MEMBER(OURS, MEMBER, THEIRS, THEIR_MEMBER)                                       \
  EXPECT_EQ(offsetof(OURS, MEMBER), offsetof(THEIRS, THEIR_MEMBER)) << #OURS << "." << #MEMBER; \
  EXPECT_EQ(sizeof(OURS::MEMBER), sizeof(THEIRS::THEIR_MEMBER)) << #OURS << "." << #MEMBER

TEST(LevelZeroApiTest, WhatADriverFillsLiesWhereItIsRead) {
  EXPECT_TYPE(DriverProperties, ze_driver_properties_t, ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES);
  EXPECT_MEMBER(DriverProperties, version, ze_driver_properties_t, driverVersion);
  EXPECT_EQ(sizeof(ExtensionProperties), sizeof(ze_driver_extension_properties_t));
  EXPECT_MEMBER(ExtensionProperties, name, ze_driver_extension_properties_t, name);
  EXPECT_TYPE(DeviceProperties, ze_device_properties_t, ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
  EXPECT_EQ(static_cast<std::uint32_t>(kWithNanosecondsOfATick), ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);
  EXPECT_MEMBER(DeviceProperties, device_type, ze_device_properties_t, type);
  EXPECT_MEMBER(DeviceProperties, vendor, ze_device_properties_t, vendorId);
  EXPECT_MEMBER(DeviceProperties, flags, ze_device_properties_t, flags);
  EXPECT_MEMBER(DeviceProperties, largest_allocation, ze_device_properties_t, maxMemAllocSize);
  EXPECT_MEMBER(DeviceProperties, units_per_subslice, ze_device_properties_t, numEUsPerSubslice);
  EXPECT_MEMBER(DeviceProperties, subslices_per_slice, ze_device_properties_t, numSubslicesPerSlice);
  EXPECT_MEMBER(DeviceProperties, slices, ze_device_properties_t, numSlices);
  EXPECT_MEMBER(DeviceProperties, timer_resolution, ze_device_properties_t, timerResolution);
  EXPECT_MEMBER(DeviceProperties, kernel_timestamp_bits, ze_device_properties_t, kernelTimestampValidBits);
  EXPECT_MEMBER(DeviceProperties, name, ze_device_properties_t, name);
  EXPECT_TYPE(ModuleProperties, ze_device_module_properties_t, ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES);
  EXPECT_MEMBER(ModuleProperties, spirv_version, ze_device_module_properties_t, spirvVersionSupported);
  EXPECT_MEMBER(ModuleProperties, flags, ze_device_module_properties_t, flags);
  EXPECT_MEMBER(ModuleProperties, fp16, ze_device_module_properties_t, fp16flags);
  EXPECT_MEMBER(ModuleProperties, fp32, ze_device_module_properties_t, fp32flags);
  EXPECT_MEMBER(ModuleProperties, fp64, ze_device_module_properties_t, fp64flags);
  EXPECT_TYPE(ComputeProperties, ze_device_compute_properties_t, ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES);
  EXPECT_MEMBER(ComputeProperties, group_size, ze_device_compute_properties_t, maxTotalGroupSize);
  EXPECT_MEMBER(ComputeProperties, group_size_x, ze_device_compute_properties_t, maxGroupSizeX);
  EXPECT_MEMBER(ComputeProperties, local_memory, ze_device_compute_properties_t, maxSharedLocalMemory);
  EXPECT_TYPE(MemoryProperties, ze_device_memory_properties_t, ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES);
  EXPECT_MEMBER(MemoryProperties, size, ze_device_memory_properties_t, totalSize);
  EXPECT_TYPE(ImageProperties, ze_device_image_properties_t, ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES);
  EXPECT_MEMBER(ImageProperties, dims_2d, ze_device_image_properties_t, maxImageDims2D);
  EXPECT_TYPE(QueueGroupProperties, ze_command_queue_group_properties_t, ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES);
  EXPECT_MEMBER(QueueGroupProperties, flags, ze_command_queue_group_properties_t, flags);
  EXPECT_MEMBER(QueueGroupProperties, fill_pattern_size, ze_command_queue_group_properties_t, maxMemoryFillPatternSize);
  EXPECT_TYPE(KernelProperties, ze_kernel_properties_t, ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES);
  EXPECT_MEMBER(KernelProperties, required_group_x, ze_kernel_properties_t, requiredGroupSizeX);
  EXPECT_EQ(sizeof(KernelTimestamps), sizeof(ze_kernel_timestamp_result_t));
  EXPECT_MEMBER(KernelTimestamps, global, ze_kernel_timestamp_result_t, global);
}

TEST(LevelZeroApiTest, WhatADriverReadsLiesWhereItIsPut) {
  EXPECT_TYPE(ContextDesc, ze_context_desc_t, ZE_STRUCTURE_TYPE_CONTEXT_DESC);
  EXPECT_TYPE(QueueDesc, ze_command_queue_desc_t, ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  EXPECT_MEMBER(QueueDesc, group, ze_command_queue_desc_t, ordinal);
  EXPECT_MEMBER(QueueDesc, mode, ze_command_queue_desc_t, mode);
  EXPECT_TYPE(ListDesc, ze_command_list_desc_t, ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
  EXPECT_MEMBER(ListDesc, group, ze_command_list_desc_t, commandQueueGroupOrdinal);
  EXPECT_TYPE(EventPoolDesc, ze_event_pool_desc_t, ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);
  EXPECT_MEMBER(EventPoolDesc, flags, ze_event_pool_desc_t, flags);
  EXPECT_MEMBER(EventPoolDesc, count, ze_event_pool_desc_t, count);
  EXPECT_TYPE(EventDesc, ze_event_desc_t, ZE_STRUCTURE_TYPE_EVENT_DESC);
  EXPECT_MEMBER(EventDesc, index, ze_event_desc_t, index);
  EXPECT_MEMBER(EventDesc, signal, ze_event_desc_t, signal);
  EXPECT_MEMBER(EventDesc, wait, ze_event_desc_t, wait);
  EXPECT_TYPE(DeviceMemoryDesc, ze_device_mem_alloc_desc_t, ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
  EXPECT_TYPE(HostMemoryDesc, ze_host_mem_alloc_desc_t, ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
  EXPECT_TYPE(ModuleDesc, ze_module_desc_t, ZE_STRUCTURE_TYPE_MODULE_DESC);
  EXPECT_MEMBER(ModuleDesc, format, ze_module_desc_t, format);
  EXPECT_MEMBER(ModuleDesc, bytes, ze_module_desc_t, inputSize);
  EXPECT_MEMBER(ModuleDesc, module, ze_module_desc_t, pInputModule);
  EXPECT_MEMBER(ModuleDesc, options, ze_module_desc_t, pBuildFlags);
  EXPECT_TYPE(KernelDesc, ze_kernel_desc_t, ZE_STRUCTURE_TYPE_KERNEL_DESC);
  EXPECT_MEMBER(KernelDesc, name, ze_kernel_desc_t, pKernelName);
  EXPECT_EQ(sizeof(GroupCount), sizeof(ze_group_count_t));
}

TEST(LevelZeroApiTest, FlagsHaveTheirNumbers) {
  const auto same = [](std::uint32_t ours, std::uint32_t theirs) { EXPECT_EQ(ours, theirs); };
  same(kCpu, ZE_DEVICE_TYPE_CPU);
  same(kIntegrated, ZE_DEVICE_PROPERTY_FLAG_INTEGRATED);
  same(kFp16, ZE_DEVICE_MODULE_FLAG_FP16);
  same(kFp64, ZE_DEVICE_MODULE_FLAG_FP64);
  same(kInt64Atomics, ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS);
  same(kDenorm, ZE_DEVICE_FP_FLAG_DENORM);
  same(kInfNan, ZE_DEVICE_FP_FLAG_INF_NAN);
  same(kRoundToNearest, ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST);
  same(kRoundToZero, ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO);
  same(kRoundToInf, ZE_DEVICE_FP_FLAG_ROUND_TO_INF);
  same(kFma, ZE_DEVICE_FP_FLAG_FMA);
  same(kRoundedDivideSqrt, ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT);
  same(kSoftFloat, ZE_DEVICE_FP_FLAG_SOFT_FLOAT);
  same(kCompute, ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE);
  same(kAsynchronous, ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS);
  same(kHostVisible, ZE_EVENT_POOL_FLAG_HOST_VISIBLE);
  same(kKernelTimestamp, ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
  same(kDeviceScope, ZE_EVENT_SCOPE_FLAG_DEVICE);
  same(kHostScope, ZE_EVENT_SCOPE_FLAG_HOST);
  same(kNotReady, ZE_RESULT_NOT_READY);
  same(kUninitialized, ZE_RESULT_ERROR_UNINITIALIZED);
  EXPECT_EQ(error_name(ZE_RESULT_ERROR_MODULE_BUILD_FAILURE), "ZE_RESULT_ERROR_MODULE_BUILD_FAILURE");
  EXPECT_EQ(error_name(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY), "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY");
  EXPECT_EQ(error_name(ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE), "ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE");
  EXPECT_EQ(error_name(ZE_RESULT_ERROR_UNKNOWN), "ZE_RESULT_ERROR_UNKNOWN");
}

template <class... Ours, class... Theirs>
bool same_arguments(const Call<Ours...>& /*ours*/, ze_result_t (* /*theirs*/)(Theirs...)) {
  if constexpr (sizeof...(Ours) != sizeof...(Theirs)) return false;
  if constexpr (sizeof...(Ours) == sizeof...(Theirs)) {
    return ((sizeof(Ours) == sizeof(Theirs) && std::is_pointer_v<Ours> == std::is_pointer_v<Theirs>)&&...);
  }
}
#define EXPECT_CALL_LIKE(NAME)                                                                     \
  EXPECT_TRUE(same_arguments(level_zero::NAME, static_cast<decltype(&::NAME)>(nullptr))) << #NAME; \
  EXPECT_STREQ(level_zero::NAME.name(), #NAME)

TEST(LevelZeroApiTest, CallsTakeWhatTheyAreGiven) {
  EXPECT_CALL_LIKE(zeInit);
  EXPECT_CALL_LIKE(zeDriverGet);
  EXPECT_CALL_LIKE(zeDriverGetApiVersion);
  EXPECT_CALL_LIKE(zeDriverGetProperties);
  EXPECT_CALL_LIKE(zeDriverGetExtensionProperties);
  EXPECT_CALL_LIKE(zeDeviceGet);
  EXPECT_CALL_LIKE(zeDeviceGetProperties);
  EXPECT_CALL_LIKE(zeDeviceGetModuleProperties);
  EXPECT_CALL_LIKE(zeDeviceGetComputeProperties);
  EXPECT_CALL_LIKE(zeDeviceGetImageProperties);
  EXPECT_CALL_LIKE(zeDeviceGetMemoryProperties);
  EXPECT_CALL_LIKE(zeDeviceGetCommandQueueGroupProperties);
  EXPECT_CALL_LIKE(zeContextCreate);
  EXPECT_CALL_LIKE(zeContextDestroy);
  EXPECT_CALL_LIKE(zeMemAllocHost);
  EXPECT_CALL_LIKE(zeMemAllocDevice);
  EXPECT_CALL_LIKE(zeMemFree);
  EXPECT_CALL_LIKE(zeModuleCreate);
  EXPECT_CALL_LIKE(zeModuleDestroy);
  EXPECT_CALL_LIKE(zeModuleBuildLogGetString);
  EXPECT_CALL_LIKE(zeModuleBuildLogDestroy);
  EXPECT_CALL_LIKE(zeKernelCreate);
  EXPECT_CALL_LIKE(zeKernelDestroy);
  EXPECT_CALL_LIKE(zeKernelGetProperties);
  EXPECT_CALL_LIKE(zeKernelSuggestGroupSize);
  EXPECT_CALL_LIKE(zeKernelSetGroupSize);
  EXPECT_CALL_LIKE(zeKernelSetArgumentValue);
  EXPECT_CALL_LIKE(zeKernelSetGlobalOffsetExp);
  EXPECT_CALL_LIKE(zeCommandQueueCreate);
  EXPECT_CALL_LIKE(zeCommandQueueDestroy);
  EXPECT_CALL_LIKE(zeCommandQueueExecuteCommandLists);
  EXPECT_CALL_LIKE(zeCommandListCreate);
  EXPECT_CALL_LIKE(zeCommandListCreateImmediate);
  EXPECT_CALL_LIKE(zeCommandListDestroy);
  EXPECT_CALL_LIKE(zeCommandListClose);
  EXPECT_CALL_LIKE(zeCommandListReset);
  EXPECT_CALL_LIKE(zeCommandListAppendBarrier);
  EXPECT_CALL_LIKE(zeCommandListAppendMemoryFill);
  EXPECT_CALL_LIKE(zeCommandListAppendMemoryCopy);
  EXPECT_CALL_LIKE(zeCommandListAppendLaunchKernel);
  EXPECT_CALL_LIKE(zeEventPoolCreate);
  EXPECT_CALL_LIKE(zeEventPoolDestroy);
  EXPECT_CALL_LIKE(zeEventCreate);
  EXPECT_CALL_LIKE(zeEventDestroy);
  EXPECT_CALL_LIKE(zeEventHostSynchronize);
  EXPECT_CALL_LIKE(zeEventHostReset);
  EXPECT_CALL_LIKE(zeEventQueryKernelTimestamp);
}

}  // namespace
}  // namespace classay::level_zero

#else

TEST(LevelZeroApiTest, IsHeldAgainstTheHeader) { GTEST_SKIP() << "level_zero/ze_api.h is not installed"; }

#endif
