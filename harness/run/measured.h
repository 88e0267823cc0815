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

// Makes the result of a measured case. The reason of a pass contains its notes. An answer that is malformed, lacks the
// case, or contradicts itself or the device's description proves nothing: the verdict is harness-error. Precondition: the
// name is one of all_measured_cases().
Json measured_result(const std::string& case_name, const ChildAnswer& measured, const DeviceFacts& device = {});

}  // namespace classay
