#include <chrono>
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/opencl/stream.h"
#include "harness/process/watch.h"

namespace classay::opencl {
namespace {

// Empty if the driver does not return it: the program is still usable.
std::string build_log(const cl::Program& program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return "";
  std::string log(believable_size("the build log", size), '\0');
  if (clGetProgramBuildInfo(program(), device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr) != CL_SUCCESS)
    return "";
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

}  // namespace

std::unique_ptr<Program> build(const cl::Context& context, cl_device_id device, const Description& description,
                               const Module& module) {
  const bool is_source = module.il.empty();
  const auto& lacks = description.capabilities.lacks;
  if (const auto lacking = lacks.find(is_source ? Ability::opencl_c : Ability::spirv); lacking != lacks.end()) {
    const std::string what = is_source ? " has no compiler (" : " takes no SPIR-V (";
    throw DeviceError(Fault::unusable, description.identity.name + what + lacking->second + ")");
  }
  const auto start = std::chrono::steady_clock::now();
  cl_int error = CL_SUCCESS;
  cl::Program program;
  ending::Calling calling(module.il.empty() ? "clCreateProgramWithSource" : "clCreateProgramWithIL");
  if (module.il.empty()) {
    program = cl::Program(context, module.source, false, &error);
    checked(error, "clCreateProgramWithSource");
  } else {
    cl_program raw = clCreateProgramWithIL(context(), module.il.data(), module.il.size() * 4, &error);
    checked(error, "clCreateProgramWithIL");
    program = cl::Program(raw);
  }
  calling.next("clBuildProgram");
  error = clBuildProgram(program(), 1, &device, module.options.c_str(), nullptr, nullptr);
  ending::watch_again();  // compilers are loaded on demand
  calling.next("clGetProgramBuildInfo");
  std::string log = build_log(program, device);
  checked(error, "clBuildProgram", log);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return std::make_unique<OpenclProgram>(std::move(program), std::move(log), took.count());
}

}  // namespace classay::opencl
