// Keeps inputs with bad results from runs and searches in a folder, one per line, as a start for the next search on any
// device: inputs that are hard for one library often are for another.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/journal/unit.h"

namespace classay {

// Returns the inputs of the unit's builtin and format, for any mode and width, each once. It reads the folder's
// `worst.jsonl` and the results of its journal; neither need exist. Throws std::runtime_error if a file cannot be read.
std::vector<Tuple> known_inputs(const std::string& folder, const Unit& unit);

// Appends the inputs to the folder's worst.jsonl. Throws std::runtime_error on failure.
void keep(const std::string& folder, const Unit& unit, std::span<const Tuple> inputs);

}  // namespace classay
