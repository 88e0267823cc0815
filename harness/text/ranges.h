// Parses ranges of arguments, as `run --range` has them: "A..B" contains the numbers from A to B, with both ends. An end
// that is left out is infinite. A range that contains zero has both zeros. NaN lies only in "..".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/text/usage_error.h"
#include "suites/plan/argument_range.h"

namespace classay {

// Checks a range. Throws UsageError: not two numbers, or the first is larger.
void check_range(std::string_view text);

// Splits words at commas and checks each range. Throws UsageError, also if no range has an end.
std::vector<std::string> read_ranges(const std::vector<std::string>& words);

// Returns the values of the type that lie in the range; nullopt: there are none. Precondition: check_range().
std::optional<ArgumentRange> range_of(std::string_view text, Type type);

// Returns a range for each argument; arguments after the last range have every value. nullopt: no input lies in the ranges,
// or there are more ranges than arguments.
std::optional<std::vector<ArgumentRange>> ranges_of(std::span<const std::string> ranges, std::span<const Type> types);

}  // namespace classay
