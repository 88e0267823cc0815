// Finds the library that implements OpenCL: the ICD loader, or a board's replacement for it. It is loaded at the first use
// and not linked, so that everything without a device works if it is missing. A loader too old for some call works until
// that call is made.
//
// CLASSAY_OPENCL names it; if not set, it is libOpenCL.so.1 or libOpenCL.so, where the dynamic linker finds it. A preloaded
// library (LD_PRELOAD, as oclgrind uses) has precedence.
#pragma once

namespace classay::opencl {

// Throws DeviceError(unusable), with the names tried, if the library is missing.
void require_library();

// Returns the address of an OpenCL function. Throws DeviceError(unusable) if the library or the function is missing.
void* function(const char* name);
bool has_function(const char* name);  // throws if the library is missing

}  // namespace classay::opencl
