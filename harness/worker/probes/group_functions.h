// Tests the collective functions of work-groups and sub-groups, in work-groups of one, of prime sizes, of a power of two,
// and of two and three dimensions. Functions that not all work-items of a sub-group need to call are also tested with some
// absent. The device chooses the sub-groups; its queries show each work-item's place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/worker/probes/group_numbers.h"
#include "kernels/collecting.h"
#include "suites/front_end.h"

namespace classay {

// The place of a work-item: its group, its number in the group, and the group's size and maximum size.
struct Place {
  std::uint64_t size = 1;
  std::uint64_t group = 0;
  std::uint64_t me = 0;
  std::uint64_t largest = 1;
};

struct Collected {
  CollectiveSet set = CollectiveSet::work_group;
  Type type = Type::i32;
  GroupShape shape{};  // shape of each work-group
  Given given = Given::small;
  Specials specials{};        // that the device keeps
  bool to_nearest = true;     // the device's rounding mode is to nearest
  std::vector<Bits> results;  // per work-item, in the order of the kernel
  std::vector<Place> places;  // per work-item, from the device's queries
};

// Returns why the device has no such functions of the type, with the driver's query result; nullopt if it has them.
std::optional<std::string> no_collective_functions(const Description& device, FrontEnd front_end, CollectiveSet set,
                                                   Type type);

// Runs the functions. Throws DeviceError.
std::vector<Collected> measure_collectives(Device& device, FrontEnd front_end, CollectiveSet set, Type type);

// Returns the errors, one sentence for each function.
std::vector<std::string> violations(const Collected& collected);

}  // namespace classay
