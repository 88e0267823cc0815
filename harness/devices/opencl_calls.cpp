// The calls of OpenCL that the backend makes, itself or through OpenCL's C++ bindings. Nothing is linked that provides them:
// each goes to the library that was found when the program ran (opencl_library.h).
#include <utility>

#include "harness/devices/opencl_library.h"
#include "harness/devices/opencl_stream.h"

namespace {

using ContextNotice = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);
using BuildNotice = void(CL_CALLBACK*)(cl_program, void*);

// `kept` is looked up once: at the first call.
template <auto kCall, class... Arguments>
auto call(const char* name, Arguments... arguments) {
  static const auto kept = reinterpret_cast<decltype(kCall)>(classay::opencl::function(name));
  return kept(arguments...);
}

}  // namespace

extern "C" {
cl_int CL_API_CALL clGetPlatformIDs(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  return call<clGetPlatformIDs>("clGetPlatformIDs", room, platforms, count);
}
cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void* value,
                                     size_t* full_size) {
  return call<clGetPlatformInfo>("clGetPlatformInfo", platform, what, size, value, full_size);
}
cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                                  cl_uint* count) {
  return call<clGetDeviceIDs>("clGetDeviceIDs", platform, type, room, devices, count);
}
cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value, size_t* full_size) {
  return call<clGetDeviceInfo>("clGetDeviceInfo", device, what, size, value, full_size);
}
cl_int CL_API_CALL clRetainDevice(cl_device_id device) { return call<clRetainDevice>("clRetainDevice", device); }
cl_int CL_API_CALL clReleaseDevice(cl_device_id device) { return call<clReleaseDevice>("clReleaseDevice", device); }
cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint count, const cl_device_id* devices,
                                       ContextNotice notify, void* data, cl_int* error) {
  return call<clCreateContext>("clCreateContext", properties, count, devices, notify, data, error);
}
cl_int CL_API_CALL clRetainContext(cl_context context) { return call<clRetainContext>("clRetainContext", context); }
cl_int CL_API_CALL clReleaseContext(cl_context context) { return call<clReleaseContext>("clReleaseContext", context); }
cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int* error) {
  return call<clCreateCommandQueue>("clCreateCommandQueue", context, device, properties, error);
}
cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties* properties, cl_int* error) {
  return call<clCreateCommandQueueWithProperties>("clCreateCommandQueueWithProperties", context, device, properties, error);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
  return call<clReleaseCommandQueue>("clReleaseCommandQueue", queue);
}
cl_int CL_API_CALL clFlush(cl_command_queue queue) { return call<clFlush>("clFlush", queue); }
cl_int CL_API_CALL clFinish(cl_command_queue queue) { return call<clFinish>("clFinish", queue); }
cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host, cl_int* error) {
  return call<clCreateBuffer>("clCreateBuffer", context, flags, size, host, error);
}
cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* part,
                                     cl_int* error) {
  return call<clCreateSubBuffer>("clCreateSubBuffer", buffer, flags, type, part, error);
}
cl_int CL_API_CALL clReleaseMemObject(cl_mem memory) { return call<clReleaseMemObject>("clReleaseMemObject", memory); }
cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                                 const size_t* lengths, cl_int* error) {
  return call<clCreateProgramWithSource>("clCreateProgramWithSource", context, count, texts, lengths, error);
}
cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* error) {
  return call<clCreateProgramWithIL>("clCreateProgramWithIL", context, il, length, error);
}
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                                  BuildNotice notify, void* data) {
  return call<clBuildProgram>("clBuildProgram", program, count, devices, options, notify, data);
}
cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t size,
                                         void* value, size_t* full_size) {
  return call<clGetProgramBuildInfo>("clGetProgramBuildInfo", program, device, what, size, value, full_size);
}
cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void* value, size_t* full_size) {
  return call<clGetProgramInfo>("clGetProgramInfo", program, what, size, value, full_size);
}
cl_int CL_API_CALL clRetainProgram(cl_program program) { return call<clRetainProgram>("clRetainProgram", program); }
cl_int CL_API_CALL clReleaseProgram(cl_program program) { return call<clReleaseProgram>("clReleaseProgram", program); }
cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* name, cl_int* error) {
  return call<clCreateKernel>("clCreateKernel", program, name, error);
}
cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  return call<clSetKernelArg>("clSetKernelArg", kernel, index, size, value);
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return call<clReleaseKernel>("clReleaseKernel", kernel); }
cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                                       size_t offset, size_t size, cl_uint after_count, const cl_event* after,
                                       cl_event* event) {
  return call<clEnqueueFillBuffer>("clEnqueueFillBuffer", queue, buffer, pattern, pattern_size, offset, size, after_count,
                                   after, event);
}
cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                                        const void* host, cl_uint after_count, const cl_event* after, cl_event* event) {
  return call<clEnqueueWriteBuffer>("clEnqueueWriteBuffer", queue, buffer, blocks, offset, size, host, after_count, after,
                                    event);
}
cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
                                       void* host, cl_uint after_count, const cl_event* after, cl_event* event) {
  return call<clEnqueueReadBuffer>("clEnqueueReadBuffer", queue, buffer, blocks, offset, size, host, after_count, after,
                                   event);
}
void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint after_count, const cl_event* after, cl_event* event,
                                     cl_int* error) {
  return call<clEnqueueMapBuffer>("clEnqueueMapBuffer", queue, buffer, blocks, flags, offset, size, after_count, after,
                                  event, error);
}
cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void* mapped, cl_uint after_count,
                                           const cl_event* after, cl_event* event) {
  return call<clEnqueueUnmapMemObject>("clEnqueueUnmapMemObject", queue, memory, mapped, after_count, after, event);
}
cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                          const size_t* global, const size_t* local, cl_uint after_count,
                                          const cl_event* after, cl_event* event) {
  return call<clEnqueueNDRangeKernel>("clEnqueueNDRangeKernel", queue, kernel, dimensions, offset, global, local,
                                      after_count, after, event);
}
cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event* events) {
  return call<clWaitForEvents>("clWaitForEvents", count, events);
}
cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info what, size_t size, void* value, size_t* full_size) {
  return call<clGetEventInfo>("clGetEventInfo", event, what, size, value, full_size);
}
cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void* value,
                                           size_t* full_size) {
  return call<clGetEventProfilingInfo>("clGetEventProfilingInfo", event, what, size, value, full_size);
}
cl_int CL_API_CALL clRetainEvent(cl_event event) { return call<clRetainEvent>("clRetainEvent", event); }
cl_int CL_API_CALL clReleaseEvent(cl_event event) { return call<clReleaseEvent>("clReleaseEvent", event); }
}
