// Holds a program of the Level Zero back end. Private to this folder.
#pragma once

#include <memory>
#include <string>

#include "harness/device/level_zero/stream.h"

namespace classay::level_zero {

class LevelZeroProgram : public Program {
 public:
  LevelZeroProgram(OwnedModule module, std::string log, double seconds)
      : module_(std::make_shared<OwnedModule>(std::move(module))), log_(std::move(log)), seconds_(seconds) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return seconds_; }
  const std::shared_ptr<OwnedModule>& get() const { return module_; }

 private:
  std::shared_ptr<OwnedModule> module_;
  std::string log_;
  double seconds_;
};

}  // namespace classay::level_zero
