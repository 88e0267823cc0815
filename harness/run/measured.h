// Cases beside those of the table, one a format, whose results are made of what the child `classay traits` measured:
//   clc/misc/fp-config/FORMAT/default/v1   does the device do what its driver says of its arithmetic?
//   clc/misc/constants/FORMAT/default/v1   do the constants and macros of the language have the values that they should?
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/run/child_answer.h"
#include "suites/glob.h"

namespace classay {

// Those that the globs choose; all of them without globs.
std::vector<std::string> measured_cases(std::span<const Glob> globs);

// Precondition: the case is one of measured_cases({}).
Json measured_result(const std::string& case_name, const ChildAnswer& measured);

}  // namespace classay
