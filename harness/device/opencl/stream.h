// Declares what programs (program.h) and streams of the OpenCL back end share, and names its error codes. Private to this
// folder.
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

std::string error_name(cl_int code);

// Throws a DeviceError with the name of the call and of the code, and the code's fault; `detail` follows on separate lines.
void checked(cl_int code, const char* call, std::string_view detail = {});

std::unique_ptr<Program> build(const cl::Context& context, cl_device_id device, const Description& description,
                               const Module& module);
std::unique_ptr<Stream> make_stream(const cl::Context& context, cl_device_id device, const Capabilities& capabilities,
                                    Program& program, bool is_gpu, std::size_t slots);

}  // namespace classay::opencl
