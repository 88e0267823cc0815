// The result lines of a sweep: for each width what the journal says of it.
#pragma once

#include <string>
#include <vector>

#include "harness/sweep/sweep.h"

namespace classay {

// `device`: as a repro command names it.
std::vector<Json> results(const Sweep& sweep, const std::string& device);

// One result for each width of a unit that was not asked: why, and with what proof.
std::vector<Json> unasked_results(const Unit& unit, CaseVerdict verdict, const std::string& reason);

}  // namespace classay
