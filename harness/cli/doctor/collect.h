// Collects the facts about drivers: which files name them, whether they load, and which devices they list. Each driver is
// loaded in a child process of its own.
#pragma once

#include <chrono>
#include <filesystem>

#include "harness/cli/doctor/facts.h"

namespace classay::doctor {

struct Scope {
  std::filesystem::path root = "/";  // replaces / in tests: for files in /dev, /etc, /proc, /run, /sys, /usr/share
  std::chrono::seconds timeout{10};  // per child
};

Facts collected(const Scope& scope);

// The devices of all interfaces. One child lists each interface, without checking single drivers.
struct Listings {
  Listing opencl{};
  Listing level_zero{};
  Listing vulkan{};
};
Listings listings(const Scope& scope);

}  // namespace classay::doctor
