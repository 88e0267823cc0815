// Holds a program of the OpenCL back end. Private to this folder.
#pragma once

#include <string>

#include "harness/device/opencl/stream.h"

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

}  // namespace classay::opencl
