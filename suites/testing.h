// Reads the test data of this module line by line.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cmake/source_dir.h"

namespace classay::testing_support {

inline std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  for (std::size_t end = line.find(separator); end != std::string::npos; end = line.find(separator, begin)) {
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  fields.push_back(line.substr(begin));
  return fields;
}

// Returns the fields of every line that does not begin with #.
inline std::vector<std::vector<std::string>> read_tsv(const std::string& name) {
  const std::string path = std::string(source_dir()) + "/suites/testdata/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no test data at " + path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') rows.push_back(split(line, '\t'));
  }
  return rows;
}

}  // namespace classay::testing_support
