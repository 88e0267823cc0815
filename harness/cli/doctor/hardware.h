// Collects the GPUs of the machine, their kernel drivers and device nodes from /sys and /dev. Loads and opens nothing.
#pragma once

#include <filesystem>

#include "harness/cli/doctor/facts.h"

namespace classay::doctor {

inline constexpr unsigned kNvidia = 0x10de;
inline constexpr unsigned kAmd = 0x1002;
inline constexpr unsigned kIntel = 0x8086;

// "NVIDIA", "AMD", "Intel"; empty: no GPUs with drivers known here (a server's console, a virtual GPU).
std::string vendor_name(unsigned vendor);

// `root`: replaces / in tests.
Hardware hardware_under(const std::filesystem::path& root);

}  // namespace classay::doctor
