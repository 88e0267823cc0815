// Writes the pages that are made of the suite's tables alone into a folder: prescribed values (`rules`), limits in which
// the specifications differ (`editions`), sections with the cases that test them (`sections`), and unconstrained results
// (`unconstrained`). They are not in the repository; CONTRIBUTING.md names the command.
//
//     pages FOLDER
//
// Exit codes: 0 written; 1 a page cannot be written; 2 wrong usage.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "harness/supervisor/statements.h"
#include "suites/editions.h"
#include "suites/rules.h"
#include "suites/vacuous/vacuous.h"

namespace {

bool write(const std::filesystem::path& page, const std::string& text) {
  std::ofstream file(page, std::ios::binary);
  file << text << std::flush;
  if (!file) std::cerr << "pages: " << page.string() << ": cannot be written\n";
  return static_cast<bool>(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: pages FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const bool are_written = write(folder / "rules.md", classay::rules_markdown()) &&
                           write(folder / "editions.md", classay::editions_markdown()) &&
                           write(folder / "sections.md", classay::statements_markdown()) &&
                           write(folder / "unconstrained.md", classay::vacuous::markdown());
  return are_written ? 0 : 1;
}
