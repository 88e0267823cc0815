// Includes OpenCL's headers, names its error codes, and finds the library that implements it: the ICD loader, or a board's
// replacement for it. The library is loaded at the first use and not linked, so that everything without a device works if it
// is missing. A loader too old for some call works until that call is made. Private to this folder.
//
// CLASSAY_OPENCL names it; if not set, it is libOpenCL.so.1 or libOpenCL.so, where the dynamic linker finds it. A preloaded
// library (LD_PRELOAD, as oclgrind uses) has precedence.
//
// Devices are plain ids: every copy of a cl::Device queries its platform's version, and does not check the result.
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, for drivers without its successor
#include <CL/opencl.hpp>

#include "harness/device/backend.h"

namespace classay::opencl {

// Throws DeviceError(unusable), with the names tried, if the library is missing.
void require_library();

// Returns the address of an OpenCL function. Throws DeviceError(unusable) if the library or the function is missing.
void* function(const char* name);
bool has_function(const char* name);  // throws if the library is missing

std::string error_name(cl_int code);

// Throws a DeviceError with the name of the call and of the code, and the code's fault; `detail` follows on separate lines.
void checked(cl_int code, const char* call, std::string_view detail = {});

}  // namespace classay::opencl
