// Converts inputs of a case to text and back: bit patterns of a call's arguments, separated by commas. Journals, repro
// commands and children use this text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/text/usage_error.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

std::vector<Value> argument_values(const Case& c, const Tuple& input);

// "0x3f800000", or "0x3f800000,0x40000000" for two arguments. The reverse throws UsageError.
std::string input_text(const Case& c, const Tuple& input);
Tuple read_input(const Case& c, std::string_view text);

// Parses the output of pattern() in numerals.h. Throws BadNumber.
Bits read_pattern(std::string_view text, Type type);

}  // namespace classay
