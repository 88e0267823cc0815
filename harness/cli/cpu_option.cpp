#include "harness/cli/cpu_option.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "harness/text/usage_error.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

void add_to(CLI::App& app, std::string& set) {
  app.add_option("--cpu", set, "Use no wider instruction set than SET in this program's own loops")->type_name("SET");
}

}  // namespace

void add_cpu_option(CLI::App& app, std::string& set) {
  add_to(app, set);
  for (CLI::App* command : app.get_subcommands({})) add_to(*command, set);
}

void choose_instruction_sets(const std::string& set) {
  // No other thread that could read the environment runs yet.
  if (!set.empty()) ::setenv(kCpuVariable, set.c_str(), 1);
  try {
    usable_sets();
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", set.empty() ? kCpuVariable : "--cpu", e.what()));
  }
}

}  // namespace classay
