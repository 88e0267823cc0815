#include "harness/process/own_program.h"

#include <cstdlib>
#include <sstream>

#include "harness/process/windows/image.h"

namespace classay {

const std::filesystem::path& own_file() {
  static const std::filesystem::path file = windows::file_of(nullptr);
  return file;
}

const std::string& own_program() {
  static const std::string path = own_file().string();
  return path;
}

std::filesystem::path beside_program(std::string_view file) {
  const std::filesystem::path folder = own_file().parent_path();
  for (const std::filesystem::path& place : {folder / file, folder.parent_path() / file}) {
    if (std::filesystem::exists(place)) return place;
  }
  return {};
}

std::filesystem::path on_path(std::string_view file) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ';');) {
    for (const char* ending : {".exe", ""}) {
      std::error_code unknown;
      std::filesystem::path found = std::filesystem::path(folder) / file;
      found += ending;
      if (std::filesystem::is_regular_file(found, unknown)) return found;
    }
  }
  return {};
}

std::string own_build_id() { return windows::build_id(::GetModuleHandleW(nullptr)); }

}  // namespace classay
