// Implements the test driver's description of itself and its device, and its memory: OpenCL's fine-grained shared memory.
#include "tools/stand_ins/level_zero/driver.h"

#include <level_zero/ze_ddi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>

bool _ze_context_handle_t::owns(const void* pointer) const {
  const auto* const p = static_cast<const std::byte*>(pointer);
  const auto after = memory.upper_bound(const_cast<std::byte*>(p));
  if (after == memory.begin()) return false;
  const auto& [begin, size] = *std::prev(after);
  return p < begin + size;
}

namespace test_driver {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::istringstream in(text);
  std::vector<std::string> all;
  for (std::string part; std::getline(in, part, at);) all.push_back(part);
  return all;
}

std::vector<std::string> words() {
  const char* set = std::getenv("CLASSAY_TEST_DRIVER");
  return split(set == nullptr ? "" : set, ',');
}

struct Fault {
  std::string call;
  std::string what;
  int from = 1;
  int calls = 0;
};

// Returns the sub-command of the program in this process.
std::string command() {
  std::ifstream file("/proc/self/cmdline");
  std::string text;
  std::getline(file, text);
  const std::vector<std::string> all = split(text, '\0');
  return all.size() > 1 ? all[1] : "";
}

// Returns the faults for this process.
std::vector<Fault> told_faults() {
  std::vector<Fault> faults;
  for (const std::string& word : words()) {
    const std::vector<std::string> parts = split(word, ':');
    if (parts.size() < 2 || (parts.size() > 3 && parts[3] != command())) continue;
    faults.push_back({.call = parts[0], .what = parts[1], .from = parts.size() > 2 ? std::stoi(parts[2]) : 1});
  }
  return faults;
}

constexpr std::uint64_t kHuge = std::uint64_t{1} << 62U;

template <class T>
T info(cl_device_info what) {
  T value{};
  return clGetDeviceInfo(device().id, what, sizeof value, &value, nullptr) == CL_SUCCESS ? value : T{};
}

std::string text_of(cl_device_id id, cl_device_info what) {
  std::size_t size = 0;
  if (clGetDeviceInfo(id, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string s(size, '\0');
  if (clGetDeviceInfo(id, what, size, s.data(), nullptr) != CL_SUCCESS) return "";
  return s.substr(0, s.find('\0'));
}

_ze_device_handle_t found_device() {
  cl_uint count = 0;
  if (is_told("no-devices") || clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    cl_device_id id = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr) != CL_SUCCESS) continue;
    if (!text_of(id, CL_DEVICE_IL_VERSION).empty()) return {platform, id};
  }
  return {};
}

// Lists one item or none. If `items` is null, returns only the number.
template <class Item>
void list_one(std::uint32_t* count, Item* items, bool is_there, const Item& one) {
  if (items != nullptr && *count > 0 && is_there) *items = one;
  *count = is_there ? 1 : 0;
}

_ze_device_handle_t& known_device() {
  static _ze_device_handle_t known = found_device();
  return known;
}

void drivers(std::uint32_t* count, ze_driver_handle_t* all) {
  static _ze_driver_handle_t only;
  list_one(count, all, true, &only);
}

void api_version(ze_driver_handle_t /*driver*/, ze_api_version_t* version) {
  *version = is_told("api-1.1") ? ZE_API_VERSION_1_1 : ZE_API_VERSION_1_3;
}

void driver_properties(ze_driver_handle_t /*driver*/, ze_driver_properties_t* p) { p->driverVersion = 1; }

void driver_extensions(ze_driver_handle_t /*driver*/, std::uint32_t* count, ze_driver_extension_properties_t* all) {
  ze_driver_extension_properties_t offsets{};
  const char* const name = is_told("no-offsets") ? "ZE_extension_test_driver" : ZE_GLOBAL_OFFSET_EXP_NAME;
  std::strncpy(offsets.name, name, sizeof offsets.name - 1);
  list_one(count, all, true, offsets);
}

void devices(ze_driver_handle_t /*driver*/, std::uint32_t* count, ze_device_handle_t* all) {
  list_one(count, all, known_device().id != nullptr, &known_device());
}

void device_properties(ze_device_handle_t d, ze_device_properties_t* p) {
  constexpr std::uint64_t kTicksASecond = 1'000'000'000;  // OpenCL's events are in nanoseconds
  p->type = is_told("discrete") ? ZE_DEVICE_TYPE_GPU : ZE_DEVICE_TYPE_CPU;
  p->vendorId = info<cl_uint>(CL_DEVICE_VENDOR_ID);
  p->flags = 0;
  p->maxMemAllocSize = is_told("huge") ? kHuge : info<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  p->numSlices = p->numSubslicesPerSlice = 1;
  p->numEUsPerSubslice = info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  p->timerResolution = p->stype == ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 ? kTicksASecond : 1;
  p->timestampValidBits = p->kernelTimestampValidBits = 64;
  std::memset(p->name, 0, sizeof p->name);
  std::strncpy(p->name, text_of(d->id, CL_DEVICE_NAME).c_str(), sizeof p->name - 1);
}

// OpenCL has the last two flags in reverse order.
ze_device_fp_flags_t fp_flags(cl_device_fp_config config) {
  constexpr cl_device_fp_config kSame =
      CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  auto flags = static_cast<ze_device_fp_flags_t>(config & kSame);
  if ((config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0) flags |= ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT;
  if ((config & CL_FP_SOFT_FLOAT) != 0) flags |= ZE_DEVICE_FP_FLAG_SOFT_FLOAT;
  return flags;
}

// Returns the last of "SPIR-V_1.0 SPIR-V_1.1".
std::uint32_t newest_spirv(cl_device_id id) {
  const std::string all = text_of(id, CL_DEVICE_IL_VERSION);
  std::uint32_t newest = 0;
  constexpr std::string_view kPrefix = "SPIR-V_1.";
  for (std::size_t at = all.find(kPrefix); at != std::string::npos; at = all.find(kPrefix, at + 1)) {
    const auto minor = static_cast<std::uint32_t>(all.at(at + kPrefix.size()) - '0');
    newest = std::max(newest, ZE_MAKE_VERSION(1, minor));
  }
  return newest;
}

void module_properties(ze_device_handle_t d, ze_device_module_properties_t* p) {
  const std::string extensions = text_of(d->id, CL_DEVICE_EXTENSIONS);
  const auto has = [&](const char* name) { return extensions.find(name) != std::string::npos; };
  p->spirvVersionSupported = newest_spirv(d->id);
  p->fp32flags = fp_flags(info<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG));
  p->fp64flags = fp_flags(info<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG));
  p->fp16flags =
      has("cl_khr_fp16") && !is_told("no-f16") ? fp_flags(info<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG)) : 0;
  p->flags = 0;
  if (p->fp16flags != 0) p->flags |= ZE_DEVICE_MODULE_FLAG_FP16;
  if (p->fp64flags != 0) p->flags |= ZE_DEVICE_MODULE_FLAG_FP64;
  if (has("cl_khr_int64_base_atomics")) p->flags |= ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS;
  p->maxArgumentsSize = 2048;
}

void compute_properties(ze_device_handle_t /*device*/, ze_device_compute_properties_t* p) {
  const auto size = static_cast<std::uint32_t>(info<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  p->maxTotalGroupSize = p->maxGroupSizeX = p->maxGroupSizeY = p->maxGroupSizeZ = size;
  p->maxGroupCountX = p->maxGroupCountY = p->maxGroupCountZ = UINT32_MAX;
  p->maxSharedLocalMemory = static_cast<std::uint32_t>(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
}

void memory_properties(ze_device_handle_t /*device*/, std::uint32_t* count, ze_device_memory_properties_t* all) {
  if (all != nullptr && *count > 0) all->totalSize = is_told("huge") ? kHuge : info<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  *count = 1;
}

void image_properties(ze_device_handle_t /*device*/, ze_device_image_properties_t* p) { p->maxImageDims2D = 0; }

void queue_groups(ze_device_handle_t /*device*/, std::uint32_t* count, ze_command_queue_group_properties_t* all) {
  if (all != nullptr && *count > 0) {
    all->flags = ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE | ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY;
    all->maxMemoryFillPatternSize = 128;
    all->numQueues = 1;
  }
  *count = 1;
}

void create_context(ze_driver_handle_t /*driver*/, const ze_context_desc_t* /*desc*/, ze_context_handle_t* context) {
  cl_int code = CL_SUCCESS;
  cl_context made = clCreateContext(nullptr, 1, &device().id, nullptr, nullptr, &code);
  check(code);
  *context = new _ze_context_handle_t{made, {}};
}

void destroy_context(ze_context_handle_t context) {
  clReleaseContext(context->context);
  delete context;
}

void allocate(ze_context_handle_t context, std::size_t size, std::size_t alignment, void** pointer) {
  constexpr cl_svm_mem_flags kShared = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
  *pointer = clSVMAlloc(context->context, kShared, size, static_cast<cl_uint>(alignment));
  if (*pointer == nullptr) throw Failed{ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY};
  context->memory[static_cast<std::byte*>(*pointer)] = size;
}

void allocate_host(ze_context_handle_t context, const ze_host_mem_alloc_desc_t* /*desc*/, std::size_t size,
                   std::size_t alignment, void** pointer) {
  allocate(context, size, alignment, pointer);
}

void allocate_device(ze_context_handle_t context, const ze_device_mem_alloc_desc_t* /*desc*/, std::size_t size,
                     std::size_t alignment, ze_device_handle_t /*device*/, void** pointer) {
  allocate(context, size, alignment, pointer);
}

void free_memory(ze_context_handle_t context, void* pointer) {
  context->memory.erase(static_cast<std::byte*>(pointer));
  clSVMFree(context->context, pointer);
}

}  // namespace

bool is_told(std::string_view word) {
  static const std::vector<std::string> kTold = words();
  return std::ranges::find(kTold, word) != kTold.end();
}

std::optional<ze_result_t> fault_of(std::string_view call) {
  static std::mutex mutex;
  static std::vector<Fault> faults = told_faults();
  const std::lock_guard lock(mutex);
  for (Fault& fault : faults) {
    if (fault.call != call || ++fault.calls < fault.from) continue;
    while (fault.what == "hang") std::this_thread::sleep_for(std::chrono::seconds(1));
    if (fault.what == "flush") {
#if defined(__x86_64__)
      __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#endif
      return std::nullopt;
    }
    return static_cast<ze_result_t>(std::stoul(fault.what, nullptr, 16));
  }
  return std::nullopt;
}

void check(cl_int code) {
  switch (code) {
    case CL_SUCCESS: return;
    case CL_OUT_OF_HOST_MEMORY: throw Failed{ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY};
    case CL_OUT_OF_RESOURCES:
    case CL_MEM_OBJECT_ALLOCATION_FAILURE: throw Failed{ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY};
    case CL_DEVICE_NOT_AVAILABLE: throw Failed{ZE_RESULT_ERROR_DEVICE_LOST};
    case CL_BUILD_PROGRAM_FAILURE:
    case CL_INVALID_VALUE: throw Failed{ZE_RESULT_ERROR_MODULE_BUILD_FAILURE};
    case CL_INVALID_KERNEL_NAME: throw Failed{ZE_RESULT_ERROR_INVALID_KERNEL_NAME};
    case CL_INVALID_ARG_INDEX: throw Failed{ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX};
    case CL_INVALID_ARG_SIZE: throw Failed{ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE};
    case CL_INVALID_WORK_GROUP_SIZE: throw Failed{ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION};
    default: throw Failed{ZE_RESULT_ERROR_UNKNOWN};
  }
}

_ze_device_handle_t& device() {
  if (known_device().id == nullptr) throw Failed{ZE_RESULT_ERROR_DEVICE_LOST};
  return known_device();
}

void fill(ze_driver_dditable_t& table) {
  table.pfnGet = kEntry<"zeDriverGet", drivers>;
  table.pfnGetApiVersion = kEntry<"zeDriverGetApiVersion", api_version>;
  table.pfnGetProperties = kEntry<"zeDriverGetProperties", driver_properties>;
  table.pfnGetExtensionProperties = kEntry<"zeDriverGetExtensionProperties", driver_extensions>;
}

void fill(ze_device_dditable_t& table) {
  table.pfnGet = kEntry<"zeDeviceGet", devices>;
  table.pfnGetProperties = kEntry<"zeDeviceGetProperties", device_properties>;
  table.pfnGetModuleProperties = kEntry<"zeDeviceGetModuleProperties", module_properties>;
  table.pfnGetComputeProperties = kEntry<"zeDeviceGetComputeProperties", compute_properties>;
  table.pfnGetMemoryProperties = kEntry<"zeDeviceGetMemoryProperties", memory_properties>;
  table.pfnGetImageProperties = kEntry<"zeDeviceGetImageProperties", image_properties>;
  table.pfnGetCommandQueueGroupProperties = kEntry<"zeDeviceGetCommandQueueGroupProperties", queue_groups>;
}

void fill(ze_context_dditable_t& table) {
  table.pfnCreate = kEntry<"zeContextCreate", create_context>;
  table.pfnDestroy = kEntry<"zeContextDestroy", destroy_context>;
}

void fill(ze_mem_dditable_t& table) {
  table.pfnAllocHost = kEntry<"zeMemAllocHost", allocate_host>;
  table.pfnAllocDevice = kEntry<"zeMemAllocDevice", allocate_device>;
  table.pfnFree = kEntry<"zeMemFree", free_memory>;
}

}  // namespace test_driver
