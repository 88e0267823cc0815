// Reads the files of data/hard-inputs for plans.
#pragma once

#include <string_view>
#include <vector>

#include "harness/worker/sweep/data_folder.h"
#include "suites/row.h"

namespace classay {

// Returns inputs of the row and format that are hard to round; empty if they have no file. Throws DataError if the folder is
// missing, so that a run without these inputs never looks like one with them.
std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format);

}  // namespace classay
