#include "harness/cli/bench/suite_costs.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/cli/commands.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/journal/journal.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "suites/cases.h"

namespace classay {
namespace {

void add_to(GroupCost& sum, const GroupCost& c) {
  sum.cases += c.cases;
  sum.not_passed += c.not_passed;
  sum.inputs += c.inputs;
  sum.seconds += c.seconds;
  sum.device_seconds += c.device_seconds;
  sum.build_seconds += c.build_seconds;
  if (c.largest_ulp <= sum.largest_ulp) return;
  sum.largest_ulp = c.largest_ulp;
  sum.largest_of = c.largest_of;
}

// Precondition: the result has times and counts.
GroupCost cost_of(const CaseResult& result, const Row& row) {
  GroupCost c{.cases = 1,
              .inputs = result.counts->judged,
              .seconds = result.seconds->total,
              .device_seconds = result.seconds->device,
              .build_seconds = result.seconds->build};
  c.not_passed = result.verdict == CaseVerdict::pass ? 0 : 1;
  const std::optional<LargestError> largest = result.max_ulp.value_or(std::nullopt);
  if (c.not_passed == 0 && largest && largest->value) {
    c.largest_ulp = std::fabs(*largest->value);
    c.largest_of = row.name;
  }
  return c;
}

double ns(double seconds, const GroupCost& c) { return c.inputs == 0 ? 0 : seconds * 1e9 / static_cast<double>(c.inputs); }

}  // namespace

void SuiteCosts::add(const CaseResult& result) {
  if (!result.seconds || !result.counts) return;
  const std::optional<Case> asked = case_named(result.case_name);
  if (!asked) return;
  const Row& row = *asked->row;
  const Key key{name(row.group), argument_types(row, asked->format).size(), asked->format};
  results_.insert_or_assign(result.case_name, std::pair(key, cost_of(result, row)));
}

std::map<SuiteCosts::Key, GroupCost> SuiteCosts::groups() const {
  std::map<Key, GroupCost> all;
  for (const auto& [of_case, result] : results_) add_to(all[result.first], result.second);
  return all;
}

std::string SuiteCosts::text() const {
  std::string text = fmt::format("{:<28}{:>7}{:>9}{:>18}{:>10}{:>10}{:>9}{:>9}{:>9}  {}\n", "", "cases", "not pass",
                                 "inputs", "seconds", "device s", "build s", "ns", "dev. ns", "largest error that passed");
  GroupCost sum;
  const auto line = [&](const std::string& title, const GroupCost& c) {
    const std::string largest = c.largest_of.empty() ? "" : fmt::format("{:.4g} ulp, {}", c.largest_ulp, c.largest_of);
    text += fmt::format("{:<28}{:>7}{:>9}{:>18}{:>10.1f}{:>10.1f}{:>9.1f}{:>9.2f}{:>9.2f}  {}\n", title, c.cases,
                        c.not_passed, c.inputs, c.seconds, c.device_seconds, c.build_seconds, ns(c.seconds, c),
                        ns(c.device_seconds, c), largest);
  };
  for (const auto& [key, c] : groups()) {
    const auto& [group, arguments, format] = key;
    line(fmt::format("{} {}, {} argument{}", group, info(format).name, arguments, arguments == 1 ? "" : "s"), c);
    add_to(sum, c);
  }
  sum.largest_of.clear();
  line("all", sum);
  return text;
}

std::string SuiteCosts::json_lines() const {
  std::string lines;
  for (const auto& [key, c] : groups()) {
    const auto& [group, arguments, format] = key;
    lines += json_line({{"group", group},
                        {"format", info(format).name},
                        {"arguments", arguments},
                        {"cases", c.cases},
                        {"not_passed", c.not_passed},
                        {"inputs", c.inputs},
                        {"seconds", c.seconds},
                        {"device_seconds", c.device_seconds},
                        {"build_seconds", c.build_seconds},
                        {"largest_ulp", c.largest_ulp},
                        {"largest_of", c.largest_of}});
  }
  return lines;
}

// `classay bench --suite`: reports the time per builtin of a run, from its journal.

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
