// What a case is for what came of its width, and why, in a sentence for somebody who has read no documentation: what
// happened, to how many, and of what is wrong the first: what came, and what was due.
#pragma once

#include <string>

#include "harness/sweep/sweep.h"

namespace classay {

struct Finding {
  CaseVerdict verdict = CaseVerdict::pass;
  std::string reason;  // empty where nothing is to be said
};
Finding finding(const Sweep& sweep, const WidthRecord& r);

}  // namespace classay
