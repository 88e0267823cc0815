#include "harness/worker/sweep/hard_input_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "reference/inputs/hard_inputs.h"

namespace classay {

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
