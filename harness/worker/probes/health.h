// Checks that a device responds: runs a tiny integer kernel with known results, in a process of its own, in the first front
// end that the device takes. The kernel is different each time, because a driver with a cache could otherwise pass although
// it can no longer build.
#pragma once

#include <string>

#include "harness/device/backend.h"

namespace classay {

// Returns the error; empty if there is none.
std::string health_of(Backend& backend, const std::string& device);

}  // namespace classay
