// Do the collective functions of a work-group, and of a sub-group, give what its work-items gave together? All, any,
// broadcast, and of sums, minima and maxima the reduction and both scans, in work-groups of an odd size and of a power of
// two. How a work-group is divided into sub-groups is the device's, which says of each work-item where it is.
//
// "The order of floating-point operations is not guaranteed" (OpenCL C, "Work-group Collective Functions"), so a sum is
// right where additions in some order could end: exactly the sum where all partial sums are numbers of the format, and else
// no further from the exact sum than n - 1 additions in any order can take it, (n-1)u / (1-(n-1)u) times the sum of the
// magnitudes. Everything else is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/probes/group_numbers.h"
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "reference/number/type.h"

namespace classay {

enum class Scope : std::uint8_t { work_group, sub_group };

// Where a work-item is: of which group, which of how many.
struct Place {
  std::uint64_t size = 1;
  std::uint64_t group = 0;
  std::uint64_t me = 0;
};

struct Collected {
  Scope scope = Scope::work_group;
  Type type = Type::i32;
  std::uint64_t size = 1;  // of a work-group
  Given given = Given::small;
  bool to_nearest = true;     // the device rounds so; else an addition errs by up to one ulp
  std::vector<Bits> results;  // of each work-item, in the order of the kernel
  std::vector<Place> places;  // of each, as it says
  std::optional<BuildFailure> unbuilt = std::nullopt;
};

// Why the device has no such functions of the type, by the answer of its driver; nullopt: it has.
std::optional<std::string> no_collective_functions(const Capabilities& device, Scope scope, Type type);
// A program with a kernel for each size of work-groups.
std::string collecting_source(Scope scope, Type type);

// Asks the device. Throws DeviceError.
std::vector<Collected> collected(Device& device, Scope scope, Type type);

// What is wrong with it, in sentences; one for each function.
std::vector<std::string> objections(const Collected& collected);

// format, objections of all of a type; told: how large sub-groups are.
Json to_json(Type type, const std::vector<Collected>& all);

}  // namespace classay
