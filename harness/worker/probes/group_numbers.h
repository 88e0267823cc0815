// Generates the inputs of work-items for collective functions. Numbers to add are multiples of one unit of their type, so
// that sums are exact on the host.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/number/type.h"

namespace classay {

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

}  // namespace classay
