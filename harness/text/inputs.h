// Converts inputs of a case to text and back: bit patterns of a call's arguments, separated by commas. Journals, repro
// commands and children use this text. Parses ranges of arguments (`run --range`).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/text/usage_error.h"
#include "suites/cases.h"
#include "suites/plan.h"
#include "suites/plan/argument_range.h"

namespace classay {

std::vector<Value> argument_values(const Case& c, const Tuple& input);

// "0x3f800000", or "0x3f800000,0x40000000" for two arguments. The reverse throws UsageError.
std::string input_text(const Case& c, const Tuple& input);
Tuple read_input(const Case& c, std::string_view text);

// Parses the output of pattern() in number.h. Throws BadNumber.
Bits read_pattern(std::string_view text, Type type);

// A range "A..B" of `run --range` contains the numbers from A to B, with both ends. An end
// that is left out is infinite. A range that contains zero has both zeros. NaN lies only in "..".
//
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
