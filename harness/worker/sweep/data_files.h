// Reads files of data/: hard inputs for plans.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns data/NAME: in the folder that the environment names, next to the installed program, or in the source tree. Throws
// DataError if it does not exist.
std::filesystem::path data_folder(const std::string& name);

// Returns inputs of the row and format that are hard to round; empty if they have no file. Throws DataError if the folder is
// missing, so that a run without these inputs never looks like one with them.
std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format);

}  // namespace classay
