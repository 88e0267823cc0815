// Declares the part of Level Zero that is used here. The types are laid out as in its own header since version 1.0;
// api_test.cpp compares them where that header is installed. The calls find the loader at run time, so that the program
// builds and starts without header and loader.
//
// A call throws an error according to its code (checked); .code() returns the code instead.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "harness/device/driver_call.h"
#include "harness/process/watch.h"

namespace classay::level_zero {

// Codes on which decisions depend.
enum Code : std::uint32_t { kSuccess = 0, kNotReady = 1, kUninitialized = 0x7800'0001 };

std::string error_name(std::uint32_t code);

// Throws a DeviceError with the name of the call and of the code, and its fault; `detail` follows on separate lines.
void checked(std::uint32_t code, const char* call, std::string_view detail = {});

// Returns the address of a function. Throws DeviceError(unusable) if the loader or the function is missing. The loader is
// loaded at the first use and not linked, like OpenCL's (opencl/api.h). CLASSAY_LEVEL_ZERO names it; if not set, it is
// libze_loader.so.1 or libze_loader.so.
void* function(const char* name);

using Driver = struct DriverHandle*;
using DeviceId = struct DeviceHandle*;
using Context = struct ContextHandle*;
using Queue = struct QueueHandle*;
using List = struct ListHandle*;
using EventPool = struct EventPoolHandle*;
using Event = struct EventHandle*;
using ModuleId = struct ModuleHandle*;
using BuildLog = struct BuildLogHandle*;
using Kernel = struct KernelHandle*;
using Fence = struct FenceHandle*;

// The common start of all structures: the type, and a chain of extensions, which is not used here.
struct Head {
  std::uint32_t type;
  const void* next = nullptr;
};

struct DriverProperties {
  Head head{0x1};
  std::uint8_t uuid[16]{};
  std::uint32_t version = 0;
};

struct ExtensionProperties {
  char name[256]{};
  std::uint32_t version = 0;
};

enum DeviceType : std::uint32_t { kCpu = 2 };
enum DeviceFlag : std::uint32_t { kIntegrated = 1 };

// Since version 1.2 the timer's resolution is in ticks per second; before, in nanoseconds per tick.
enum DevicePropertiesType : std::uint32_t { kWithNanosecondsOfATick = 0x3, kWithTicksASecond = 0x20006 };

struct DeviceProperties {
  Head head{kWithTicksASecond};
  std::uint32_t device_type = 0;
  std::uint32_t vendor = 0;
  std::uint32_t device = 0;
  std::uint32_t flags = 0;
  std::uint32_t subdevice = 0;
  std::uint32_t core_clock = 0;
  std::uint64_t largest_allocation = 0;
  std::uint32_t hardware_contexts = 0;
  std::uint32_t queue_priorities = 0;
  std::uint32_t threads_per_unit = 0;
  std::uint32_t simd_width = 0;
  std::uint32_t units_per_subslice = 0;
  std::uint32_t subslices_per_slice = 0;
  std::uint32_t slices = 0;
  std::uint64_t timer_resolution = 0;
  std::uint32_t timestamp_bits = 0;
  std::uint32_t kernel_timestamp_bits = 0;
  std::uint8_t uuid[16]{};
  char name[256]{};
};

enum ModuleFlag : std::uint32_t { kFp16 = 1, kFp64 = 2, kInt64Atomics = 4 };

enum FloatFlag : std::uint32_t {
  kDenorm = 1,
  kInfNan = 2,
  kRoundToNearest = 4,
  kRoundToZero = 8,
  kRoundToInf = 16,
  kFma = 32,
  kRoundedDivideSqrt = 64,
  kSoftFloat = 128,
};

struct ModuleProperties {
  Head head{0x5};
  std::uint32_t spirv_version = 0;  // major << 16 | minor, the newest
  std::uint32_t flags = 0;
  std::uint32_t fp16 = 0;
  std::uint32_t fp32 = 0;
  std::uint32_t fp64 = 0;
  std::uint32_t arguments_size = 0;
  std::uint32_t printf_buffer_size = 0;
  std::uint8_t native_kernel[16]{};
};

struct ComputeProperties {
  Head head{0x4};
  std::uint32_t group_size = 0;  // product of all dimensions
  std::uint32_t group_size_x = 0;
  std::uint32_t group_size_y = 0;
  std::uint32_t group_size_z = 0;
  std::uint32_t group_count_x = 0;
  std::uint32_t group_count_y = 0;
  std::uint32_t group_count_z = 0;
  std::uint32_t local_memory = 0;
  std::uint32_t subgroup_sizes_count = 0;
  std::uint32_t subgroup_sizes[8]{};
};

struct MemoryProperties {
  Head head{0x7};
  std::uint32_t flags = 0;
  std::uint32_t clock = 0;
  std::uint32_t bus_width = 0;
  std::uint64_t size = 0;
  char name[256]{};
};

struct ImageProperties {
  Head head{0xa};
  std::uint32_t dims_1d = 0;
  std::uint32_t dims_2d = 0;
  std::uint32_t dims_3d = 0;
  std::uint64_t buffer_size = 0;
  std::uint32_t slices = 0;
  std::uint32_t samplers = 0;
  std::uint32_t read_arguments = 0;
  std::uint32_t write_arguments = 0;
};

enum QueueGroupFlag : std::uint32_t { kCompute = 1 };

struct QueueGroupProperties {
  Head head{0x6};
  std::uint32_t flags = 0;
  std::size_t fill_pattern_size = 0;
  std::uint32_t queues = 0;
};

struct ContextDesc {
  Head head{0xd};
  std::uint32_t flags = 0;
};

enum QueueMode : std::uint32_t { kAsynchronous = 2 };

struct QueueDesc {
  Head head{0xe};
  std::uint32_t group = 0;
  std::uint32_t index = 0;
  std::uint32_t flags = 0;
  std::uint32_t mode = kAsynchronous;
  std::uint32_t priority = 0;
};

struct ListDesc {
  Head head{0xf};
  std::uint32_t group = 0;
  std::uint32_t flags = 0;
};

enum PoolFlag : std::uint32_t { kHostVisible = 1, kKernelTimestamp = 4 };

struct EventPoolDesc {
  Head head{0x10};
  std::uint32_t flags = kHostVisible | kKernelTimestamp;
  std::uint32_t count = 0;
};

enum Scope : std::uint32_t { kDeviceScope = 2, kHostScope = 4 };

struct EventDesc {
  Head head{0x11};
  std::uint32_t index = 0;
  std::uint32_t signal = 0;
  std::uint32_t wait = 0;
};

struct Timestamps {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
};

struct KernelTimestamps {
  Timestamps global;   // by the device's clock
  Timestamps context;  // the time in which this context ran
};

struct DeviceMemoryDesc {
  Head head{0x15};
  std::uint32_t flags = 0;
  std::uint32_t ordinal = 0;
};

struct HostMemoryDesc {
  Head head{0x16};
  std::uint32_t flags = 0;
};

struct ModuleDesc {
  Head head{0x1b};
  std::uint32_t format = 0;  // SPIR-V
  std::size_t bytes = 0;
  const std::uint8_t* module = nullptr;
  const char* options = nullptr;
  const void* constants = nullptr;
};

struct KernelDesc {
  Head head{0x1d};
  std::uint32_t flags = 0;
  const char* name = nullptr;
};

struct KernelProperties {
  Head head{0x1e};
  std::uint32_t arguments = 0;
  std::uint32_t required_group_x = 0;  // 0: the kernel takes any
  std::uint32_t required_group_y = 0;
  std::uint32_t required_group_z = 0;
  std::uint32_t required_subgroups = 0;
  std::uint32_t required_subgroup_size = 0;
  std::uint32_t subgroup_size = 0;
  std::uint32_t subgroups = 0;
  std::uint32_t local_memory = 0;
  std::uint32_t private_memory = 0;
  std::uint32_t spilled_memory = 0;
  std::uint8_t uuid[32]{};
};

struct GroupCount {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

template <class... Arguments>
class Call {
 public:
  explicit constexpr Call(const char* name) : name_(name) {}

  // `kernel`: the kernel that the call concerns.
  std::uint32_t code(std::string_view kernel, Arguments... arguments) const {
    const ending::Calling calling(name_, kernel);
    return call_driver(name_, address(), arguments...);
  }
  void made_for(std::string_view kernel, Arguments... arguments) const { checked(code(kernel, arguments...), name_); }
  void operator()(Arguments... arguments) const { made_for({}, arguments...); }
  const char* name() const { return name_; }

 private:
  using Function = std::uint32_t (*)(Arguments...);

  // Looks the function up at the first call; concurrent threads find the same address.
  Function address() const {
    void* known = address_.load(std::memory_order_relaxed);
    if (known == nullptr) address_.store(known = function(name_), std::memory_order_relaxed);
    return reinterpret_cast<Function>(known);
  }

  const char* name_;
  mutable std::atomic<void*> address_ = nullptr;
};

// Returns the handle that a call made. Throws DeviceError(misreported) if it is null.
template <class Handle>
Handle made_by(const char* call, Handle handle) {
  if (handle == nullptr) misreported(call, "ZE_RESULT_SUCCESS", "the result is NULL");
  return handle;
}

using Count = std::uint32_t*;

// NOLINTBEGIN(readability-identifier-naming): their names are Level Zero's
inline const Call<std::uint32_t> zeInit{"zeInit"};
inline const Call<Count, Driver*> zeDriverGet{"zeDriverGet"};
inline const Call<Driver, std::uint32_t*> zeDriverGetApiVersion{"zeDriverGetApiVersion"};
inline const Call<Driver, DriverProperties*> zeDriverGetProperties{"zeDriverGetProperties"};
inline const Call<Driver, Count, ExtensionProperties*> zeDriverGetExtensionProperties{"zeDriverGetExtensionProperties"};
inline const Call<Driver, Count, DeviceId*> zeDeviceGet{"zeDeviceGet"};
inline const Call<DeviceId, DeviceProperties*> zeDeviceGetProperties{"zeDeviceGetProperties"};
inline const Call<DeviceId, ModuleProperties*> zeDeviceGetModuleProperties{"zeDeviceGetModuleProperties"};
inline const Call<DeviceId, ComputeProperties*> zeDeviceGetComputeProperties{"zeDeviceGetComputeProperties"};
inline const Call<DeviceId, ImageProperties*> zeDeviceGetImageProperties{"zeDeviceGetImageProperties"};
inline const Call<DeviceId, Count, MemoryProperties*> zeDeviceGetMemoryProperties{"zeDeviceGetMemoryProperties"};
inline const Call<DeviceId, Count, QueueGroupProperties*> zeDeviceGetCommandQueueGroupProperties{
    "zeDeviceGetCommandQueueGroupProperties"};

inline const Call<Driver, const ContextDesc*, Context*> zeContextCreate{"zeContextCreate"};
inline const Call<Context> zeContextDestroy{"zeContextDestroy"};
inline const Call<Context, const HostMemoryDesc*, std::size_t, std::size_t, void**> zeMemAllocHost{"zeMemAllocHost"};
inline const Call<Context, const DeviceMemoryDesc*, std::size_t, std::size_t, DeviceId, void**> zeMemAllocDevice{
    "zeMemAllocDevice"};
inline const Call<Context, void*> zeMemFree{"zeMemFree"};

inline const Call<Context, DeviceId, const ModuleDesc*, ModuleId*, BuildLog*> zeModuleCreate{"zeModuleCreate"};
inline const Call<ModuleId> zeModuleDestroy{"zeModuleDestroy"};
inline const Call<BuildLog, std::size_t*, char*> zeModuleBuildLogGetString{"zeModuleBuildLogGetString"};
inline const Call<BuildLog> zeModuleBuildLogDestroy{"zeModuleBuildLogDestroy"};
inline const Call<ModuleId, const KernelDesc*, Kernel*> zeKernelCreate{"zeKernelCreate"};
inline const Call<Kernel> zeKernelDestroy{"zeKernelDestroy"};
inline const Call<Kernel, KernelProperties*> zeKernelGetProperties{"zeKernelGetProperties"};
inline const Call<Kernel, std::uint32_t, std::uint32_t, std::uint32_t, Count, Count, Count> zeKernelSuggestGroupSize{
    "zeKernelSuggestGroupSize"};
inline const Call<Kernel, std::uint32_t, std::uint32_t, std::uint32_t> zeKernelSetGroupSize{"zeKernelSetGroupSize"};
inline const Call<Kernel, std::uint32_t, std::size_t, const void*> zeKernelSetArgumentValue{"zeKernelSetArgumentValue"};
inline const Call<Kernel, std::uint32_t, std::uint32_t, std::uint32_t> zeKernelSetGlobalOffsetExp{
    "zeKernelSetGlobalOffsetExp"};

inline const Call<Context, DeviceId, const QueueDesc*, Queue*> zeCommandQueueCreate{"zeCommandQueueCreate"};
inline const Call<Queue> zeCommandQueueDestroy{"zeCommandQueueDestroy"};
inline const Call<Queue, std::uint32_t, List*, Fence> zeCommandQueueExecuteCommandLists{"zeCommandQueueExecuteCommandLists"};
inline const Call<Context, DeviceId, const ListDesc*, List*> zeCommandListCreate{"zeCommandListCreate"};
inline const Call<Context, DeviceId, const QueueDesc*, List*> zeCommandListCreateImmediate{"zeCommandListCreateImmediate"};
inline const Call<List> zeCommandListDestroy{"zeCommandListDestroy"};
inline const Call<List> zeCommandListClose{"zeCommandListClose"};
inline const Call<List> zeCommandListReset{"zeCommandListReset"};
inline const Call<List, Event, std::uint32_t, Event*> zeCommandListAppendBarrier{"zeCommandListAppendBarrier"};
inline const Call<List, void*, const void*, std::size_t, std::size_t, Event, std::uint32_t, Event*>
    zeCommandListAppendMemoryFill{"zeCommandListAppendMemoryFill"};
inline const Call<List, void*, const void*, std::size_t, Event, std::uint32_t, Event*> zeCommandListAppendMemoryCopy{
    "zeCommandListAppendMemoryCopy"};
inline const Call<List, Kernel, const GroupCount*, Event, std::uint32_t, Event*> zeCommandListAppendLaunchKernel{
    "zeCommandListAppendLaunchKernel"};

inline const Call<Context, const EventPoolDesc*, std::uint32_t, DeviceId*, EventPool*> zeEventPoolCreate{
    "zeEventPoolCreate"};
inline const Call<EventPool> zeEventPoolDestroy{"zeEventPoolDestroy"};
inline const Call<EventPool, const EventDesc*, Event*> zeEventCreate{"zeEventCreate"};
inline const Call<Event> zeEventDestroy{"zeEventDestroy"};
inline const Call<Event, std::uint64_t> zeEventHostSynchronize{"zeEventHostSynchronize"};
inline const Call<Event> zeEventHostReset{"zeEventHostReset"};
inline const Call<Event, KernelTimestamps*> zeEventQueryKernelTimestamp{"zeEventQueryKernelTimestamp"};
// NOLINTEND(readability-identifier-naming)

}  // namespace classay::level_zero
