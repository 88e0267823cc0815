// The files of data/hard-inputs, as the plans take them.
#pragma once

#include <string_view>
#include <vector>

#include "harness/sweep/data_folder.h"
#include "suites/row.h"

namespace classay {

// Inputs of the row and format that are hard to round; none when there is no file for them. Throws DataError when the folder
// is not there, so that a run without them never passes for one with them.
std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format);

}  // namespace classay
