// Lists index spaces (OpenCL API, "Mapping work-items onto an ND-range") on which probes run: one to three dimensions, with
// and without an offset, sizes next to multiples of work-groups, and work-groups of the driver's and of other sizes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"

namespace classay {

// The limits of a device and of a probe's program.
struct RangesAsked {
  GroupLimits limits;
  bool has_remainders = false;  // the program is of OpenCL C 2.0 or newer, where work-groups may differ in size
  bool has_64_bits = true;      // size_t
};

// Returns the ranges that the limits permit. Those in which the driver chooses the work-groups come first.
std::vector<Range> ranges(const RangesAsked& asked);

// Returns one range for each number of dimensions, with offsets, and one with a remainder if it is permitted.
std::vector<Range> few_ranges(const RangesAsked& asked);

// Returns the ranges of whole work-groups of these sizes: 1, primes, powers of two, the largest one; in all dimensions.
std::vector<Range> ranges_of_groups(const GroupLimits& limits);

// Returns why probes of ranges do not support the device; nullopt: they do.
std::optional<std::string> no_ranges(const Device& device);

// Returns whether the device has work-groups of these sizes. Precondition: it takes ranges.
bool fits(const std::array<std::uint64_t, 3>& group, const GroupLimits& limits);

// Returns the number of work-items.
std::uint64_t items(const Range& range);

// Returns "10 x 7 work-items in groups of 4 x 3, from 0 x 5".
std::string text(const Range& range);

}  // namespace classay
