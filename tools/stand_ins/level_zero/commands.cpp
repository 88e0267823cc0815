// Executes the test driver's modules, kernels, command lists and events. Its queues execute in order, so that barriers have
// no effect. A list that is not immediate keeps its commands, with the kernel's arguments at the time of appending, until it
// is executed.
#include <level_zero/ze_ddi.h>

#include <algorithm>
#include <cstring>

#include "tools/stand_ins/level_zero/driver.h"

void _ze_command_list_handle_t::append(Command command) {
  if (at_once != nullptr) {
    command(at_once);
    clFlush(at_once);
  } else {
    if (is_closed) throw test_driver::Failed{ZE_RESULT_ERROR_INVALID_ARGUMENT};
    commands.push_back(std::move(command));
  }
}

void _ze_event_handle_t::signalled_by(cl_event e) {
  if (event != nullptr) clReleaseEvent(event);
  event = e;
}

namespace test_driver {
namespace {

// For an event that was not requested.
struct Signal {
  ze_event_handle_t wanted;
  cl_event made = nullptr;
  cl_event* place() { return wanted != nullptr ? &made : nullptr; }
  void give() const {
    if (wanted != nullptr) wanted->signalled_by(made);
  }
};

cl_command_queue new_queue(ze_context_handle_t context) {
  constexpr cl_queue_properties kTimed[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context->context, device().id, kTimed, &code);
  check(code);
  return queue;
}

std::string build_log(cl_program program) {
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device().id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device().id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.substr(0, log.find('\0'));
}

std::string opencl_options(const char* options) {
  constexpr std::string_view kOurs = "-ze-opt-disable";
  std::string all = options == nullptr ? "" : options;
  if (const std::size_t at = all.find(kOurs); at != std::string::npos) all.replace(at, kOurs.size(), "-cl-opt-disable");
  return all;
}

bool is_spirv(const ze_module_desc_t& desc) {
  constexpr std::uint32_t kMagic = 0x07230203;
  std::uint32_t first = 0;
  if (desc.inputSize < 20 || desc.inputSize % 4 != 0) return false;
  std::memcpy(&first, desc.pInputModule, sizeof first);
  return first == kMagic;
}

void create_module(ze_context_handle_t context, ze_device_handle_t /*device*/, const ze_module_desc_t* desc,
                   ze_module_handle_t* module, ze_module_build_log_handle_t* log) {
  if (log != nullptr) *log = new _ze_module_build_log_handle_t{"bytes that are no SPIR-V"};
  if (desc->format != ZE_MODULE_FORMAT_IL_SPIRV || desc->pConstants != nullptr) {
    throw Failed{ZE_RESULT_ERROR_UNSUPPORTED_FEATURE};
  }
  if (!is_spirv(*desc)) throw Failed{ZE_RESULT_ERROR_MODULE_BUILD_FAILURE};
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithIL(context->context, desc->pInputModule, desc->inputSize, &code);
  check(code);
  code = clBuildProgram(program, 1, &device().id, opencl_options(desc->pBuildFlags).c_str(), nullptr, nullptr);
  if (log != nullptr) (*log)->text = build_log(program);
  if (code != CL_SUCCESS) clReleaseProgram(program);
  check(code);
  *module = new _ze_module_handle_t{context, program};
}

void destroy_module(ze_module_handle_t module) {
  clReleaseProgram(module->program);
  delete module;
}

void log_text(ze_module_build_log_handle_t log, std::size_t* size, char* text) {
  const std::size_t whole = log->text.size() + 1;
  if (text != nullptr) std::memcpy(text, log->text.c_str(), std::min(*size, whole));
  *size = whole;
}

void destroy_log(ze_module_build_log_handle_t log) { delete log; }

void create_kernel(ze_module_handle_t module, const ze_kernel_desc_t* desc, ze_kernel_handle_t* kernel) {
  cl_int code = CL_SUCCESS;
  cl_kernel made = clCreateKernel(module->program, desc->pKernelName, &code);
  check(code);
  const bool makes_digests = std::string_view(desc->pKernelName) == "make_digest";
  *kernel = new _ze_kernel_handle_t{module->context, made, {}, makes_digests};
}

void destroy_kernel(ze_kernel_handle_t kernel) {
  clReleaseKernel(kernel->kernel);
  delete kernel;
}

void kernel_properties(ze_kernel_handle_t kernel, ze_kernel_properties_t* p) {
  std::size_t required[3]{};
  check(clGetKernelWorkGroupInfo(kernel->kernel, device().id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof required, required,
                                 nullptr));
  p->requiredGroupSizeX = static_cast<std::uint32_t>(required[0]);
  p->requiredGroupSizeY = static_cast<std::uint32_t>(required[1]);
  p->requiredGroupSizeZ = static_cast<std::uint32_t>(required[2]);
}

// Suggests the kernel's maximum, whether or not it divides the work.
void suggest_group_size(ze_kernel_handle_t kernel, std::uint32_t x, std::uint32_t /*y*/, std::uint32_t /*z*/,
                        std::uint32_t* group_x, std::uint32_t* group_y, std::uint32_t* group_z) {
  std::size_t largest = 1;
  check(clGetKernelWorkGroupInfo(kernel->kernel, device().id, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, nullptr));
  *group_x = static_cast<std::uint32_t>(std::min<std::size_t>(largest, x));
  *group_y = *group_z = 1;
}

void set_group_size(ze_kernel_handle_t kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  const std::size_t sizes[3]{x, y, z};
  std::memcpy(kernel->group_size, sizes, sizeof sizes);
}

void set_offset(ze_kernel_handle_t kernel, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  if (is_told("no-offsets")) throw Failed{ZE_RESULT_ERROR_UNSUPPORTED_FEATURE};
  const std::size_t offset[3]{x, y, z};
  std::memcpy(kernel->offset, offset, sizeof offset);
}

// Eight bytes that are an address in an allocation are a pointer.
void give_argument(ze_context_handle_t context, cl_kernel kernel, cl_uint index, const std::vector<std::byte>& value) {
  const void* pointer = nullptr;
  if (value.size() == sizeof pointer) std::memcpy(&pointer, value.data(), sizeof pointer);
  if (pointer != nullptr && context->owns(pointer)) {
    check(clSetKernelArgSVMPointer(kernel, index, pointer));
  } else {
    check(clSetKernelArg(kernel, index, value.size(), value.data()));
  }
}

// Sets the argument immediately, so that an error is reported here; it is set again for each launch.
void set_argument(ze_kernel_handle_t kernel, std::uint32_t index, std::size_t size, const void* value) {
  const auto* const bytes = static_cast<const std::byte*>(value);
  std::vector<std::byte>& kept = kernel->arguments[index];
  kept.assign(bytes, bytes + size);
  give_argument(kernel->context, kernel->kernel, index, kept);
}

void create_queue(ze_context_handle_t context, ze_device_handle_t /*device*/, const ze_command_queue_desc_t* /*desc*/,
                  ze_command_queue_handle_t* queue) {
  *queue = new _ze_command_queue_handle_t{new_queue(context)};
}

void destroy_queue(ze_command_queue_handle_t queue) {
  clReleaseCommandQueue(queue->queue);
  delete queue;
}

void execute(ze_command_queue_handle_t queue, std::uint32_t count, ze_command_list_handle_t* lists,
             ze_fence_handle_t /*fence*/) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!lists[i]->is_closed) throw Failed{ZE_RESULT_ERROR_INVALID_ARGUMENT};
    for (const Command& command : lists[i]->commands) command(queue->queue);
  }
  check(clFlush(queue->queue));
}

void synchronize(ze_command_queue_handle_t queue, std::uint64_t /*timeout*/) { check(clFinish(queue->queue)); }

void create_list(ze_context_handle_t /*context*/, ze_device_handle_t /*device*/, const ze_command_list_desc_t* /*desc*/,
                 ze_command_list_handle_t* list) {
  *list = new _ze_command_list_handle_t{};
}

void create_immediate(ze_context_handle_t context, ze_device_handle_t /*device*/, const ze_command_queue_desc_t* /*desc*/,
                      ze_command_list_handle_t* list) {
  *list = new _ze_command_list_handle_t{new_queue(context), {}};
}

void destroy_list(ze_command_list_handle_t list) {
  if (list->at_once != nullptr) clReleaseCommandQueue(list->at_once);
  delete list;
}

void close(ze_command_list_handle_t list) { list->is_closed = true; }

void reset(ze_command_list_handle_t list) {
  list->commands.clear();
  list->is_closed = false;
}

void append_barrier(ze_command_list_handle_t list, ze_event_handle_t signal, std::uint32_t /*count*/,
                    ze_event_handle_t* /*waits*/) {
  list->append([signal](cl_command_queue queue) {
    Signal s{signal};
    check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, s.place()));
    s.give();
  });
}

void append_copy(ze_command_list_handle_t list, void* to, const void* from, std::size_t size, ze_event_handle_t signal,
                 std::uint32_t /*count*/, ze_event_handle_t* /*waits*/) {
  list->append([=](cl_command_queue queue) {
    Signal s{signal};
    check(clEnqueueSVMMemcpy(queue, CL_FALSE, to, from, size, 0, nullptr, s.place()));
    s.give();
  });
}

void append_fill(ze_command_list_handle_t list, void* to, const void* pattern, std::size_t pattern_size, std::size_t size,
                 ze_event_handle_t signal, std::uint32_t /*count*/, ze_event_handle_t* /*waits*/) {
  const auto* const bytes = static_cast<const std::byte*>(pattern);
  list->append([=, kept = std::vector<std::byte>(bytes, bytes + pattern_size)](cl_command_queue queue) {
    Signal s{signal};
    check(clEnqueueSVMMemFill(queue, to, kept.data(), kept.size(), size, 0, nullptr, s.place()));
    s.give();
  });
}

void append_launch(ze_command_list_handle_t list, ze_kernel_handle_t kernel, const ze_group_count_t* groups,
                   ze_event_handle_t signal, std::uint32_t /*count*/, ze_event_handle_t* /*waits*/) {
  list->append([kernel, signal, at = *kernel, groups = *groups](cl_command_queue queue) {
    const std::size_t local[3]{at.group_size[0], at.group_size[1], at.group_size[2]};
    const std::size_t global[3]{local[0] * groups.groupCountX, local[1] * groups.groupCountY, local[2] * groups.groupCountZ};
    for (const auto& [index, value] : at.arguments) give_argument(at.context, kernel->kernel, index, value);
    Signal s{signal};
    if (at.makes_digests && is_told("no-digests")) {
      check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, s.place()));
    } else if (is_told("opencl-groups")) {
      check(clEnqueueNDRangeKernel(queue, kernel->kernel, 1, at.offset, global, nullptr, 0, nullptr, s.place()));
    } else {
      check(clEnqueueNDRangeKernel(queue, kernel->kernel, 3, at.offset, global, local, 0, nullptr, s.place()));
    }
    s.give();
  });
}

void create_pool(ze_context_handle_t /*context*/, const ze_event_pool_desc_t* /*desc*/, std::uint32_t /*count*/,
                 ze_device_handle_t* /*devices*/, ze_event_pool_handle_t* pool) {
  *pool = new _ze_event_pool_handle_t;
}

void destroy_pool(ze_event_pool_handle_t pool) { delete pool; }

void create_event(ze_event_pool_handle_t /*pool*/, const ze_event_desc_t* /*desc*/, ze_event_handle_t* event) {
  *event = new _ze_event_handle_t;
}

void destroy_event(ze_event_handle_t event) {
  event->signalled_by(nullptr);
  delete event;
}

// An event that no command will signal is never ready, whatever the timeout.
void await(ze_event_handle_t event, std::uint64_t /*timeout*/) {
  if (event->event == nullptr) throw Failed{ZE_RESULT_NOT_READY};
  check(clWaitForEvents(1, &event->event));
}

void reset_event(ze_event_handle_t event) { event->signalled_by(nullptr); }

void timestamps(ze_event_handle_t event, ze_kernel_timestamp_result_t* result) {
  cl_ulong start = 0;
  cl_ulong end = 0;
  if (event->event == nullptr) throw Failed{ZE_RESULT_NOT_READY};
  check(clGetEventProfilingInfo(event->event, CL_PROFILING_COMMAND_START, sizeof start, &start, nullptr));
  check(clGetEventProfilingInfo(event->event, CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr));
  result->global = result->context = {start, end};
}

}  // namespace

void fill(ze_module_dditable_t& table) {
  table.pfnCreate = kEntry<"zeModuleCreate", create_module>;
  table.pfnDestroy = kEntry<"zeModuleDestroy", destroy_module>;
}

void fill(ze_module_build_log_dditable_t& table) {
  table.pfnGetString = kEntry<"zeModuleBuildLogGetString", log_text>;
  table.pfnDestroy = kEntry<"zeModuleBuildLogDestroy", destroy_log>;
}

void fill(ze_kernel_dditable_t& table) {
  table.pfnCreate = kEntry<"zeKernelCreate", create_kernel>;
  table.pfnDestroy = kEntry<"zeKernelDestroy", destroy_kernel>;
  table.pfnGetProperties = kEntry<"zeKernelGetProperties", kernel_properties>;
  table.pfnSuggestGroupSize = kEntry<"zeKernelSuggestGroupSize", suggest_group_size>;
  table.pfnSetGroupSize = kEntry<"zeKernelSetGroupSize", set_group_size>;
  table.pfnSetArgumentValue = kEntry<"zeKernelSetArgumentValue", set_argument>;
}

void fill(ze_kernel_exp_dditable_t& table) {
  table.pfnSetGlobalOffsetExp = kEntry<"zeKernelSetGlobalOffsetExp", set_offset>;
}

void fill(ze_command_queue_dditable_t& table) {
  table.pfnCreate = kEntry<"zeCommandQueueCreate", create_queue>;
  table.pfnDestroy = kEntry<"zeCommandQueueDestroy", destroy_queue>;
  table.pfnExecuteCommandLists = kEntry<"zeCommandQueueExecuteCommandLists", execute>;
  table.pfnSynchronize = kEntry<"zeCommandQueueSynchronize", synchronize>;
}

void fill(ze_command_list_dditable_t& table) {
  table.pfnCreate = kEntry<"zeCommandListCreate", create_list>;
  table.pfnCreateImmediate = kEntry<"zeCommandListCreateImmediate", create_immediate>;
  table.pfnDestroy = kEntry<"zeCommandListDestroy", destroy_list>;
  table.pfnClose = kEntry<"zeCommandListClose", close>;
  table.pfnReset = kEntry<"zeCommandListReset", reset>;
  table.pfnAppendBarrier = kEntry<"zeCommandListAppendBarrier", append_barrier>;
  table.pfnAppendMemoryCopy = kEntry<"zeCommandListAppendMemoryCopy", append_copy>;
  table.pfnAppendMemoryFill = kEntry<"zeCommandListAppendMemoryFill", append_fill>;
  table.pfnAppendLaunchKernel = kEntry<"zeCommandListAppendLaunchKernel", append_launch>;
}

void fill(ze_event_pool_dditable_t& table) {
  table.pfnCreate = kEntry<"zeEventPoolCreate", create_pool>;
  table.pfnDestroy = kEntry<"zeEventPoolDestroy", destroy_pool>;
}

void fill(ze_event_dditable_t& table) {
  table.pfnCreate = kEntry<"zeEventCreate", create_event>;
  table.pfnDestroy = kEntry<"zeEventDestroy", destroy_event>;
  table.pfnHostSynchronize = kEntry<"zeEventHostSynchronize", await>;
  table.pfnHostReset = kEntry<"zeEventHostReset", reset_event>;
  table.pfnQueryKernelTimestamp = kEntry<"zeEventQueryKernelTimestamp", timestamps>;
}

}  // namespace test_driver
