// Injects a defect into the programs that clspv compiles for Vulkan. It has clspv's command line, changes the source, and
// then becomes the compiler that CLASSAY_PLANTED_CLSPV names: a program, or a library that classay_clspv loads.
//
//   classay_plant_clspv [OPTION...] SOURCE -o MODULE
//
// CLASSAY_PLANT names a file with the defect (layer_file.h). Exit codes: the compiler's; 2 for a defect that cannot be read.
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tools/inject/layer_file.h"

namespace {

using classay::planted::kPlantedClspv;
using classay::planted::kVariable;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') throw std::invalid_argument(std::string(name) + " is not set");
  return value;
}

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw std::invalid_argument("cannot read " + path);
  return text.str();
}

std::vector<std::string> compiler_words(std::span<const std::string> options, const std::string& source,
                                        const std::string& module) {
  const std::string compiler = variable(kPlantedClspv);
  std::vector<std::string> words{compiler};
  if (!compiler.ends_with(".so")) {
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {source, "-o", module});
    return words;
  }
  const std::filesystem::path loader = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "classay_clspv";
  words = {loader.string(), compiler, source, module};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

void run(std::span<const std::string> words) {
  if (words.size() < 3 || words[words.size() - 2] != "-o")
    throw std::invalid_argument("its arguments are not [OPTION...] SOURCE -o MODULE");
  const std::string& source = words[words.size() - 3];
  const std::string changed =
      planted_program(classay::planted::read_layer_file(content_of(variable(kVariable))), content_of(source));
  std::ofstream(source, std::ios::binary) << changed;
  std::vector<std::string> compiler = compiler_words(words.first(words.size() - 3), source, words.back());
  std::vector<char*> arguments;
  for (std::string& word : compiler) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  throw std::runtime_error("cannot start " + compiler[0]);
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kUnreadable = 2;
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    run(words);
  } catch (const std::exception& e) {
    std::cerr << "classay_plant_clspv: " << e.what() << "\n";
  }
  return kUnreadable;
}
