// Do the collective functions of a work-group, and of a sub-group, give what its work-items gave together? In work-groups of
// an odd size and of a power of two; those of sub-groups that need not be met by all also where some stay away. How a
// work-group is divided into sub-groups is the device's, which says of each work-item where it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/probes/group_numbers.h"
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "kernels/collecting.h"
#include "suites/front_end.h"

namespace classay {

// Where a work-item is: of which group, which of how many, and how many there can be.
struct Place {
  std::uint64_t size = 1;
  std::uint64_t group = 0;
  std::uint64_t me = 0;
  std::uint64_t largest = 1;
};

struct Collected {
  CollectiveSet set = CollectiveSet::work_group;
  Type type = Type::i32;
  std::uint64_t size = 1;  // of a work-group
  Given given = Given::small;
  bool to_nearest = true;     // the device rounds so
  std::vector<Bits> results;  // of each work-item, in the order of the kernel
  std::vector<Place> places;  // of each, as it says
  std::optional<BuildFailure> unbuilt = std::nullopt;
};

// Why the device has no such functions of the type, by the answer of its driver; nullopt: it has.
std::optional<std::string> no_collective_functions(const Description& device, FrontEnd front_end, CollectiveSet set,
                                                   Type type);

// Asks the device. Throws DeviceError.
std::vector<Collected> collected(Device& device, FrontEnd front_end, CollectiveSet set, Type type);

// What is wrong with it, in sentences; one for each function.
std::vector<std::string> objections(const Collected& collected);

// format, objections of all of a type; told: how large sub-groups are.
Json to_json(Type type, const std::vector<Collected>& all);

}  // namespace classay
