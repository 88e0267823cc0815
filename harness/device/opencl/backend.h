// Implements the backend interface with OpenCL, for the devices that an ICD loader lists. Addresses are PLATFORM:DEVICE,
// such as 0:0.
#pragma once

#include <memory>

#include "harness/device/backend.h"

namespace classay {

std::unique_ptr<Backend> opencl_backend();

}  // namespace classay
