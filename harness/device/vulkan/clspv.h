// Runs the compiler of OpenCL C for Vulkan, in a child process for each program: it crashes on some legal programs, and may
// hang.
//
// CLASSAY_CLSPV names it: the program, or the library that contains it (from the wheel pyclspv), which classay_clspv loads
// (clspv_main.cpp). If not set, it is the program clspv in PATH.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace classay::vulkan {

class Clspv {
 public:
  // Throws DeviceError(unusable), with the names tried, if it is missing.
  static Clspv found();
  Clspv(std::vector<std::string> command, bool is_library) : command_(std::move(command)), is_library_(is_library) {}

  struct Compiled {
    std::vector<std::uint32_t> module;
    std::string log;
  };
  // Throws DeviceError(build) with the log if the program does not compile. If the compiler crashed or hung, the message
  // begins with this, and the program follows the log. `options`: separated by blanks.
  Compiled compiled(const std::string& source, const std::string& options) const;

  // Time limit for a program, shorter than a worker's time limit (run --timeout). Most take 50 ms.
  static constexpr std::chrono::seconds kLongest{20};
  void give_up_after(std::chrono::milliseconds longest) { longest_ = longest; }

 private:
  std::vector<std::string> words(const std::string& source, const std::string& module, const std::string& options) const;

  std::vector<std::string> command_;
  bool is_library_;
  std::chrono::milliseconds longest_ = kLongest;
};

}  // namespace classay::vulkan
