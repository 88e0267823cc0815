#include "harness/cli/run/reached.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/cli/help.h"
#include "harness/cli/run/run_line.h"
#include "harness/process/own_program.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::chrono::seconds kGreetingTimeout{60};

Machine far_machine(const std::string& worker) {
  try {
    return Machine::far(worker, kGreetingTimeout);
  } catch (const std::invalid_argument& e) {
    throw UsageError(
        fmt::format("--remote: '{}': {}; write a command such as 'ssh BOARD classay'", visible(worker), e.what()));
  }
}

}  // namespace

std::optional<Machine> reached(const std::string& worker, const std::string& stand_in, const Streams& streams) {
  if (worker.empty()) return Machine::here(stand_in.empty() ? own_program() : stand_in);
  try {
    Machine machine = far_machine(worker);
    const std::string difference = program_difference(*shared_json(own_build()), or_null(machine.greeting().build));
    if (difference.empty()) return machine;
    throw UsageError(
        fmt::format("--remote: '{}' starts a different build of classay: {}; install the same build on both machines",
                    visible(worker), difference));
  } catch (const ConnectionError& e) {
    streams.err.write(fmt::format("classay: {}\n", e.what()));
    return std::nullopt;
  }
}

void add_remote_option(CLI::App& command, std::string& worker) {
  command
      .add_option("--remote,--worker", worker,
                  "Start the workers with this command, on the machine with the device, such as 'ssh BOARD classay'")
      ->type_name("COMMAND")
      ->group(kDevice);
}

std::string program_difference(const Json& here, const Json& there) {
  const auto said = [](const Json& build, const char* key) { return build.is_object() ? build.value(key, Json()) : Json(); };
  const bool is_known = said(here, "id").is_string() && !said(here, "id").get<std::string>().empty();
  if (is_known && said(there, "id") == said(here, "id")) return "";
  for (const char* key : {"version", "commit", "dirty"}) {
    if (said(there, key) == said(here, key)) continue;
    return fmt::format("{} is {} here and {} there", key, visible(shortened(said(here, key))),
                       visible(shortened(said(there, key))));
  }
  // Two builds with uncommitted changes cannot be compared.
  return said(here, "dirty") == true ? "both have uncommitted changes, and their builds differ" : "";
}

void refuse_far_folders(const RunOptions& options) {
  if (options.worker.empty()) return;
  for (const auto& [is_given, option] :
       {std::pair(!options.known.empty(), "--known"), std::pair(!options.plant.empty(), "--inject")}) {
    if (is_given) {
      throw UsageError(
          fmt::format("{} and --remote cannot be used together: {} needs files of this machine", option, option));
    }
  }
}

RemoteWorker remote_worker(const std::string& command, const Machine& machine) {
  return {.command = command, .build = machine.greeting().build, .host = machine.greeting().host};
}

std::string worker_words(const std::string& worker) { return worker.empty() ? "" : "--remote " + shell_word(worker) + " "; }

}  // namespace classay
