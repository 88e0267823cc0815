// Inputs that are known to be bad: those that runs and searches have found. A folder keeps them, a line each, for the next
// search to begin with, whatever the device: what is hard for one library often is for another.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/protocol/protocol.h"

namespace classay {

// Of the unit's builtin and format, from `worst.jsonl` of the folder and from the results of its journal, in any mode and
// width; each once. Nothing when neither file is there. Throws std::runtime_error for a file that can not be read.
std::vector<Tuple> known_inputs(const std::string& folder, const Unit& unit);

// Puts them into the folder's worst.jsonl, behind what is there. Throws std::runtime_error when that does not work.
void keep(const std::string& folder, const Unit& unit, std::span<const Tuple> inputs);

}  // namespace classay
