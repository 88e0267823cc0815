// A math library as a device: lib:libm.so.6, lib:./libmine.so, lib:libsleef.so.3:u35. It is asked C functions (front end c):
// there is no compiler, but a loop for each form of a call that is handed a function's address.
#pragma once

#include <memory>

#include "harness/devices/backend.h"

namespace classay {

std::unique_ptr<Backend> library_backend();

}  // namespace classay
