// Makes the result records of a sweep, one per width, as the journal contains them.
#pragma once

#include <string>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {

// `device`: its name in a repro command.
std::vector<CaseResult> results(const Sweep& sweep, const std::string& device);

}  // namespace classay
