#include "harness/process/own_program.h"

#include <cstdlib>
#include <sstream>

#include "harness/process/windows/image.h"

namespace classay {
namespace {

// A program may be named without its ending, as commands are.
std::filesystem::path in_folder(const std::filesystem::path& folder, std::string_view file) {
  for (const char* ending : {".exe", ""}) {
    std::error_code unknown;
    std::filesystem::path found = folder / file;
    found += ending;
    if (std::filesystem::is_regular_file(found, unknown)) return found;
  }
  return {};
}

}  // namespace

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
  const std::filesystem::path found = in_folder(folder, file);
  return found.empty() ? in_folder(folder.parent_path(), file) : found;
}

std::filesystem::path on_path(std::string_view file) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ';');) {
    std::filesystem::path found = in_folder(folder, file);
    if (!found.empty()) return found;
  }
  return {};
}

std::string own_build_id() { return windows::build_id(::GetModuleHandleW(nullptr)); }

// The linker sets the stack of the program and of its threads (CMakeLists.txt of harness).
int on_enough_stack(const std::function<int()>& program) { return program(); }

}  // namespace classay
