// Implements the backend interface with Vulkan, and OpenCL C compiled by clspv.
#pragma once

#include <memory>

#include "harness/device/backend.h"

namespace classay {

std::unique_ptr<Backend> vulkan_backend();

}  // namespace classay
