// Implements the backend interface with a math library: lib:libm.so.6, lib:./libmine.so, lib:libsleef.so.3:u35. It tests C
// functions (front end c). Nothing is compiled: each call variant has a loop that takes a function's address.
#pragma once

#include <memory>

#include "harness/device/backend.h"

namespace classay {

std::unique_ptr<Backend> library_backend();

}  // namespace classay
