// Describes a device of OpenCL from what its driver reports.
#pragma once

#include <string>

#include "harness/device/backend.h"
#include "harness/device/opencl/api.h"

namespace classay::opencl {

constexpr const char* kBackendName = "opencl";  // as in the registry

struct Listed {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string address;
};

Identity identity_of(const Listed& listed);  // throws DeviceError
Description described(const Listed& listed);

}  // namespace classay::opencl
