// Finds the loader of Level Zero, which is loaded at the first use and not linked, like OpenCL's (opencl/library.h).
// CLASSAY_LEVEL_ZERO names it; if not set, it is libze_loader.so.1 or libze_loader.so.
#pragma once

namespace classay::level_zero {

// Returns the address of a function. Throws DeviceError(unusable) if the loader or the function is missing.
void* function(const char* name);

}  // namespace classay::level_zero
