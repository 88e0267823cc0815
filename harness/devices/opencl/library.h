// The library through which OpenCL is reached: the ICD loader, or what a board has in its place. It is loaded when it is
// first needed and not linked, so that everything that needs no device works where there is none; and a loader older than
// some call is as good as any until that call is made.
//
// CLASSAY_OPENCL names it; otherwise it is libOpenCL.so.1 or libOpenCL.so, wherever the dynamic linker finds it. What was
// put in front of all libraries (LD_PRELOAD, as oclgrind does) goes first.
#pragma once

namespace classay::opencl {

// Throws DeviceError(unusable), with what was tried, when there is no such library.
void require_library();

// The address of a function of OpenCL. Throws DeviceError(unusable) when there is no library, or no such function in it.
void* function(const char* name);

}  // namespace classay::opencl
