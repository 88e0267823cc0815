// What programs (program.h) and streams of the OpenCL backend share, and its error codes by name. Private to this folder.
//
// Devices are bare ids: cl::Device asks for its platform's version whenever it is copied, and takes an answer for granted.
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS  // clCreateCommandQueue, for drivers that have no other
#include <CL/opencl.hpp>

#include "harness/devices/backend.h"

namespace classay::opencl {

std::string error_name(cl_int code);

// Throws a DeviceError that names the call and the code, with the fault that the code stands for; `detail` follows on lines
// of its own.
void checked(cl_int code, const char* call, std::string_view detail = {});

std::unique_ptr<Program> build(const cl::Context& context, cl_device_id device, const Description& description,
                               const Module& module);
std::unique_ptr<Stream> make_stream(const cl::Context& context, cl_device_id device, const Capabilities& capabilities,
                                    Program& program, std::size_t slots);

}  // namespace classay::opencl
