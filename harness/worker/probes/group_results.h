// Chooses the inputs of collective functions, and decides which results a work-item may get from one, given all members of
// its group.
//
// "The order of floating-point operations is not guaranteed" (OpenCL C, "Work-group Collective Functions"), so any order of
// additions is accepted. If all partial sums are numbers of the format, the sum must be exact. If not, its error is at most
// that of n - 1 additions in any order: (n-1)u / (1-(n-1)u) times the sum of the magnitudes. The error of a product is at
// most that of n - 1 roundings, the same fraction of it. Everything else is exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/probes/group_functions.h"
#include "harness/worker/probes/group_numbers.h"
#include "kernels/collecting.h"

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

struct Member {
  Bits number = 0;
  Bits factor = 0;
  bool is_true = false;
  bool joins = true;
};

struct Gathered {
  Type type = Type::i32;
  Given given = Given::small;
  bool to_nearest = true;       // the device rounds to nearest; if not, an operation errs by up to one ulp
  std::uint64_t number = 0;     // group number
  std::uint64_t largest = 1;    // maximum size of a group
  std::vector<Member> members;  // by their number in it
};

// Returns whether the member `me` may have got that result. Precondition: it joined.
bool may_get(const Gathered& g, const Collective& c, std::uint64_t me, std::span<const Bits> got);

}  // namespace classay
