// A layer for the ICD loader (OPENCL_LAYERS names it) that makes calls of a real driver fail on demand. It wraps every call
// in fault_calls.def, and the plan (fault_plan.h) decides which call fails.
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tools/inject/layer_entry.h"
#include "tools/stand_ins/fault_plan.h"

namespace classay::faults {
namespace {

cl_icd_dispatch target;  // the layer below, or the loader's own calls

template <Call call>
using Tag = std::integral_constant<Call, call>;

std::size_t flipped_byte(const Fault& fault, std::size_t whole) {
  const auto before_end = static_cast<std::size_t>(fault.value);
  return before_end > 0 && before_end <= whole ? whole - before_end : whole / 2;
}

std::size_t part_of(std::size_t whole) { return std::max<std::size_t>(whole / 64, 1); }

// Effects on the data of a call, by overload. Each has the arguments of the call; nullopt: the effect does not apply to it.

std::optional<cl_int> spoiled(Tag<Call::clEnqueueReadBuffer> /*call*/, const Fault& fault, cl_command_queue queue,
                              cl_mem buffer, cl_bool blocking, size_t offset, size_t size, void* to, cl_uint events,
                              const cl_event* waited, cl_event* event) {
  const auto read = [&](cl_bool blocks, size_t bytes) {
    return target.clEnqueueReadBuffer(queue, buffer, blocks, offset, bytes, to, events, waited, event);
  };
  if (fault.effect == Effect::part) return read(blocking, part_of(size));
  if (fault.effect != Effect::flip) return std::nullopt;
  const cl_int code = read(CL_TRUE, size);
  static_cast<unsigned char*>(to)[flipped_byte(fault, size)] ^= 1;
  return code;
}

std::optional<void*> spoiled(Tag<Call::clEnqueueMapBuffer> /*call*/, const Fault& fault, cl_command_queue queue,
                             cl_mem buffer, cl_bool /*blocking*/, cl_map_flags flags, size_t offset, size_t size,
                             cl_uint events, const cl_event* waited, cl_event* event, cl_int* code) {
  if (fault.effect != Effect::flip) return std::nullopt;
  void* at = target.clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, events, waited, event, code);
  if (at != nullptr) static_cast<unsigned char*>(at)[flipped_byte(fault, size)] ^= 1;
  return at;
}

// Returns the error of a launch by the text of OpenCL 1.2, which is the strictest; CL_SUCCESS: none.
cl_int launch_error(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* global,
                    const size_t* local) {
  cl_device_id device = nullptr;
  target.clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, nullptr);
  std::array<size_t, 3> required{};
  target.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required.data(),
                                  nullptr);
  size_t largest = 0;
  target.clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr);
  size_t group = 1;
  for (cl_uint d = 0; d < dimensions; ++d) {
    if (global == nullptr || global[d] == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
    const bool is_required = required.at(d) != 0;
    if (local == nullptr && is_required) return CL_INVALID_WORK_GROUP_SIZE;
    if (local == nullptr) continue;
    if (local[d] == 0 || global[d] % local[d] != 0) return CL_INVALID_WORK_GROUP_SIZE;
    if (is_required && local[d] != required.at(d)) return CL_INVALID_WORK_GROUP_SIZE;
    group *= local[d];
  }
  return group > largest ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

std::optional<cl_int> spoiled(Tag<Call::clEnqueueNDRangeKernel> /*call*/, const Fault& fault, cl_command_queue queue,
                              cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
                              const size_t* local, cl_uint events, const cl_event* waited, cl_event* event) {
  if (fault.effect == Effect::no_event) {
    return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events, waited, nullptr);
  }
  if (fault.effect == Effect::strict) {
    const cl_int error = launch_error(queue, kernel, dimensions, global, local);
    if (error != CL_SUCCESS) return error;
    return target.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, events, waited, event);
  }
  if (fault.effect != Effect::part || dimensions != 1 || local != nullptr) return std::nullopt;
  const size_t items = part_of(*global);
  return target.clEnqueueNDRangeKernel(queue, kernel, 1, offset, &items, nullptr, events, waited, event);
}

std::optional<cl_int> spoiled(Tag<Call::clGetEventInfo> /*call*/, const Fault& fault, cl_event event, cl_event_info what,
                              size_t size, void* value, size_t* size_returned) {
  if (fault.effect != Effect::status) return std::nullopt;
  const cl_int code = target.clGetEventInfo(event, what, size, value, size_returned);
  if (what == CL_EVENT_COMMAND_EXECUTION_STATUS && value != nullptr) std::memcpy(value, &fault.value, sizeof(cl_int));
  return code;
}

// A negative value gives an end before the start.
std::optional<cl_int> spoiled(Tag<Call::clGetEventProfilingInfo> /*call*/, const Fault& fault, cl_event event,
                              cl_profiling_info what, size_t size, void* value, size_t* size_returned) {
  if (fault.effect != Effect::clock) return std::nullopt;
  const bool is_end = what == CL_PROFILING_COMMAND_END;
  const cl_profiling_info asked = is_end ? CL_PROFILING_COMMAND_START : what;
  const cl_int code = target.clGetEventProfilingInfo(event, asked, size, value, size_returned);
  if (!is_end || code != CL_SUCCESS || value == nullptr) return code;
  cl_ulong time = 0;
  std::memcpy(&time, value, sizeof time);
  time += static_cast<cl_ulong>(cl_long{fault.value} * 1000000000);
  std::memcpy(value, &time, sizeof time);
  return code;
}

// Exaggerates memory sizes, and the sizes that a driver reports for texts and lists.
cl_int exaggerated(int power, cl_device_id device, cl_device_info what, size_t size, void* value, size_t* size_returned) {
  const cl_int code = target.clGetDeviceInfo(device, what, size, value, size_returned);
  const cl_ulong huge = power == 0 ? 0 : cl_ulong{1} << static_cast<unsigned>(power);
  constexpr std::array<cl_device_info, 3> kMemory{CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE,
                                                  CL_DEVICE_LOCAL_MEM_SIZE};
  const bool is_memory = std::ranges::find(kMemory, what) != kMemory.end();
  if (is_memory && value != nullptr) std::memcpy(value, &huge, sizeof huge);
  if (size_returned != nullptr && power != 0) *size_returned = huge;
  return code;
}

std::optional<cl_int> spoiled(Tag<Call::clGetDeviceInfo> /*call*/, const Fault& fault, cl_device_id device,
                              cl_device_info what, size_t size, void* value, size_t* size_returned) {
  if (fault.effect == Effect::huge) return exaggerated(fault.value, device, what, size, value, size_returned);
  if (fault.effect != Effect::no_compiler && fault.effect != Effect::discrete) return std::nullopt;
  const cl_int code = target.clGetDeviceInfo(device, what, size, value, size_returned);
  const auto denied = fault.effect == Effect::discrete ? CL_DEVICE_HOST_UNIFIED_MEMORY : CL_DEVICE_COMPILER_AVAILABLE;
  constexpr cl_bool kNo = CL_FALSE;
  if (what == static_cast<cl_device_info>(denied) && value != nullptr) std::memcpy(value, &kNo, sizeof kNo);
  return code;
}

std::optional<cl_int> spoiled(Tag<Call::clGetProgramBuildInfo> /*call*/, const Fault& fault, cl_program program,
                              cl_device_id device, cl_program_build_info what, size_t size, void* value,
                              size_t* size_returned) {
  if (fault.effect != Effect::log) return std::nullopt;
  if (what != CL_PROGRAM_BUILD_LOG) return target.clGetProgramBuildInfo(program, device, what, size, value, size_returned);
  if (size_returned != nullptr) *size_returned = kBuildLog.size() + 1;
  if (value != nullptr && size > 0) std::snprintf(static_cast<char*>(value), size, "%s", kBuildLog.data());
  return CL_SUCCESS;
}

// Each work-item writes to an invalid address before it reads its index.
constexpr const char* kWild =
    "static size_t wild_id(uint d) { *(volatile global int*)16 = 1; return get_global_id(d); }\n"
    "#define get_global_id wild_id\n";

std::optional<cl_program> spoiled(Tag<Call::clCreateProgramWithSource> /*call*/, const Fault& fault, cl_context context,
                                  cl_uint count, const char** sources, const size_t* lengths, cl_int* code) {
  if (fault.effect != Effect::wild) return std::nullopt;
  std::vector<const char*> all{kWild};
  std::vector<size_t> sizes{std::strlen(kWild)};
  for (cl_uint i = 0; i < count; ++i) {
    all.push_back(sources[i]);
    sizes.push_back(lengths == nullptr || lengths[i] == 0 ? std::strlen(sources[i]) : lengths[i]);
  }
  return target.clCreateProgramWithSource(context, count + 1, all.data(), sizes.data(), code);
}

// Reports success without doing anything. A requested event is that of a marker, so that it completes.
template <class... Arguments>
cl_int swallowed(Arguments... arguments) {
  const auto all = std::make_tuple(arguments...);
  constexpr std::size_t kCount = sizeof...(Arguments);
  if constexpr (kCount > 3 && std::is_same_v<std::tuple_element_t<kCount - 1, decltype(all)>, cl_event* const> &&
                std::is_same_v<std::tuple_element_t<0, decltype(all)>, const cl_command_queue>) {
    return target.clEnqueueMarkerWithWaitList(std::get<0>(all), std::get<kCount - 3>(all), std::get<kCount - 2>(all),
                                              std::get<kCount - 1>(all));
  } else {
    return CL_SUCCESS;
  }
}

template <class Result, class... Arguments>
Result failed(int code, Arguments... arguments) {
  if constexpr (std::is_same_v<Result, cl_int>) {
    return code;
  } else {
    // Calls that create an object return the code through their last argument.
    cl_int* const place = std::get<sizeof...(Arguments) - 1>(std::make_tuple(arguments...));
    if (place != nullptr) *place = code;
    return nullptr;
  }
}

Plan& plan() {
  static Plan only;
  return only;
}

template <Call call, auto member, class Function>
struct Wrapper;

template <Call call, auto member, class Result, class... Arguments>
struct Wrapper<call, member, Result(CL_API_CALL*)(Arguments...)> {
  static Result CL_API_CALL instead(Arguments... arguments) {
    const std::optional<Fault> fault = plan().next(call);
    if (!fault) return (target.*member)(arguments...);
    if (fault->effect == Effect::code || fault->effect == Effect::lose) return failed<Result>(fault->value, arguments...);
    if constexpr (std::is_same_v<Result, cl_int>) {
      if (fault->effect == Effect::swallow) return swallowed(arguments...);
    }
    if constexpr (requires { spoiled(Tag<call>(), *fault, arguments...); }) {
      if (const auto result = spoiled(Tag<call>(), *fault, arguments...)) return *result;
    }
    std::fprintf(stderr, "fault layer: '%s' is not an effect of this call\n", fault->text.c_str());
    std::abort();
  }
};

}  // namespace
}  // namespace classay::faults

const char classay::layer::kName[] = "classay faults";

void classay::layer::wrap(cl_icd_dispatch& calls) {
  faults::target = calls;
#define CLASSAY_CALL(name) \
  calls.name = faults::Wrapper<faults::Call::name, &cl_icd_dispatch::name, decltype(cl_icd_dispatch::name)>::instead;
#include "tools/stand_ins/fault_calls.def"
#undef CLASSAY_CALL
  try {
    faults::plan();
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fault layer: %s\n", e.what());
    std::abort();  // an invalid plan must not let a test pass
  }
}
