#include "harness/devices/opencl_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "harness/devices/backend.h"

namespace classay::opencl {
namespace {

// As dlsym takes it; without one, what went wrong.
struct Library {
  void* handle = nullptr;
  std::string name;
  std::string trouble;
};

constexpr const char* kRemedy =
    "what is missing is an ICD loader, on Debian the package ocl-icd-libopencl1, or the driver's own libOpenCL.so, whose "
    "path "
    "CLASSAY_OPENCL may say";

// The first of them that loads.
Library load(const std::vector<std::string>& names, const std::string& remedy) {
  std::string trouble;
  for (const std::string& name : names) {
    if (void* const handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return {handle, name, ""};
    trouble += std::string(trouble.empty() ? "" : "; ") + ::dlerror();
  }
  return {nullptr, "", "OpenCL can not be loaded (" + trouble + "); " + remedy};
}

Library find() {
  const char* set = std::getenv("CLASSAY_OPENCL");
  if (set != nullptr && *set != '\0') return load({set}, "CLASSAY_OPENCL names this library");
  if (::dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr) return {RTLD_DEFAULT, "what was preloaded", ""};
  return load({"libOpenCL.so.1", "libOpenCL.so"}, kRemedy);
}

const Library& library() {
  static const Library kFound = find();
  return kFound;
}

}  // namespace

void require_library() {
  if (!library().trouble.empty()) throw DeviceError(Fault::unusable, library().trouble);
}

void* function(const char* name) {
  require_library();
  void* const address = ::dlsym(library().handle, name);
  if (address == nullptr) throw DeviceError(Fault::unusable, "OpenCL as it is here (" + library().name + ") has no " + name);
  return address;
}

}  // namespace classay::opencl
