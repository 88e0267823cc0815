// Writes a kernel of a module in SPIR-V assembly, with the parameters and the input mapping of kernels/source.h.
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
// Writes the entry point of a kernel, with its id variables, and the head of its function. `type_name` names the function
// type, which this function declares.
std::string kernel_head(ModuleText& module, const std::string& name, const std::vector<Parameter>& parameters,
                        const std::string& type_name, const std::vector<std::string>& ids);

// Writes the function and its entry point, and adds the required declarations to the module.
std::string kernel_function(ModuleText& module, const Asked& asked, int width);

// Stores the lanes of a value to output `component`; work-items are `stride` elements apart. `access` is added to the memory
// operands of the store, such as "Volatile|".
void store_lanes(Body& body, std::size_t component, Type type, const std::vector<std::string>& lanes,
                 const std::string& item, int stride, std::string_view access = "");

// Writes the body of a kernel whose arguments are constants (kernels/literal.h). The first work-item makes all calls.
void literal_work(Body& body, CallText& call, const Asked& asked, const std::string& item);

}  // namespace classay::il
