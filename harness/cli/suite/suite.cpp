// `classay run SUITE.toml`: makes the runs of a suite file.
#include <fmt/format.h>

#include "harness/cli/commands.h"
#include "harness/cli/suite/runs.h"
#include "harness/cli/suite/suite_plan.h"
#include "harness/journal/baseline.h"
#include "harness/text/shell_word.h"

namespace classay {

ExitCode suite_command(const SuiteOptions& options, const Streams& streams) {
  const SuiteFile suite = read_suite(options.file);
  const std::filesystem::path folder = folder_of(suite, options.out);
  SuitePlan plan = plan_of(suite, folder, today());
  for (const std::string& note : plan.notes) streams.err.write("classay: " + note + "\n");
  const ExitCode least = plan.has_stale ? ExitCode::unexpected : ExitCode::promised;
  const SeveralRuns all{.title = "Suite",
                        .runs = std::move(plan.runs),
                        .folder = folder,
                        .outputs = suite.outputs(),
                        .command = fmt::format("classay run {} --out {}", shell_word(options.file), folder_word(folder))};
  if (!options.dry_run) return make_runs(all, options.reporting, least, streams);
  print_commands(all, streams);
  return least;
}

}  // namespace classay
