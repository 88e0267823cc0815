// The compiler of OpenCL C for Vulkan, in a child process each time: it crashes on legal programs, and may not come back.
//
// CLASSAY_CLSPV names it: the program, or the library in which it is (that of the wheel pyclspv), which classay_clspv loads
// (clspv_main.cpp). Otherwise it is the program clspv, wherever PATH has it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace classay::vulkan {

class Clspv {
 public:
  // Throws DeviceError(unusable), with what was tried, where there is none.
  static Clspv found();
  Clspv(std::vector<std::string> command, bool is_library) : command_(std::move(command)), is_library_(is_library) {}

  struct Compiled {
    std::vector<std::uint32_t> module;
    std::string log;
  };
  // Throws DeviceError(build) with the log for a program that does not compile; where the compiler crashed or hung, it says
  // so first, and has the program behind the log. `options`: separated by blanks.
  Compiled compiled(const std::string& source, const std::string& options) const;

  // How long a program may take: less than a worker may be silent (run --timeout). Most take a twentieth of a second.
  static constexpr std::chrono::seconds kLongest{20};
  void give_up_after(std::chrono::milliseconds longest) { longest_ = longest; }

 private:
  std::vector<std::string> words(const std::string& source, const std::string& module, const std::string& options) const;

  std::vector<std::string> command_;
  bool is_library_;
  std::chrono::milliseconds longest_ = kLongest;
};

}  // namespace classay::vulkan
