// The files of data/hard-inputs, as the plans take them. They lie where CLASSAY_DATA says, or in the tree that the program
// was built from.
#pragma once

#include <stdexcept>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Inputs of the row and format that are hard to round; none when there is no file for them. Throws DataError when the folder
// is not there, so that a run without them never passes for one with them.
std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format);

}  // namespace classay
