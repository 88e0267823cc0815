// The numbers that the work-items of a group give: whole multiples of one unit of their type, so that sums are exact here.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/number/type.h"

namespace classay {

// Of numbers with all digits, whole multiples of one unit that is small enough for 128 bits to hold their sums.
__extension__ typedef __int128 Units;  // NOLINT(modernize-use-using): a GNU extension, marked as one

// What work-items give: numbers whose sums and products are numbers of the format in any order, or any whose sum is finite.
enum class Given : std::uint8_t { small, large };

// One for each work-item; in groups of 7 and of 32.
inline constexpr std::uint64_t kGivenNumbers = 7 * 32 * 6;
// What the work-items give to sums, and to products, the same for host and device.
std::vector<Bits> given_numbers(Type type, Given given);
std::vector<Bits> given_factors(Type type, Given given);
// Is its predicate true, and does it take part?
struct Said {
  std::int32_t predicate = 0;
  std::int32_t joins = 0;
};
std::vector<Said> given_words();

// The exponent of the unit: of an integer 0.
int unit_of(Type type);
Bits bits_of_units(Type type, Units units);
// nullopt: it is no finite number, or no multiple of the unit.
std::optional<Units> units_of(Type type, Bits bits);

// What stands for the least or the greatest of none.
Bits least_of(Type type);
Bits greatest_of(Type type);

}  // namespace classay
