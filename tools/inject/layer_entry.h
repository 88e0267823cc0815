// Provides the functions by which the OpenCL ICD loader recognises and calls a layer (OPENCL_LAYERS names it). A layer
// defines the two members below.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_layer.h>

namespace classay::layer {

extern const char kName[];

// Replaces entries in the table of the layer below, or of the loader.
void wrap(cl_icd_dispatch& calls);

}  // namespace classay::layer
