// Defines the OpenCL calls that the back end makes, directly or through OpenCL's C++ bindings. OpenCL is not linked: each
// call goes to the library that was found at run time (api.h).
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/opencl/api.h"

namespace {

using ContextNotice = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);
using BuildNotice = void(CL_CALLBACK*)(cl_program, void*);

// `kept` is looked up once: at the first call.
template <auto kCall, class... Arguments>
auto call(const char* name, Arguments... arguments) {
  static const auto kept = reinterpret_cast<decltype(kCall)>(classay::opencl::function(name));
  return classay::call_driver(name, kept, arguments...);
}

// Throws if a call reports success but made nothing. `what`: the handle or address that it made.
void require_made(const char* name, cl_int code, const void* what) {
  if (code == CL_SUCCESS && what == nullptr) classay::misreported(name, "CL_SUCCESS", "the result is NULL");
}
void require_event(const char* name, cl_int code, const cl_event* event) {
  if (code == CL_SUCCESS && event != nullptr && *event == nullptr)
    classay::misreported(name, "CL_SUCCESS", "it left no event");
}

// Calls a function that makes an object. `code`: receives the error code; may be nullptr.
template <auto kCall, class... Arguments>
auto made(const char* name, cl_int* code, Arguments... arguments) {
  cl_int told = CL_SUCCESS;
  const auto result = call<kCall>(name, arguments..., &told);
  require_made(name, told, result);
  if (code != nullptr) *code = told;
  return result;
}

// Calls a function that enqueues a command. `event`: receives the event; may be nullptr.
template <auto kCall, class... Arguments>
cl_int enqueued(const char* name, cl_event* event, Arguments... arguments) {
  if (event != nullptr) *event = nullptr;
  const cl_int code = call<kCall>(name, arguments..., event);
  require_event(name, code, event);
  return code;
}

}  // namespace

extern "C" {
cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return call<clGetPlatformIDs>("clGetPlatformIDs", num_entries, platforms, num_platforms);
}
cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                                     void* param_value, size_t* param_value_size_ret) {
  return call<clGetPlatformInfo>("clGetPlatformInfo", platform, param_name, param_value_size, param_value,
                                 param_value_size_ret);
}
cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                  cl_device_id* devices, cl_uint* num_devices) {
  return call<clGetDeviceIDs>("clGetDeviceIDs", platform, device_type, num_entries, devices, num_devices);
}
cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                   void* param_value, size_t* param_value_size_ret) {
  return call<clGetDeviceInfo>("clGetDeviceInfo", device, param_name, param_value_size, param_value, param_value_size_ret);
}
cl_int CL_API_CALL clRetainDevice(cl_device_id device) { return call<clRetainDevice>("clRetainDevice", device); }
cl_int CL_API_CALL clReleaseDevice(cl_device_id device) { return call<clReleaseDevice>("clReleaseDevice", device); }
cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices, ContextNotice pfn_notify, void* user_data,
                                       cl_int* errcode_ret) {
  return made<clCreateContext>("clCreateContext", errcode_ret, properties, num_devices, devices, pfn_notify, user_data);
}
cl_int CL_API_CALL clRetainContext(cl_context context) { return call<clRetainContext>("clRetainContext", context); }
cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                                    void* param_value, size_t* param_value_size_ret) {
  return call<clGetContextInfo>("clGetContextInfo", context, param_name, param_value_size, param_value,
                                param_value_size_ret);
}
cl_int CL_API_CALL clReleaseContext(cl_context context) { return call<clReleaseContext>("clReleaseContext", context); }
cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int* errcode_ret) {
  return made<clCreateCommandQueue>("clCreateCommandQueue", errcode_ret, context, device, properties);
}
cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties* properties, cl_int* errcode_ret) {
  return made<clCreateCommandQueueWithProperties>("clCreateCommandQueueWithProperties", errcode_ret, context, device,
                                                  properties);
}
cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return call<clRetainCommandQueue>("clRetainCommandQueue", command_queue);
}
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return call<clReleaseCommandQueue>("clReleaseCommandQueue", command_queue);
}
cl_int CL_API_CALL clFlush(cl_command_queue command_queue) { return call<clFlush>("clFlush", command_queue); }
cl_int CL_API_CALL clFinish(cl_command_queue command_queue) { return call<clFinish>("clFinish", command_queue); }
cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr, cl_int* errcode_ret) {
  return made<clCreateBuffer>("clCreateBuffer", errcode_ret, context, flags, size, host_ptr);
}
cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                                     const void* buffer_create_info, cl_int* errcode_ret) {
  return made<clCreateSubBuffer>("clCreateSubBuffer", errcode_ret, buffer, flags, buffer_create_type, buffer_create_info);
}
cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                                 const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  return made<clCreateImage>("clCreateImage", errcode_ret, context, flags, image_format, image_desc, host_ptr);
}
cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                              cl_uint num_entries, cl_image_format* image_formats,
                                              cl_uint* num_image_formats) {
  return call<clGetSupportedImageFormats>("clGetSupportedImageFormats", context, flags, image_type, num_entries,
                                          image_formats, num_image_formats);
}
cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) { return call<clReleaseMemObject>("clReleaseMemObject", memobj); }
cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                                       cl_filter_mode filter_mode, cl_int* errcode_ret) {
  return made<clCreateSampler>("clCreateSampler", errcode_ret, context, normalized_coords, addressing_mode, filter_mode);
}
cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* sampler_properties,
                                                     cl_int* errcode_ret) {
  return made<clCreateSamplerWithProperties>("clCreateSamplerWithProperties", errcode_ret, context, sampler_properties);
}
cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) { return call<clReleaseSampler>("clReleaseSampler", sampler); }
cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                                 const size_t* lengths, cl_int* errcode_ret) {
  return made<clCreateProgramWithSource>("clCreateProgramWithSource", errcode_ret, context, count, strings, lengths);
}
cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
  return made<clCreateProgramWithIL>("clCreateProgramWithIL", errcode_ret, context, il, length);
}
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list,
                                  const char* options, BuildNotice pfn_notify, void* user_data) {
  return call<clBuildProgram>("clBuildProgram", program, num_devices, device_list, options, pfn_notify, user_data);
}
cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                                         size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return call<clGetProgramBuildInfo>("clGetProgramBuildInfo", program, device, param_name, param_value_size, param_value,
                                     param_value_size_ret);
}
cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                                    void* param_value, size_t* param_value_size_ret) {
  return call<clGetProgramInfo>("clGetProgramInfo", program, param_name, param_value_size, param_value,
                                param_value_size_ret);
}
cl_int CL_API_CALL clRetainProgram(cl_program program) { return call<clRetainProgram>("clRetainProgram", program); }
cl_int CL_API_CALL clReleaseProgram(cl_program program) { return call<clReleaseProgram>("clReleaseProgram", program); }
cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return made<clCreateKernel>("clCreateKernel", errcode_ret, program, kernel_name);
}
cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
  return call<clSetKernelArg>("clSetKernelArg", kernel, arg_index, arg_size, arg_value);
}
cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return call<clGetKernelWorkGroupInfo>("clGetKernelWorkGroupInfo", kernel, device, param_name, param_value_size,
                                        param_value, param_value_size_ret);
}
cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) { return call<clReleaseKernel>("clReleaseKernel", kernel); }
cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern,
                                       size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return enqueued<clEnqueueFillBuffer>("clEnqueueFillBuffer", event, command_queue, buffer, pattern, pattern_size, offset,
                                       size, num_events_in_wait_list, event_wait_list);
}
cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                                        size_t size, const void* ptr, cl_uint num_events_in_wait_list,
                                        const cl_event* event_wait_list, cl_event* event) {
  return enqueued<clEnqueueWriteBuffer>("clEnqueueWriteBuffer", event, command_queue, buffer, blocking_write, offset, size,
                                        ptr, num_events_in_wait_list, event_wait_list);
}
cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                                       size_t size, void* ptr, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return enqueued<clEnqueueReadBuffer>("clEnqueueReadBuffer", event, command_queue, buffer, blocking_read, offset, size, ptr,
                                       num_events_in_wait_list, event_wait_list);
}
cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                      const size_t* origin, const size_t* region, size_t row_pitch, size_t slice_pitch,
                                      void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                      cl_event* event) {
  return enqueued<clEnqueueReadImage>("clEnqueueReadImage", event, command_queue, image, blocking_read, origin, region,
                                      row_pitch, slice_pitch, ptr, num_events_in_wait_list, event_wait_list);
}
void* CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                     cl_map_flags map_flags, size_t offset, size_t size, cl_uint num_events_in_wait_list,
                                     const cl_event* event_wait_list, cl_event* event, cl_int* errcode_ret) {
  if (event != nullptr) *event = nullptr;
  cl_int code = CL_SUCCESS;
  void* const at = made<clEnqueueMapBuffer>("clEnqueueMapBuffer", &code, command_queue, buffer, blocking_map, map_flags,
                                            offset, size, num_events_in_wait_list, event_wait_list, event);
  require_event("clEnqueueMapBuffer", code, event);
  if (errcode_ret != nullptr) *errcode_ret = code;
  return at;
}
cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                           cl_event* event) {
  return enqueued<clEnqueueUnmapMemObject>("clEnqueueUnmapMemObject", event, command_queue, memobj, mapped_ptr,
                                           num_events_in_wait_list, event_wait_list);
}
cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                          const size_t* global_work_offset, const size_t* global_work_size,
                                          const size_t* local_work_size, cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  return enqueued<clEnqueueNDRangeKernel>("clEnqueueNDRangeKernel", event, command_queue, kernel, work_dim,
                                          global_work_offset, global_work_size, local_work_size, num_events_in_wait_list,
                                          event_wait_list);
}
cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return call<clWaitForEvents>("clWaitForEvents", num_events, event_list);
}
cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void* param_value,
                                  size_t* param_value_size_ret) {
  return call<clGetEventInfo>("clGetEventInfo", event, param_name, param_value_size, param_value, param_value_size_ret);
}
cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
                                           void* param_value, size_t* param_value_size_ret) {
  return call<clGetEventProfilingInfo>("clGetEventProfilingInfo", event, param_name, param_value_size, param_value,
                                       param_value_size_ret);
}
cl_int CL_API_CALL clRetainEvent(cl_event event) { return call<clRetainEvent>("clRetainEvent", event); }
cl_int CL_API_CALL clReleaseEvent(cl_event event) { return call<clReleaseEvent>("clReleaseEvent", event); }
}
