// Divides launches into work-groups, which Level Zero leaves to its caller.
#include <algorithm>
#include <limits>

#include "harness/device/level_zero/stream.h"

namespace classay::level_zero {

GroupCount groups_of(std::uint64_t items, std::uint32_t group_size) {
  std::uint64_t size = std::clamp<std::uint64_t>(items, 1, group_size);
  while (items % size != 0) --size;
  const std::uint64_t groups = items / size;
  if (groups > std::numeric_limits<std::uint32_t>::max()) {
    throw DeviceError(Fault::refused, "more work-groups than a launch takes: " + std::to_string(groups));
  }
  return {.x = static_cast<std::uint32_t>(groups)};
}

std::array<std::uint32_t, 3> group_of(const Range& range, const std::array<std::uint32_t, 3>& suggested,
                                      const GroupLimits& limits) {
  std::array<std::uint32_t, 3> group{1, 1, 1};
  std::uint64_t room = std::max<std::uint64_t>(limits.items, 1);
  for (std::size_t d = 0; d < group.size(); ++d) {
    const std::uint64_t size = range.size.at(d);
    std::uint64_t its = range.group[0] == 0 ? suggested.at(d) : range.group.at(d);
    if (range.group[0] == 0) {
      its = std::clamp<std::uint64_t>(its, 1, std::max<std::uint64_t>(std::min({size, room, limits.sizes.at(d)}), 1));
      while (size % its != 0) --its;
      room /= its;
    }
    if (range.offset.at(d) > limits.largest_offset) {
      throw DeviceError(Fault::refused, "the Level Zero driver has no launches with such an offset");
    }
    if (size == 0 || size % its != 0 || size > std::numeric_limits<std::uint32_t>::max()) {
      throw DeviceError(Fault::refused, "Level Zero has no launches with nothing or with a remainder");
    }
    group.at(d) = static_cast<std::uint32_t>(its);
  }
  return group;
}

}  // namespace classay::level_zero
