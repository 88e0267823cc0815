// `classay merge`: the journals of shards become one.
#include "harness/run/merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/commands/commands.h"
#include "harness/commands/run_display.h"
#include "harness/commands/run_line.h"
#include "harness/run/measured.h"
#include "harness/run/record.h"
#include "harness/run/selection.h"
#include "harness/words/arguments.h"

namespace classay {
namespace {

std::vector<ShardJournal> read_parts(const std::vector<std::string>& directories) {
  std::vector<ShardJournal> parts;
  for (const std::string& d : directories) parts.push_back(read_shard_journal(d));
  std::ranges::sort(parts, {}, [](const ShardJournal& p) { return p.shard.index; });
  return parts;
}

// In the order in which a run asks them.
std::vector<std::string> case_names(const Json& run) {
  const RunOptions options = options_of(run);
  std::vector<std::string> names;
  for (const Unit& unit : selection_of(options).units) {
    for (const int w : unit.widths) names.push_back(name(case_of(unit, w)));
  }
  return names;
}

}  // namespace

ExitCode merge_command(const MergeOptions& options, const Streams& streams) {
  const std::vector<ShardJournal> parts = read_parts(options.in);
  const Json run = merged_run(parts);
  const std::vector<std::string> cases = case_names(run);
  JournalWriter journal = JournalWriter::create(options.out, run);
  Record record;
  // What is measured of the arithmetic and the constants is the same question in every shard: the first answer stands.
  for (const MeasuredCase& c : all_measured_cases()) {
    const auto found = parts.front().results.find(name(c));
    if (found == parts.front().results.end()) continue;
    const Json result = Json::parse(found->second);
    journal.append(result);
    record.apply(result);
  }
  for (const std::string& case_name : cases) {
    std::vector<std::string> results;
    for (const ShardJournal& p : parts) {
      const auto found = p.results.find(case_name);
      results.push_back(found == p.results.end() ? "" : found->second);
    }
    const Json result = merged_result(case_name, results);
    journal.append(result);
    record.apply(result);
  }
  journal.append(end_line(record, Json::array()));
  journal.sync();
  streams.out.write(final_text(record, streams.out));
  return exit_code(record);
}

}  // namespace classay
