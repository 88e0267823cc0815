// Makes the result records of a sweep, one per width, as the journal contains them, with verdict and reason.
#pragma once

#include <string>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/worker/sweep/sweep.h"

namespace classay {

// `device`: its name in a repro command.
std::vector<CaseResult> results(const Sweep& sweep, const std::string& device);

struct Finding {
  CaseVerdict verdict = CaseVerdict::pass;
  std::string reason;  // empty: nothing to report
};
// Returns the verdict of a width and its reason, one sentence for a reader without documentation. The reason states what
// happened and how often, and for the first wrong result the actual and the expected value.
Finding finding(const Sweep& sweep, const WidthRecord& r);

}  // namespace classay
