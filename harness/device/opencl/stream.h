// Holds a program of the OpenCL back end, and makes streams of its launches. Private to this folder.
#pragma once

#include <string>

#include "harness/device/opencl/api.h"

namespace classay::opencl {

class OpenclProgram : public Program {
 public:
  OpenclProgram(cl::Program program, std::string log, double seconds)
      : program_(std::move(program)), log_(std::move(log)), seconds_(seconds) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return seconds_; }
  const cl::Program& get() const { return program_; }

 private:
  cl::Program program_;
  std::string log_;
  double seconds_;
};

std::unique_ptr<Program> build(const cl::Context& context, cl_device_id device, const Description& description,
                               const Module& module);
std::unique_ptr<Stream> make_stream(const cl::Context& context, cl_device_id device, const Capabilities& capabilities,
                                    Program& program, bool is_gpu, std::size_t slots);

}  // namespace classay::opencl
