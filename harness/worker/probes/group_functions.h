// Tests the collective functions of work-groups and sub-groups, in work-groups of one, of prime sizes, of a power of two,
// and of two and three dimensions. Functions that not all work-items of a sub-group need to call are also tested with some
// absent. The device chooses the sub-groups; its queries show each work-item's place.
//
// "The order of floating-point operations is not guaranteed" (OpenCL C, "Work-group Collective Functions"), so any order of
// additions is accepted. If all partial sums are numbers of the format, the sum must be exact. If not, its error is at most
// that of n - 1 additions in any order: (n-1)u / (1-(n-1)u) times the sum of the magnitudes. The error of a product is at
// most that of n - 1 roundings, the same fraction of it. Everything else is exact.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "kernels/collecting.h"
#include "reference/number/type.h"
#include "suites/front_end.h"
#include "suites/plan/tier.h"

namespace classay {

// Inputs of work-items (group_numbers.cpp). Numbers to add are multiples of one unit of their type, so that sums are exact
// on the host.

// An integer number of units. The unit is small enough for numbers with all digits, and 128 bits hold their sums.
__extension__ typedef __int128 Units;  // NOLINT(modernize-use-using): a GNU extension, marked as one

// small: sums and products in any order are numbers of the format. large: any numbers with a finite sum. any: neighbours,
// zeros, infinities, subnormals and the ends of the type, for functions that select or move a number.
enum class Given : std::uint8_t { small, large, any };

// The special numbers that a device has to keep.
struct Specials {
  bool infinities = false;
  bool subnormals = false;
};

// One per work-item; enough for whole work-groups of each size.
inline constexpr std::uint64_t kGivenNumbers = 7 * 32 * 6;
// Return the inputs of sums, and of products; equal on host and device. `specials` of Given::any for floats.
std::vector<Bits> given_numbers(Type type, Given given, Specials specials = {}, std::uint64_t count = kGivenNumbers);
std::vector<Bits> given_factors(Type type, Given given, std::uint64_t count = kGivenNumbers);
// A work-item's predicate, and whether it takes part.
struct Said {
  std::int32_t predicate = 0;
  std::int32_t joins = 0;
};
std::vector<Said> given_words();

// Returns the exponent of the unit; 0 for an integer.
int unit_of(Type type);
Bits bits_of_units(Type type, Units units);
// Returns nullopt if it is not finite, or not a multiple of the unit.
std::optional<Units> units_of(Type type, Bits bits);

// Return the result of a maximum, or of a minimum, over no members.
Bits least_of(Type type);
Bits greatest_of(Type type);

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
std::vector<Collected> measure_collectives(Device& device, FrontEnd front_end, CollectiveSet set, Type type, Tier tier);

// Returns the errors, one sentence for each function.
std::vector<std::string> violations(const Collected& collected);

// Inputs of a launch, and the results that a work-item may get from them, given all members of its group
// (group_results.cpp).

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
