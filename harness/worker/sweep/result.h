// Makes the result records of a sweep, one per width, as the journal contains them.
#pragma once

#include <string>
#include <vector>

#include "harness/worker/sweep/sweep.h"

namespace classay {

// `device`: its name in a repro command.
std::vector<Json> results(const Sweep& sweep, const std::string& device);

// Returns one result for each width of a unit that was not run, with the reason and its evidence.
std::vector<Json> unasked_results(const Unit& unit, CaseVerdict verdict, const std::string& reason);

}  // namespace classay
