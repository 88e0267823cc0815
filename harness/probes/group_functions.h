// Do the collective functions of a work-group give what its work-items gave together? All, any, broadcast, and of sums,
// minima and maxima the reduction and both scans, in groups of an odd size and of a power of two.
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
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "reference/number/type.h"

namespace classay {

// What work-items give: numbers whose sums are numbers of the format in any order, or any whose sum is finite.
enum class Given : std::uint8_t { small, large };

struct Collected {
  Type type = Type::i32;
  std::uint64_t size = 1;  // of a group
  Given given = Given::small;
  bool to_nearest = true;     // the device rounds so; else an addition errs by up to one ulp
  std::vector<Bits> results;  // of each work-item, in the order of the kernel
  std::optional<BuildFailure> unbuilt = std::nullopt;
};

// Why the device has no such functions, by the answer of its driver; nullopt: it has.
std::optional<std::string> no_collective_functions(const Capabilities& device);
// A program with a kernel for each size of groups.
std::string collecting_source(Type type);
// What the work-items give, the same for host and device.
std::vector<Bits> given_numbers(Type type, Given given);

// Asks the device. Throws DeviceError.
std::vector<Collected> collected(Device& device, Type type);

// What is wrong with it, in sentences; one for each function.
std::vector<std::string> objections(const Collected& collected);

// format, objections of all of a type.
Json to_json(Type type, const std::vector<Collected>& all);

}  // namespace classay
