// A kernel of a module: the OpenCL C ones' parameters and mapping (kernels/source.h), in SPIR-V assembly.
#pragma once

#include <string>
#include <vector>

#include "kernels/il/body.h"
#include "kernels/il/call.h"
#include "kernels/source.h"

namespace classay::il {

struct Parameter {
  std::string name;
  std::string type;
};
// A kernel's entry point, with the variables of ids that it reads, and the head of its function. Its type is declared by the
// name that is given.
std::string kernel_head(ModuleText& module, const std::string& name, const std::vector<Parameter>& parameters,
                        const std::string& type_name, const std::vector<std::string>& ids);

// The function and its entry point, with what the module has to declare for it.
std::string kernel_function(ModuleText& module, const Asked& asked, int width);

// Stores the lanes of a value to output `component`, `stride` elements from one work-item to the next. `access`: more of the
// store, such as "Volatile|".
void store_lanes(Body& body, std::size_t component, Type type, const std::vector<std::string>& lanes,
                 const std::string& item, int stride, std::string_view access = "");

// The work of a kernel whose arguments are constants (kernels/literal.h), of which the first work-item makes all calls.
void literal_work(Body& body, CallText& call, const Asked& asked, const std::string& item);

}  // namespace classay::il
