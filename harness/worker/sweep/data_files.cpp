#include "harness/worker/sweep/data_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/process/own_program.h"
#include "reference/inputs/hard_inputs.h"

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

std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format) {
  const std::filesystem::path folder = data_folder("hard-inputs");
  const std::filesystem::path file = folder / (std::string(row.name) + "." + std::string(info(format).name) + ".txt");
  if (!std::filesystem::exists(file)) return {};
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw DataError("cannot read " + file.string());
  try {
    return parse_hard_inputs(classay::format(format), argument_types(row, format).size(), text.str()).rows;
  } catch (const std::invalid_argument& e) {
    throw DataError(file.string() + ", " + e.what());
  }
}

}  // namespace classay
