#include "harness/worker/sweep/data_folder.h"

#include <cstdlib>

#include "harness/process/own_program.h"

namespace classay {
namespace {

// Tries the environment variable, the installation of the program, and the source tree, in this order.
std::filesystem::path folder_with(const std::string& name) {
  const char* set = std::getenv("CLASSAY_DATA");
  if (set != nullptr && *set != '\0') return set;
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::path(own_program()).parent_path();
  // bin/classay, classay.exe of the zip, and PythonVERSION/Scripts/classay.exe of a user on Windows.
  for (const std::filesystem::path& place : {folder.parent_path(), folder, folder.parent_path().parent_path()}) {
    const std::filesystem::path installed = place / "share/classay";
    if (std::filesystem::is_directory(installed / name, unknown)) return installed;
  }
  return CLASSAY_DATA_FOLDER;
}

}  // namespace

std::filesystem::path data_folder(const std::string& name) {
  const std::filesystem::path folder = folder_with(name) / name;
  if (std::filesystem::is_directory(folder)) return folder;
  throw DataError("the folder " + folder.string() +
                  " is missing; set CLASSAY_DATA to the folder that has it, data/ in classay's tree");
}

}  // namespace classay
