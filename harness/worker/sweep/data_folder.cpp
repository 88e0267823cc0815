#include "harness/worker/sweep/data_folder.h"

#include <cstdlib>

namespace classay {
namespace {

// Tries the environment variable, the installation of the program, and the source tree, in this order.
std::filesystem::path folder_with(const std::string& name) {
  const char* set = std::getenv("CLASSAY_DATA");
  if (set != nullptr && *set != '\0') return set;
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  const std::filesystem::path installed = program.parent_path().parent_path() / "share/classay";
  return std::filesystem::is_directory(installed / name, unknown) ? installed : CLASSAY_DATA_FOLDER;
}

}  // namespace

std::filesystem::path data_folder(const std::string& name) {
  const std::filesystem::path folder = folder_with(name) / name;
  if (std::filesystem::is_directory(folder)) return folder;
  throw DataError("the folder " + folder.string() +
                  " is missing; set CLASSAY_DATA to the folder that has it, data/ in classay's tree");
}

}  // namespace classay
