// `classay merge`: the journals of shards become one.
#include "harness/journal/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/commands/commands.h"
#include "harness/commands/run/display.h"
#include "harness/commands/run/run_line.h"
#include "harness/journal/record.h"
#include "harness/run/measured.h"
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

// In the order in which a run asks them: first what is measured, of which a shard need not have anything.
std::vector<std::string> case_names(const std::vector<ShardJournal>& parts, const Json& run) {
  const RunOptions options = options_of(run, JournalWriter::file_of(parts.front().directory));
  const Selection selection = selection_of(options);
  const std::vector<std::string> measured = measured_cases(read_globs(options.filters));
  const bool all_are_measured = run.value("measured", std::uint64_t{0}) == measured.size();
  std::vector<std::string> names;
  for (const std::string& c : measured) {
    const bool is_in_any = std::ranges::any_of(parts, [&](const ShardJournal& p) { return p.results.contains(c); });
    if (all_are_measured || is_in_any) names.push_back(c);
  }
  for (const Unit& unit : selection.units) {
    for (const int w : unit.widths) names.push_back(name(case_of(unit, w)));
  }
  return names;
}

// No result gets lost: neither one of a case that was not chosen, nor cases that this version does not choose.
void check_all_are_known(const std::vector<ShardJournal>& parts, const Json& run, const std::vector<std::string>& cases) {
  const std::set<std::string> chosen(cases.begin(), cases.end());
  for (const ShardJournal& p : parts) {
    for (const auto& [case_name, result] : p.results) {
      if (chosen.contains(case_name)) continue;
      throw JournalError(p.directory.string() + " has a result of " + case_name + ", which its first line does not choose");
    }
  }
  const auto is_call = [](const std::string& c) { return case_named(c).has_value(); };
  const auto calls = static_cast<std::uint64_t>(std::ranges::count_if(cases, is_call));
  if (const auto count = run.value("cases", std::uint64_t{0}); count != calls) {
    throw JournalError(fmt::format("{}: {} cases were chosen, and this version chooses {}", parts.front().directory.string(),
                                   count, calls));
  }
}

std::string result_text(const ShardJournal& part, const std::string& case_name) {
  const auto found = part.results.find(case_name);
  return found == part.results.end() ? "" : found->second;
}

}  // namespace

ExitCode merge_command(const MergeOptions& options, const Streams& streams) {
  const std::vector<ShardJournal> parts = read_parts(options.in);
  const Json run = merged_run(parts);
  const std::vector<std::string> cases = case_names(parts, run);
  check_all_are_known(parts, run, cases);
  JournalWriter journal = JournalWriter::create(options.out, run);
  Record record;
  for (const std::string& case_name : cases) {
    std::vector<std::string> results;
    for (const ShardJournal& p : parts) results.push_back(result_text(p, case_name));
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
