// A kernel of a module: the OpenCL C ones' parameters and mapping (kernels/source.h), in SPIR-V assembly.
#pragma once

#include <string>

#include "kernels/il/module_text.h"
#include "kernels/source.h"

namespace classay::il {

// The function and its entry point, with what the module has to declare for it.
std::string kernel_function(ModuleText& module, const Asked& asked, int width);

}  // namespace classay::il
