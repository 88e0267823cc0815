// Tries libraries in child processes: loading a driver may crash, hang or end the process that loads it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/cli/doctor/facts.h"
#include "harness/cli/exit_code.h"

namespace classay::doctor {

struct TrialRequest {
  std::string library;
  std::vector<std::string> functions{};  // functions that the library must export
  bool is_opencl_loader = false;         // loads a preloaded OpenCL first, and identifies the loader
};

inline constexpr const char* kOclIcd = "ocl-icd";
inline constexpr const char* kKhronosLoader = "Khronos ICD loader";

// Loads the library in a child, which may run for `timeout`, and reads the kind of its file.
Library tried(const TrialRequest& request, std::chrono::seconds timeout);

// Runs in the child: loads the library, prints one line of JSON, and ends the process.
[[noreturn]] void try_library(const TrialRequest& request);

// Reads the first bytes of a file. A name without a slash is not a file: unknown.
void look_at_file(Library& library);

}  // namespace classay::doctor
