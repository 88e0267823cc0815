// `classay merge`: joins the journals of shards into one.
#include "harness/journal/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/commands.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/summary.h"
#include "harness/journal/record.h"
#include "harness/journal/run_header.h"
#include "harness/supervisor/probe_children.h"
#include "harness/supervisor/selection.h"
#include "harness/text/arguments.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

using Parts = std::vector<ShardJournal>;

Parts read_parts(const std::vector<std::string>& directories) {
  Parts parts;
  for (const std::string& d : directories) require_run("IN", d);
  for (const std::string& d : directories) parts.push_back(read_shard_journal(d));
  std::ranges::sort(parts, {}, [](const ShardJournal& p) { return p.shard.index; });
  return parts;
}

bool joins(const MergeOptions& options) { return options.no_filter || !options.filters.empty(); }

// Journals with the same filters are shards of one run; without --filter or --no-filter all journals must be.
std::vector<Parts> runs_of(Parts parts, const MergeOptions& options) {
  std::vector<Parts> runs;
  std::map<std::vector<std::string>, std::size_t> places;
  for (ShardJournal& p : parts) {
    const auto filters = joins(options) ? p.header.options.filters : std::nullopt;
    const auto [place, is_new] = places.emplace(filters.value_or(std::vector<std::string>()), runs.size());
    if (is_new) runs.emplace_back();
    runs[place->second].push_back(std::move(p));
  }
  return runs;
}

Json first_line(const std::vector<Parts>& runs, const MergeOptions& options) {
  if (!joins(options)) return merged_run(runs.front());
  Json run = joined_run(runs);
  const RunHeader header = run_header_from(run);
  if (const std::string covers = covers_text(header); !covers.empty()) {
    throw UsageError("merge: --filter and --no-filter join complete runs, and each of these " + covers);
  }
  Json& changed = run["options"];
  changed["filters"] = options.filters;
  changed["with_il"] = header.options.with_il || (options.no_filter && takes_il(header.device));
  return run;
}

bool is_in_any(const std::vector<Parts>& runs, const std::string& case_name) {
  return std::ranges::any_of(runs, [&](const Parts& parts) {
    return std::ranges::any_of(parts, [&](const ShardJournal& p) { return p.results.contains(case_name); });
  });
}

// The cases of the merged run, in run order.
struct Asked {
  std::vector<std::string> cases;
  std::uint64_t calls = 0;
  std::uint64_t measured = 0;
};

// Measured cases come first. The shards of a single run may have none.
Asked asked_by(const std::vector<Parts>& runs, const RunHeader& run, bool is_joined) {
  const RunOptions options = options_of(run, JournalWriter::file_of(runs.front().front().directory));
  const std::vector<std::string> measured = chosen_probe_cases(read_globs(options.filters), open_front_ends(options));
  const bool all_are_measured = is_joined || run.measured.value_or(0) == measured.size();
  Asked asked;
  for (const std::string& c : measured) {
    if (all_are_measured || is_in_any(runs, c)) asked.cases.push_back(c);
  }
  asked.measured = asked.cases.size();
  // A run of listed inputs or ranges has only the cases with an input, and the list may be on another machine.
  const bool has_all = !run.covers;
  for (const Unit& unit : selection_of(options).units) {
    for (const int w : unit.widths) {
      if (const std::string c = name(case_of(unit, w)); has_all || is_in_any(runs, c)) asked.cases.push_back(c);
    }
  }
  asked.calls = asked.cases.size() - asked.measured;
  return asked;
}

// The first run with a result owns the case. Throws if a second run has one too, or if the case is not selected.
void claim(std::map<std::string, const Parts*>& whose, const Parts& parts, const ShardJournal& p,
           const std::string& case_name, const std::set<std::string>& chosen, bool is_one_run) {
  if (!chosen.contains(case_name)) {
    throw JournalError(fmt::format("{}: has a result of {}, which {} not select", p.directory.string(), case_name,
                                   is_one_run ? "its first record does" : "the filters do"));
  }
  const auto [known, is_new] = whose.emplace(case_name, &parts);
  if (is_new || known->second == &parts) return;
  throw JournalError(fmt::format("{} and {} overlap: both have a result of {}", known->second->front().directory.string(),
                                 p.directory.string(), case_name));
}

// Returns the run that owns each case. No result is lost silently: throws for a case that is not selected, and for two runs
// with results of one case.
std::map<std::string, const Parts*> whose_results(const std::vector<Parts>& runs, const std::vector<std::string>& cases) {
  const std::set<std::string> chosen(cases.begin(), cases.end());
  std::map<std::string, const Parts*> whose;
  for (const Parts& parts : runs) {
    for (const ShardJournal& p : parts) {
      for (const auto& [case_name, result] : p.results) {
        claim(whose, parts, p, case_name, chosen, runs.size() == 1);
      }
    }
  }
  return whose;
}

// Throws if a selected case was run by no part.
void check_all_are_asked(const std::vector<Parts>& runs, const RunHeader& run, const Asked& asked, bool is_joined) {
  const std::uint64_t calls = run.cases.value_or(0);
  const std::uint64_t measured = run.measured.value_or(0);
  if (calls == asked.calls && (measured == asked.measured || !is_joined)) return;
  if (!is_joined) {
    throw JournalError(
        fmt::format("{}: the run selected {} cases, but this version selects {}; merge with the version of the run",
                    runs.front().front().directory.string(), calls, asked.calls));
  }
  const auto missing = std::ranges::find_if(asked.cases, [&](const std::string& c) { return !is_in_any(runs, c); });
  throw JournalError(fmt::format("the runs have {} cases, but the filters select {}{}", calls + measured, asked.cases.size(),
                                 missing == asked.cases.end() ? "" : "; no run has a result of " + *missing));
}

std::string result_text(const ShardJournal& part, const std::string& case_name) {
  const auto found = part.results.find(case_name);
  return found == part.results.end() ? "" : found->second;
}

}  // namespace

ExitCode merge_command(const MergeOptions& options, const Streams& streams) {
  const std::vector<Parts> runs = runs_of(read_parts(options.in), options);
  const Json first_record = first_line(runs, options);
  const RunHeader run = run_header_from(first_record);
  const Asked asked = asked_by(runs, run, joins(options));
  const std::map<std::string, const Parts*> whose = whose_results(runs, asked.cases);
  check_all_are_asked(runs, run, asked, joins(options));
  JournalWriter journal = JournalWriter::create(options.out, first_record);
  Record record;
  for (const std::string& case_name : asked.cases) {
    const auto found = whose.find(case_name);
    std::vector<std::string> results;
    for (const ShardJournal& p : found == whose.end() ? runs.front() : *found->second) {
      results.push_back(result_text(p, case_name));
    }
    const Json result = merged_result(case_name, results);
    journal.append(result);
    record.apply(case_result_from(result));
  }
  journal.append(to_json(end_of(record, {})));
  journal.sync();
  streams.out.write(summary_text(record, streams.out) + partial_text(run));
  return exit_code(record);
}

}  // namespace classay
