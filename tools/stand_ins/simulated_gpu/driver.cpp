// Implements the commands of OpenCL on the simulated GPU. A command's effect is immediate, and its time is on the timeline.
// A program that uses a result before it has waited for it is therefore not detected here, except between two commands.
#include <CL/cl.h>

#include <algorithm>
#include <set>

#include "tools/stand_ins/simulated_gpu/objects.h"

namespace classay::simulated_gpu {
namespace {

template <class Object, class Handle>
Object& of(Handle handle) {
  return *reinterpret_cast<Object*>(handle);
}

template <class Handle>
Handle made(void* object, cl_int* code) {
  timeline().call();
  if (code != nullptr) *code = CL_SUCCESS;
  return reinterpret_cast<Handle>(object);
}

template <class Object, class Handle>
cl_int retain(Handle handle) {
  ++of<Object>(handle).uses;
  return CL_SUCCESS;
}
// Returns whether nothing uses the object any more.
template <class Object, class Handle>
bool release(Handle handle) {
  return --of<Object>(handle).uses == 0;
}
template <class Object, class Handle>
cl_int release_and_delete(Handle handle) {
  if (release<Object>(handle)) delete &of<Object>(handle);
  return CL_SUCCESS;
}

std::set<Memory*>& pinned() {
  static std::set<Memory*> all;
  return all;
}
bool is_pinned(const void* address) {
  const auto* const at = static_cast<const std::byte*>(address);
  return std::ranges::any_of(
      pinned(), [&](const Memory* m) { return at >= m->bytes.data() && at < m->bytes.data() + m->bytes.size(); });
}

// A command with its wait list and the buffers that it writes and reads.
struct Command {
  cl_command_queue queue = nullptr;
  Engine engine = Engine::kernels;
  double seconds = 0;
  cl_uint waits = 0;
  const cl_event* wait_list = nullptr;
  Buffer* writes = nullptr;
  Buffer* reads = nullptr;
};

void note_use(const Command& c, const Span& span) {
  Timeline& t = timeline();
  if (c.writes != nullptr) {
    Memory& m = *c.writes->memory;
    t.hazards += span.start < std::max(m.written, m.read) ? 1 : 0;
    m.written = std::max(m.written, span.end);
  }
  if (c.reads != nullptr) {
    Memory& m = *c.reads->memory;
    t.hazards += span.start < m.written ? 1 : 0;
    m.read = std::max(m.read, span.end);
  }
}

cl_int enqueue(const Command& c, bool is_blocking, cl_event* event) {
  Timeline& t = timeline();
  t.call();
  if (t.is_lost) return CL_OUT_OF_RESOURCES;
  auto& queue = of<Queue>(c.queue);
  double ready = queue.end;
  for (cl_uint i = 0; i < c.waits; ++i) ready = std::max(ready, of<Event>(c.wait_list[i]).span.end);
  const Span span = t.run(c.engine, ready, c.seconds);
  note_use(c, span);
  queue.end = span.end;
  if (is_blocking) t.wait(span.end);
  if (event != nullptr) *event = reinterpret_cast<cl_event>(new Event{.span = span});
  return CL_SUCCESS;
}

double bus_seconds(std::size_t bytes, const void* host) {
  const Figures& f = timeline().figures;
  return static_cast<double>(bytes) / (is_pinned(host) ? f.bytes_per_second : f.pageable_bytes_per_second);
}

cl_int put(const void* from, std::size_t bytes, std::size_t size, void* to, std::size_t* needed) {
  if (needed != nullptr) *needed = bytes;
  if (to != nullptr) std::memcpy(to, from, std::min(bytes, size));
  return CL_SUCCESS;
}

}  // namespace
}  // namespace classay::simulated_gpu

using namespace classay::simulated_gpu;  // NOLINT(google-build-using-namespace): the functions below have C's names

extern "C" {

cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties, cl_int* errcode_ret) {
  return made<cl_command_queue>(new Queue, errcode_ret);
}
cl_int clRetainCommandQueue(cl_command_queue command_queue) { return retain<Queue>(command_queue); }
cl_int clReleaseCommandQueue(cl_command_queue command_queue) { return release_and_delete<Queue>(command_queue); }
cl_int clFlush(cl_command_queue) {
  timeline().call();
  return CL_SUCCESS;
}
cl_int clFinish(cl_command_queue command_queue) {
  timeline().wait(of<Queue>(command_queue).end);
  return CL_SUCCESS;
}

cl_mem clCreateBuffer(cl_context, cl_mem_flags flags, size_t size, void*, cl_int* errcode_ret) {
  auto* const memory = new Memory{.bytes = std::vector<std::byte>(size), .is_pinned = (flags & CL_MEM_ALLOC_HOST_PTR) != 0};
  if (memory->is_pinned) pinned().insert(memory);
  return made<cl_mem>(new Buffer{{}, memory, 0, size, false}, errcode_ret);
}
cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags, cl_buffer_create_type, const void* buffer_create_info,
                         cl_int* errcode_ret) {
  const auto& r = *static_cast<const cl_buffer_region*>(buffer_create_info);
  return made<cl_mem>(new Buffer{{}, of<Buffer>(buffer).memory, r.origin, r.size, true}, errcode_ret);
}
cl_int clRetainMemObject(cl_mem memobj) { return retain<Buffer>(memobj); }
cl_int clReleaseMemObject(cl_mem memobj) {
  auto* const b = &of<Buffer>(memobj);
  if (!release<Buffer>(memobj)) return CL_SUCCESS;
  if (!b->is_part) {
    pinned().erase(b->memory);
    delete b->memory;
  }
  delete b;
  return CL_SUCCESS;
}

cl_kernel clCreateKernel(cl_program, const char* kernel_name, cl_int* errcode_ret) {
  return made<cl_kernel>(new Kernel{{}, kernel_name, std::vector<std::vector<std::byte>>(16)}, errcode_ret);
}
cl_int clRetainKernel(cl_kernel kernel) { return retain<Kernel>(kernel); }
cl_int clReleaseKernel(cl_kernel kernel) { return release_and_delete<Kernel>(kernel); }
cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
  const auto* const bytes = static_cast<const std::byte*>(arg_value);
  of<Kernel>(kernel).arguments.at(arg_index).assign(bytes, bytes + arg_size);
  return CL_SUCCESS;
}
cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info param_name, size_t param_value_size,
                                void* param_value, size_t* param_value_size_ret) {
  constexpr std::array<size_t, 3> kNone{};
  constexpr size_t kLargest = 1024;
  if (param_name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
    return put(kNone.data(), sizeof kNone, param_value_size, param_value, param_value_size_ret);
  return put(&kLargest, sizeof kLargest, param_value_size, param_value, param_value_size_ret);
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
  auto& b = of<Buffer>(buffer);
  for (size_t at = 0; at < size; at += pattern_size) std::memcpy(b.data() + offset + at, pattern, pattern_size);
  const double seconds = static_cast<double>(size) / timeline().figures.memory_bytes_per_second;
  return enqueue({command_queue, Engine::kernels, seconds, num_events_in_wait_list, event_wait_list, &b, nullptr}, false,
                 event);
}
cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                            size_t size, const void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                            cl_event* event) {
  auto& b = of<Buffer>(buffer);
  std::memcpy(b.data() + offset, ptr, size);
  return enqueue(
      {command_queue, Engine::from_host, bus_seconds(size, ptr), num_events_in_wait_list, event_wait_list, &b, nullptr},
      blocking_write == CL_TRUE, event);
}
cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset, size_t size,
                           void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  auto& b = of<Buffer>(buffer);
  std::memcpy(ptr, b.data() + offset, size);
  timeline().bytes_read += size;
  return enqueue(
      {command_queue, Engine::to_host, bus_seconds(size, ptr), num_events_in_wait_list, event_wait_list, nullptr, &b},
      blocking_read == CL_TRUE, event);
}
void* clEnqueueMapBuffer(cl_command_queue, cl_mem buffer, cl_bool, cl_map_flags, size_t offset, size_t, cl_uint,
                         const cl_event*, cl_event*, cl_int* errcode_ret) {
  return made<void*>(of<Buffer>(buffer).data() + offset, errcode_ret);
}
cl_int clEnqueueUnmapMemObject(cl_command_queue, cl_mem, void*, cl_uint, const cl_event*, cl_event*) {
  timeline().call();
  return CL_SUCCESS;
}
cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint, const size_t* global_work_offset,
                              const size_t* global_work_size, const size_t*, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  Timeline& t = timeline();
  const auto& k = of<Kernel>(kernel);
  const double seconds = run(k, global_work_offset == nullptr ? 0 : *global_work_offset, *global_work_size);
  t.longest_kernel = std::max(t.longest_kernel, seconds);
  ++t.kernels;
  const cl_int code =
      enqueue({command_queue, Engine::kernels, seconds, num_events_in_wait_list, event_wait_list, &k.buffer(0), nullptr},
              false, event);
  t.is_lost = t.is_lost || (t.figures.watchdog_seconds > 0 && seconds > t.figures.watchdog_seconds);
  if (t.is_lost && code == CL_SUCCESS && event != nullptr) of<Event>(*event).status = CL_OUT_OF_RESOURCES;
  return code;
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  timeline().call();
  for (cl_uint i = 0; i < num_events; ++i) timeline().wait(of<Event>(event_list[i]).span.end);
  return CL_SUCCESS;
}
cl_int clGetEventInfo(cl_event event, cl_event_info, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
  return put(&of<Event>(event).status, sizeof(cl_int), param_value_size, param_value, param_value_size_ret);
}
cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size, void* param_value,
                               size_t* param_value_size_ret) {
  const Span& span = of<Event>(event).span;
  const auto ns = static_cast<cl_ulong>((param_name == CL_PROFILING_COMMAND_START ? span.start : span.end) * 1e9);
  return put(&ns, sizeof ns, param_value_size, param_value, param_value_size_ret);
}
cl_int clRetainEvent(cl_event event) { return retain<Event>(event); }
cl_int clReleaseEvent(cl_event event) { return release_and_delete<Event>(event); }

}  // extern "C"
