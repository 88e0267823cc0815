#include "harness/sweep/hard_input_files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "reference/inputs/hard_inputs.h"

namespace classay {
namespace {

// What the environment names; what was installed with the program; what it was built from.
std::filesystem::path data_folder() {
  const char* set = std::getenv("CLASSAY_DATA");
  if (set != nullptr && *set != '\0') return set;
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  const std::filesystem::path installed = program.parent_path().parent_path() / "share/classay";
  return std::filesystem::is_directory(installed / "hard-inputs", unknown) ? installed : CLASSAY_DATA_FOLDER;
}

}  // namespace

std::vector<std::vector<Bits>> hard_inputs(const Row& row, Type format) {
  const std::filesystem::path folder = data_folder() / "hard-inputs";
  if (!std::filesystem::is_directory(folder)) {
    throw DataError("the folder of inputs that are hard to round is missing: " + folder.string() +
                    "; set CLASSAY_DATA to the folder that has it, data/ in classay's tree");
  }
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
