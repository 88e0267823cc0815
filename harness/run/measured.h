// Cases beside those of the table (protocol/measured_case.h): which of them a run asks, and what becomes of what a child
// measured.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/protocol/measured_case.h"
#include "harness/run/child_answer.h"
#include "suites/glob.h"

namespace classay {

// The names of those that the globs choose, by the rule of run/selection.h: without globs all of OpenCL C, and SPIR-V where
// a glob names it, or `with_il`.
std::vector<std::string> measured_cases(std::span<const Glob> globs, bool with_il = false);

// What is told of a pass stands in its reason. Precondition: the name is one of all_measured_cases().
Json measured_result(const std::string& case_name, const ChildAnswer& measured);

}  // namespace classay
