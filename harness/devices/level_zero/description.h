// A device of Level Zero as its driver tells of it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/devices/level_zero/api.h"

namespace classay::level_zero {

constexpr const char* kBackendName = "level-zero";  // as the registry has it
constexpr const char* kPrefix = "ze:";

struct Listed {
  Driver driver = nullptr;
  DeviceId device = nullptr;
  std::string address;
};

// How commands reach the device: one list whose commands go there at once, or a list for each launch that a queue executes.
// CLASSAY_LEVEL_ZERO_LISTS says so: immediate, as without it, or queued.
enum class Lists : std::uint8_t { immediate, queued };
Lists chosen_lists();

Description described(const Listed& listed);  // throws DeviceError

// In the form that is the newest of those that its driver knows.
DeviceProperties device_properties(Driver driver, DeviceId device);

// All that a call lists: how many there are is asked first.
template <class Item, class Ask>
std::vector<Item> listed_by(Ask ask, Item empty = {}) {
  std::uint32_t count = 0;
  ask(&count, nullptr);
  std::vector<Item> all(believable_count("a list of Level Zero's", count), empty);
  if (count > 0) ask(&count, all.data());
  all.resize(std::min<std::size_t>(count, all.size()));
  return all;
}

}  // namespace classay::level_zero
