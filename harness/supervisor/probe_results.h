// Selects probe cases (harness/journal/probe_kinds.h) and makes their results.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/child_answer.h"
#include "harness/supervisor/result_check.h"
#include "harness/supervisor/selection.h"

namespace classay {

std::vector<std::string> chosen_probe_cases(std::span<const Glob> globs, const OpenFrontEnds& open = {FrontEnd::clc});

// Makes the result of a case; the reason of a pass contains its notes. A report that is malformed, or that contradicts
// itself or the device's description, proves nothing and gives harness-error. Precondition: the name is one of
// all_probe_cases().
CaseResult probe_result(const std::string& case_name, const ChildAnswer& report, const DeviceFacts& device = {});

}  // namespace classay
