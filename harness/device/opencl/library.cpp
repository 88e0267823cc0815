#include "harness/device/opencl/library.h"

#include <cstdlib>

#include "harness/device/loaded_library.h"
#include "harness/process/libraries.h"

namespace classay::opencl {
namespace {

constexpr const char* kVariable = "CLASSAY_OPENCL";
constexpr const char* kRemedy =
    "install an ICD loader (on Debian: ocl-icd-libopencl1), or the driver's own libOpenCL.so, whose "
    "path CLASSAY_OPENCL may say";

LoadedLibrary find() {
  const char* set = std::getenv(kVariable);
  const bool is_set = set != nullptr && *set != '\0';
  const bool is_preloaded = libraries::function_in(libraries::kThisProcess, "clGetPlatformIDs") != nullptr;
  if (!is_set && is_preloaded) return {libraries::kThisProcess, "a preloaded library", ""};
  return load_named_by(kVariable, libraries::names_of(libraries::Loader::opencl), "OpenCL cannot be loaded", kRemedy);
}

const LoadedLibrary& library() {
  static const LoadedLibrary kFound = find();
  return kFound;
}

}  // namespace

void require_library() { library().require(); }

bool has_function(const char* name) {
  require_library();
  return libraries::function_in(library().handle, name) != nullptr;
}

void* function(const char* name) { return library().function(name, "OpenCL"); }

}  // namespace classay::opencl
