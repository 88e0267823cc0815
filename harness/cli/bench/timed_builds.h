// Wraps a device and records the processor time that its builds take in this process. A compiler in a separate process adds
// nothing, however long the build waits for it.
#pragma once

#include <memory>
#include <vector>

#include "harness/device/backend.h"
#include "reference/cpu/processor_time.h"

namespace classay {

class TimedBuilds : public Device {
 public:
  explicit TimedBuilds(Device& device) : device_(device) {}

  const Description& description() const override { return device_.description(); }
  std::unique_ptr<Program> build(const Module& module) override {
    const double start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
    std::unique_ptr<Program> program = device_.build(module);
    seconds_ += processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    return program;
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override { return device_.stream(program, slots); }
  bool reduces() const override { return device_.reduces(); }
  std::vector<ImageFormat> image_formats(ImageUse use, ImageShape shape) override {
    return device_.image_formats(use, shape);
  }

  double seconds() const { return seconds_; }

 private:
  Device& device_;
  double seconds_ = 0;
};

}  // namespace classay
