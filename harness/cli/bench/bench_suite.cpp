// `classay bench --suite`: reports the time per builtin of a run, from its journal.
#include "harness/cli/bench/suite_costs.h"
#include "harness/cli/commands.h"
#include "harness/cli/given_path.h"
#include "harness/journal/journal.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {

ExitCode bench_suite_command(const BenchOptions& options, const Streams& streams) {
  if (!options.filters.empty())
    throw UsageError("--suite and globs cannot be used together; --suite prints the times of a complete run");
  require_run("--suite", options.suite);
  SuiteCosts costs;
  const JournalContents journal = read_journal(JournalWriter::file_of(options.suite), [&](const JournalLine& line) {
    if (const auto* const result = std::get_if<CaseResult>(&line.record)) costs.add(*result);
  });
  if (costs.is_empty()) throw UsageError(visible(options.suite) + " has no result of a builtin");
  if (options.json) {
    streams.out.write(costs.json_lines());
    return ExitCode::promised;
  }
  const RunHeader& run = journal.header;
  streams.out.write(visible(run.device.name) + ", driver " + visible(run.device.driver) + ", tier " + run.tier + "\n");
  streams.out.write(costs.text());
  return ExitCode::promised;
}

}  // namespace classay
