// Inputs of a case as text and back: patterns of the arguments of a call, between commas. So journals, repro commands and
// children name them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/words/usage_error.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

// The arguments of one call.
std::vector<Value> argument_values(const Case& c, const Tuple& input);

// "0x3f800000", or "0x3f800000,0x40000000" for two arguments; the other way throws UsageError.
std::string input_text(const Case& c, const Tuple& input);
Tuple read_input(const Case& c, std::string_view text);

// As pattern() of numerals.h writes it. Throws BadNumber.
Bits read_pattern(std::string_view text, Type type);

}  // namespace classay
