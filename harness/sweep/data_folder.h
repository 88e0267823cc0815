// Where the files of data/ lie that a program reads: where the environment says, beside the program as it was installed, or
// in the tree that it was built from.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace classay {

class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// data/NAME. Throws DataError when it is not there.
std::filesystem::path data_folder(const std::string& name);

}  // namespace classay
