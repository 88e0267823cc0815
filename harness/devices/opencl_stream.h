// Programs and streams of the OpenCL backend, and its error codes by name. Private to opencl_*.cpp.
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/opencl.hpp>

#include "harness/devices/backend.h"

namespace classay::opencl {

std::string error_name(cl_int code);

// Throws a DeviceError that names the call and the code, with the fault that the code stands for; `detail` follows on lines
// of its own.
void checked(cl_int code, const char* call, std::string_view detail = {});

std::unique_ptr<Program> build(const cl::Context& context, const cl::Device& device, const DeviceIdentity& identity,
                               const Module& module);
std::unique_ptr<Stream> make_stream(const cl::Context& context, const cl::Device& device, const DeviceIdentity& identity,
                                    Program& program, std::size_t slots);

}  // namespace classay::opencl
