// The loader of Level Zero, which is loaded when it is first needed and not linked, as OpenCL's is (opencl/library.h).
// CLASSAY_LEVEL_ZERO names it; otherwise it is libze_loader.so.1 or libze_loader.so.
#pragma once

namespace classay::level_zero {

// The address of a function. Throws DeviceError(unusable) when there is no loader, or no such function in it.
void* function(const char* name);

}  // namespace classay::level_zero
