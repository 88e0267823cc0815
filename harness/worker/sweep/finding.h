// Returns the verdict of a width and its reason, one sentence for a reader without documentation. The reason states what
// happened and how often, and for the first wrong result the actual and the expected value.
#pragma once

#include <string>

#include "harness/worker/sweep/sweep.h"

namespace classay {

struct Finding {
  CaseVerdict verdict = CaseVerdict::pass;
  std::string reason;  // empty: nothing to report
};
Finding finding(const Sweep& sweep, const WidthRecord& r);

}  // namespace classay
