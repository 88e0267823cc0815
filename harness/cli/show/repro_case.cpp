// Reads the case that `classay repro` runs again from a journal.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/show/repro.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/record.h"
#include "harness/journal/tally_json.h"
#include "harness/supervisor/probe_children.h"
#include "harness/text/arguments.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::size_t kShown = 16;  // inputs; vectors are never split

// Returns the limit that judged the case, if a file stated it.
std::optional<StatedLimit> stated_limit_of(const RunHeader& run, const CaseResult& found) {
  if (!run.limits || !found.limit || !found.limit->value) return std::nullopt;
  const ResultLimit& limit = *found.limit;
  if (!limit.clause.starts_with(run.limits->file + ", line ")) return std::nullopt;
  return StatedLimit{.ulp = *limit.value, .clause = limit.clause, .special_values = limit.special_values.value_or(true)};
}

// Returns the limits that a file states for ranges of the first argument.
std::vector<StatedLimit> range_limits_of(const CaseResult& found) {
  std::vector<StatedLimit> limits;
  if (!found.limit) return limits;
  for (const RangeLimit& one : found.limit->ranges) {
    limits.push_back(
        {.ulp = one.value, .clause = one.clause, .special_values = one.special_values.value_or(true), .range = one.range});
    check_range(one.range);
  }
  return limits;
}

// Returns the arguments of a call. A sample of a call across lanes has only its first lane.
std::vector<Bits> arguments_of(const Case& c, const ResultSample& sample, const std::vector<std::string>& vector) {
  std::vector<Bits> arguments;
  if (!goes_across_lanes(c.row->signature)) {
    for (const std::string& bits : sample.inputs) arguments.push_back(bits_in(bits));
    return arguments;
  }
  std::vector<Tuple> lanes;
  for (const std::string& lane : vector) lanes.push_back(read_input(c, lane));
  for (const Value& v : vector_arguments(argument_types(*c.row, c.format), lanes)) arguments.push_back(v.bits);
  return arguments;
}

// Returns the limits of single calls, which their samples contain. The vectors of the samples are the last ones.
std::map<std::vector<Bits>, StatedLimit> own_limits_of(const CaseResult& found, const Case& c) {
  std::map<std::vector<Bits>, StatedLimit> limits;
  if (!found.tally || !found.vectors) return limits;
  const std::vector<ResultSample>& samples = found.tally->first.empty() ? found.tally->worst : found.tally->first;
  const std::vector<std::vector<std::string>>& vectors = *found.vectors;
  for (std::size_t i = 0; i < samples.size() && samples.size() <= vectors.size(); ++i) {
    const ResultSample& sample = samples[i];
    if (!sample.limit) continue;
    limits[arguments_of(c, sample, vectors.at(vectors.size() - samples.size() + i))] = {.ulp = sample.limit->value,
                                                                                        .clause = sample.limit->clause};
  }
  return limits;
}

// Restores the inputs and settings of a result.
ReproCase case_of_result(const RunHeader& run, const CaseResult& found, const Case& asked) {
  ReproCase repro{.asked = asked, .device = run.options.device, .inputs = {}};
  if (run.worker) {
    repro.is_far = true;
    repro.worker = run.worker->command;
  }
  repro.edition = editions_of(run).of(repro.asked.front_end);
  repro.profile = profile_of(run);
  repro.limit = stated_limit_of(run, found);
  repro.range_limits = range_limits_of(found);
  repro.own_limits = own_limits_of(found, asked);
  // Takes complete vectors, as in the run. If only a second launch was wrong or different, its vector comes first.
  auto vectors = found.vectors.value_or(std::vector<std::vector<std::string>>());
  const bool has_failures = found.tally && !found.tally->first.empty();
  const bool is_of_second = found.second_launch && !has_failures;
  if (is_of_second) vectors.insert(vectors.begin(), found.second_launch->vector);
  std::set<std::vector<std::string>> seen;  // a list of inputs fills launches by repeating its vectors
  for (const std::vector<std::string>& vector : vectors) {
    if (repro.inputs.size() >= kShown) break;
    if (!seen.insert(vector).second) continue;
    for (const std::string& lane : vector) repro.inputs.push_back(read_input(repro.asked, lane));
  }
  const std::optional<Tier> tier = tier_named(run.tier);
  if ((!is_of_second && !has_failures) || !tier || run.covers) return repro;
  repro.seed = run.seed.value_or(repro.seed);
  // Constants are the first inputs of a plan.
  const std::uint64_t first = is_of_second ? found.second_launch->sample.index : found.tally->first.front().index;
  if (first < constants_of(asked, *tier, repro.seed).size()) repro.constants = tier;
  return repro;
}

}  // namespace

Case case_to_ask(const std::string& name) {
  if (is_probe_case(name))
    throw UsageError(in_quotes(name) + " takes no inputs; run it again: classay run " + shell_word(name));
  const std::optional<Case> c = case_named(name);
  if (!c) throw UsageError("no case " + in_quotes(name) + case_hint(name));
  return *c;
}

ReproCase case_of_journal(const std::string& directory, const std::string& case_name) {
  const auto file = JournalWriter::file_of(directory);
  require_run("DIR", directory);
  const Case asked = case_to_ask(case_name);
  std::optional<CaseResult> found;
  std::size_t found_in = 0;
  const JournalContents journal = read_journal(file, [&](const JournalLine& line) {
    const auto* const result = std::get_if<CaseResult>(&line.record);
    if (result == nullptr || result->case_name != case_name) return;
    found = *result;
    found_in = line.number;
  });
  if (!found) throw UsageError(directory + " has no result of " + in_quotes(case_name));
  const std::string where = fmt::format("{}, line {} (with line 1): ", file.string(), found_in);
  ReproCase repro{.asked = asked, .device = "", .inputs = {}};
  try {
    repro = case_of_result(journal.header, *found, asked);
  } catch (const std::invalid_argument& e) {
    throw JournalError(where + e.what());
  } catch (const UsageError& e) {  // from an input pattern
    throw JournalError(where + e.what());
  }
  if (!repro.inputs.empty()) return repro;
  const std::string& reason = found->reason;
  throw UsageError(in_quotes(case_name) + " has no inputs to repeat: " + visible(reason.substr(0, reason.find('\n'))) +
                   "\nrun the case again and write its programs: classay run " + shell_word(case_name) +
                   " --dump-kernels DIR");
}

// Runs a probe case of a run again.

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
    streams.out.write(record_text(result) + "\n");
    return code_of(verdict);
  }
  const Style style = verdict == CaseVerdict::pass ? Style::good : Style::bad;
  streams.out.write(fmt::format("{}\n  {}\n", case_name, streams.out.paint(style, name(verdict))));
  for (const std::string& sentence : sentences_of(result)) streams.out.write("  " + visible_lines(sentence) + "\n");
  return code_of(verdict);
}

}  // namespace classay
