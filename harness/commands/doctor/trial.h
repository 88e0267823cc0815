// Tries libraries in child processes: loading a driver may crash, hang or end the process that loads it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/commands/doctor/facts.h"
#include "harness/commands/exit_code.h"

namespace classay::doctor {

struct TrialRequest {
  std::string library;
  std::vector<std::string> functions{};  // that the library has to export
  bool is_opencl_loader = false;         // a preloaded OpenCL goes first, and the loader is recognised
};

// Titles of OpenCL loaders.
inline constexpr const char* kOclIcd = "ocl-icd";
inline constexpr const char* kKhronosLoader = "Khronos ICD loader";

// Loads the library in a child, which gets `timeout`, and looks at its file.
Library tried(const TrialRequest& request, std::chrono::seconds timeout);

// The child's side: loads the library, prints one line of JSON, and ends the process.
[[noreturn]] void try_library(const TrialRequest& request);

// Reads the first bytes of a file. A name without a slash is not a file: unknown.
void look_at_file(Library& library);

}  // namespace classay::doctor
