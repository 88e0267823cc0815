// Finds a free name for the folder of a new run.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace classay {

// Returns `name`, or name-2, name-3, ... if it exists.
inline std::string free_folder(const std::string& name) {
  std::error_code unknown;
  std::string folder = name;
  for (int i = 2; std::filesystem::exists(folder, unknown); ++i) folder = fmt::format("{}-{}", name, i);
  return folder;
}

}  // namespace classay
