// Chooses the work-groups of tests of collective functions, and the inputs of their work-items.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/worker/probes/group_functions.h"

namespace classay {

// Groups larger than all listed shapes run twice, and do not repeat until a number of work-items is reached.
constexpr bool is_large(std::uint64_t size) { return size > 64; }
// Returns the work-items of a launch: whole groups.
constexpr std::uint64_t items_of(std::uint64_t size) { return is_large(size) ? 2 * size : kGivenNumbers / size * size; }

struct GroupInputs {
  std::vector<Bits> numbers;
  std::vector<Bits> factors;
  std::vector<Said> words;
};

// Returns the inputs of at least items_of() work-items. In large groups, most numbers to add and most factors are those of
// an empty sum and product, so that results stay in range. The last work-item always counts: it has the largest number of
// the first group and the smallest one of the second, and its predicate differs from all others of its group.
GroupInputs inputs_of(const Collected& c);

// Returns the listed shapes that the device has. A kernel that requires a larger group does not build.
std::vector<GroupShape> shapes_for(FrontEnd front_end, const GroupLimits& limits);
// Returns the largest group of a kernel, and the largest prime below it; none that is not larger than the listed shapes. No
// group has more than 8,192 work-items, because drivers may report any number.
std::vector<GroupShape> large_shapes(const GroupLimits& limits, std::uint64_t of_kernel);

}  // namespace classay
