// Describes a device of Level Zero from what its driver reports.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/level_zero/api.h"

namespace classay::level_zero {

constexpr const char* kBackendName = "level-zero";  // as in the registry
constexpr const char* kPrefix = "ze:";

struct Listed {
  Driver driver = nullptr;
  DeviceId device = nullptr;
  std::string address;
};

// How commands reach the device: through one immediate list, or through a list per launch that a queue executes.
// CLASSAY_LEVEL_ZERO_LISTS selects it: immediate (default) or queued.
enum class Lists : std::uint8_t { immediate, queued };
Lists chosen_lists();

Description described(const Listed& listed);  // throws DeviceError

// Returns the newest version of the structure that the driver knows.
DeviceProperties device_properties(Driver driver, DeviceId device);

// Returns all items that a call lists; queries their number first.
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
