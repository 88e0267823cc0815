#include "harness/cli/global_options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "harness/cli/help.h"
#include "harness/process/host.h"
#include "harness/text/usage_error.h"
#include "harness/worker/sweep/worker.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

void add_to(CLI::App& app, GlobalWords& words) {
  app.add_option("--color,--colour", words.colour, "Use colours: auto (on terminals), always or never")
      ->type_name("WHEN")
      ->group(kOutput)
      ->capture_default_str();
  app.add_option("--cpu", words.cpu, "Use no wider instruction set than SET in this program's own loops")
      ->type_name("SET")
      ->group(kDebugging);
}

void choose_instruction_sets(const std::string& set) {
  // No other thread that could read the environment runs yet.
  if (!set.empty()) set_variable(kCpuVariable, set);
  try {
    usable_sets();
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", set.empty() ? kCpuVariable : "--cpu", e.what()));
  }
}

}  // namespace

void add_global_options(CLI::App& app, GlobalWords& words) {
  add_to(app, words);
  for (CLI::App* command : app.get_subcommands({})) {
    command->get_help_ptr()->group(kOutput);
    add_to(*command, words);
  }
}

void apply(const GlobalWords& words, const Streams& streams) {
  if (words.colour != "auto" && words.colour != "always" && words.colour != "never") {
    throw UsageError(fmt::format("--color: '{}' is not auto, always or never", words.colour));
  }
  if (words.colour != "auto") {
    for (Terminal* stream : {&streams.out, &streams.err}) stream->use_colour(words.colour == "always");
  }
  choose_instruction_sets(words.cpu);
  (void)judging_threads();  // refuses a wrong variable before anything runs
}

}  // namespace classay
