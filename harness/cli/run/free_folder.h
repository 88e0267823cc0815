// Names the folder of a new run.
#pragma once

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
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

inline std::string folder_named_by_date() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return free_folder(fmt::format("classay-{:%Y%m%d-%H%M%S}", fmt::localtime(now)));
}

}  // namespace classay
