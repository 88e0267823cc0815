// Selects the cases that are measured rather than judged per input (journal/measured_case.h), and makes their results.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/journal/measured_case.h"
#include "harness/supervisor/child_answer.h"
#include "harness/supervisor/result_check.h"
#include "harness/supervisor/selection.h"

namespace classay {

std::vector<std::string> measured_cases(std::span<const Glob> globs, const OpenFrontEnds& open = {FrontEnd::clc});

// Makes the result of a measured case; the reason of a pass contains its notes. A report that is malformed, lacks the case,
// or contradicts itself or the device's description proves nothing and gives harness-error. Precondition: the name is one of
// all_measured_cases().
Json measured_result(const std::string& case_name, const ChildAnswer& measured, const DeviceFacts& device = {});

}  // namespace classay
