// Finds the folders of data/ that a program reads: in the folder that the environment names, next to the installed program,
// or in the source tree.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace classay {

class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Returns data/NAME. Throws DataError if it does not exist.
std::filesystem::path data_folder(const std::string& name);

}  // namespace classay
