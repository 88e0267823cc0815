// Describes the simulated GPU: platform, device, context and programs. A program builds whatever its source is.
#include <algorithm>
#include <array>
#include <string_view>

#include "tools/stand_ins/simulated_gpu/objects.h"

namespace classay::simulated_gpu {
namespace {

// Handles of the platform and of the device point here; nothing is read through them.
int platform_of_one = 0;
int device_of_one = 0;

cl_int put(std::string_view text, std::size_t size, void* to, std::size_t* needed) {
  const std::string with_end(text);
  if (needed != nullptr) *needed = with_end.size() + 1;
  if (to != nullptr) std::memcpy(to, with_end.c_str(), std::min(size, with_end.size() + 1));
  return CL_SUCCESS;
}

template <class T>
cl_int put_value(T value, std::size_t size, void* to, std::size_t* needed) {
  if (needed != nullptr) *needed = sizeof value;
  if (to != nullptr) std::memcpy(to, &value, std::min(size, sizeof value));
  return CL_SUCCESS;
}

template <class Handle>
cl_int listed(int& object, cl_uint entries, Handle* all, cl_uint* count) {
  if (count != nullptr) *count = 1;
  if (entries > 0 && all != nullptr) *all = reinterpret_cast<Handle>(&object);
  return CL_SUCCESS;
}

}  // namespace
}  // namespace classay::simulated_gpu

using namespace classay::simulated_gpu;  // NOLINT(google-build-using-namespace): the functions below have C's names

extern "C" {

Timeline* simulated_gpu_timeline() { return &timeline(); }

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return listed(platform_of_one, num_entries, platforms, num_platforms);
}
cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint num_entries, cl_device_id* devices, cl_uint* num_devices) {
  return listed(device_of_one, num_entries, devices, num_devices);
}
cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info, size_t param_value_size, void* param_value,
                         size_t* param_value_size_ret) {
  return put("OpenCL 1.2 simulated", param_value_size, param_value, param_value_size_ret);
}
cl_int clGetDeviceInfo(cl_device_id, cl_device_info param_name, size_t param_value_size, void* param_value,
                       size_t* param_value_size_ret) {
  switch (param_name) {
    case CL_DEVICE_NAME:
    case CL_DEVICE_VENDOR:
    case CL_DRIVER_VERSION: return put("simulated", param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_VERSION: return put("OpenCL 1.2 simulated", param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_OPENCL_C_VERSION:
      return put("OpenCL C 1.2 simulated", param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_PROFILE: return put("FULL_PROFILE", param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_EXTENSIONS: return put("", param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_TYPE:
      return put_value<cl_device_type>(CL_DEVICE_TYPE_GPU, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return put_value<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA,
                                            param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE: return put_value<cl_bool>(CL_TRUE, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
      return put_value<cl_bool>(CL_FALSE, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_COMPUTE_UNITS: return put_value<cl_uint>(128, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_ADDRESS_BITS: return put_value<cl_uint>(64, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return put_value<cl_uint>(4096, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return put_value<cl_ulong>(cl_ulong{1} << 34, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return put_value<cl_ulong>(timeline().figures.largest_allocation, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_LOCAL_MEM_SIZE: return put_value<cl_ulong>(1 << 16, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return put_value<size_t>(1024, param_value_size, param_value, param_value_size_ret);
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return put_value<std::array<size_t, 3>>({1024, 1024, 64}, param_value_size, param_value, param_value_size_ret);
    default: return CL_INVALID_VALUE;
  }
}
cl_int clRetainDevice(cl_device_id) { return CL_SUCCESS; }
cl_int clReleaseDevice(cl_device_id) { return CL_SUCCESS; }

cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                           void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*, cl_int* errcode_ret) {
  if (errcode_ret != nullptr) *errcode_ret = CL_SUCCESS;
  return reinterpret_cast<cl_context>(&device_of_one);
}
cl_int clRetainContext(cl_context) { return CL_SUCCESS; }
cl_int clReleaseContext(cl_context) { return CL_SUCCESS; }
cl_int clGetContextInfo(cl_context, cl_context_info, size_t, void*, size_t*) { return CL_INVALID_VALUE; }

cl_program clCreateProgramWithSource(cl_context, cl_uint, const char**, const size_t*, cl_int* errcode_ret) {
  if (errcode_ret != nullptr) *errcode_ret = CL_SUCCESS;
  return reinterpret_cast<cl_program>(&device_of_one);
}
cl_int clBuildProgram(cl_program, cl_uint, const cl_device_id*, const char*, void(CL_CALLBACK*)(cl_program, void*), void*) {
  return CL_SUCCESS;
}
cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info, size_t param_value_size, void* param_value,
                             size_t* param_value_size_ret) {
  return put("", param_value_size, param_value, param_value_size_ret);
}
cl_int clRetainProgram(cl_program) { return CL_SUCCESS; }
cl_int clReleaseProgram(cl_program) { return CL_SUCCESS; }

}  // extern "C"
