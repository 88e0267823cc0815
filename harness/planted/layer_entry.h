// What makes a shared object a layer of the OpenCL ICD loader (OPENCL_LAYERS names it): the functions that the loader calls,
// in terms of two that a layer has.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_layer.h>

namespace classay::layer {

extern const char kName[];

// Puts the layer's own calls over those that lie below: another layer's, or the loader's.
void wrap(cl_icd_dispatch& calls);

}  // namespace classay::layer
