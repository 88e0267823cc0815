// Implements the backend interface with Level Zero, for the devices that its loader lists. Addresses are ze:DRIVER:DEVICE,
// such as ze:0:0.
#pragma once

#include <memory>

#include "harness/device/backend.h"

namespace classay {

std::unique_ptr<Backend> level_zero_backend();

}  // namespace classay
