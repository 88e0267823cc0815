// Cases beside those of the table (protocol/measured_case.h): which of them a run asks, and what becomes of what a child
// measured.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/protocol/measured_case.h"
#include "harness/run/child_answer.h"
#include "harness/run/result_check.h"
#include "harness/run/selection.h"

namespace classay {

// The names of those that the globs choose.
std::vector<std::string> measured_cases(std::span<const Glob> globs, const OpenFrontEnds& open = {FrontEnd::clc});

// What is told of a pass stands in its reason. A child whose answer is malformed, has nothing of the case, or contradicts
// itself or the device's description has proven nothing: harness-error. Precondition: the name is one of
// all_measured_cases().
Json measured_result(const std::string& case_name, const ChildAnswer& measured, const DeviceFacts& device = {});

}  // namespace classay
