// Runs a probe case of a run again.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/given_path.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/show/repro.h"
#include "harness/cli/terminal/lines.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/record.h"
#include "harness/supervisor/probe_children.h"
#include "harness/supervisor/probe_results.h"
#include "harness/text/arguments.h"
#include "harness/text/number.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

ExitCode code_of(CaseVerdict verdict) {
  if (leaves_exit_code_zero(verdict)) return verdict == CaseVerdict::pass ? ExitCode::promised : ExitCode::unusable;
  const bool is_of_device = verdict == CaseVerdict::fail || verdict == CaseVerdict::crash || verdict == CaseVerdict::timeout;
  return is_of_device ? ExitCode::unexpected : ExitCode::unusable;
}

// The violations, or the reason if there are none.
std::vector<std::string> sentences_of(const CaseResult& result) {
  const FindingFields& fields = kind_of(probe_case_named(result.case_name)).fields;
  const auto found = std::ranges::find(result.others, fields.member, &OtherFields::value_type::first);
  std::vector<std::string> sentences;
  if (found != result.others.end()) sentences = found->second->value(std::string(fields.violations), sentences);
  if (sentences.empty() && !result.reason.empty()) sentences.push_back(result.reason);
  return sentences;
}

}  // namespace

bool is_probe_case(const std::string& case_name) {
  const std::vector<ProbeCase> all = all_probe_cases();
  return std::ranges::any_of(all, [&](const ProbeCase& c) { return name(c) == case_name; });
}

ExitCode repro_probe(const ReproOptions& options, const Streams& streams) {
  const std::string& directory = options.words[0];
  const std::string& case_name = options.words[1];
  if (!options.emit.empty()) {
    throw UsageError(in_quotes(case_name) + " has no inputs, so --emit cannot write a program for it");
  }
  if (!options.edition.empty() || !options.profile.empty()) {
    throw UsageError(in_quotes(case_name) + " has no limits, so --spec and --profile do not apply; leave them out");
  }
  require_run("DIR", directory);
  const JournalContents journal = read_journal(JournalWriter::file_of(directory), {});
  const RunHeader& run = journal.header;
  if (run.worker) require_remote(options, run.worker->command);
  const std::optional<Machine> machine = reached(options.worker, "", streams);
  if (!machine) return ExitCode::unusable;
  const std::string device = options.device.empty() ? run.options.device : options.device;
  const Tier tier = read_tier(run.tier);
  const ProbeChildren children{
      .child = [&](std::span<const std::string> cases) { return probe_child(*machine, device, tier, cases); },
      .patience = [&] { return options.timeout * probe_work(case_name, tier); }};
  CaseResult result;
  run_probe_children({case_name}, children,
                     [&](const std::string&, const ChildAnswer& answer) { result = probe_result(case_name, answer); });
  const CaseVerdict verdict = result.verdict;
  if (options.json) {
    streams.out.write(json_line(to_json(result)));
    return code_of(verdict);
  }
  const Style style = verdict == CaseVerdict::pass ? Style::good : Style::bad;
  streams.out.write(fmt::format("{}\n  {}\n", case_name, streams.out.paint(style, name(verdict))));
  for (const std::string& sentence : sentences_of(result)) streams.out.write("  " + visible_lines(sentence) + "\n");
  return code_of(verdict);
}

}  // namespace classay
