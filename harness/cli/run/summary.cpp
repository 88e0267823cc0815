#include "harness/cli/run/summary.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/cli/run/display.h"
#include "harness/journal/run_header.h"
#include "harness/journal/tally_json.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"
#include "suites/cases.h"
#include "suites/signature.h"

namespace classay {
namespace {

constexpr std::size_t kSlowest = 5;
constexpr std::size_t kBuiltinsShown = 20;
constexpr std::size_t kDifferingShown = 10;
constexpr std::size_t kNotesShown = 10;
constexpr std::size_t kLongestReason = 240;  // bytes; the journal has the complete reason
constexpr std::size_t kMostArguments = 3;    // the summary does not show a call with more arguments

Style style_of(CaseVerdict v) {
  if (v == CaseVerdict::pass) return Style::good;
  return leaves_exit_code_zero(v) || v == CaseVerdict::partial ? Style::warning : Style::bad;
}

// Order of failures: a wrong result before a crash, then the larger error, then the larger share of wrong results.
std::tuple<bool, double, double> badness(const CaseSummary& s) {
  const double share = s.judged == 0 ? 1 : static_cast<double>(s.failed) / static_cast<double>(s.judged);
  // A NaN in place of a number is worse than any error in ulp.
  return {s.verdict == CaseVerdict::fail, s.worst.value_or(HUGE_VAL), share};
}

using Entry = std::pair<std::string, const CaseSummary*>;

bool is_worse(const Entry& a, const Entry& b) {
  const auto of_a = badness(*a.second);
  const auto of_b = badness(*b.second);
  return of_a > of_b || (of_a == of_b && a.first < b.first);
}

// The cases of one builtin, format, build mode and front end, one per vector width.
struct Builtin {
  std::size_t cases = 0;      // with a result
  std::vector<Entry> failed;  // the worst first
};

std::string line_of(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return visible(text);
}

// Cuts a long reason at a blank: a probe may list the results of a dozen conversions.
std::string short_reason(const std::string& reason) {
  if (reason.size() <= kLongestReason) return line_of(reason);
  const std::size_t blank = reason.rfind(' ', kLongestReason);
  return line_of(reason.substr(0, blank == std::string::npos ? kLongestReason : blank)) + " ...";
}

// Returns the reason without the counts, which have columns of their own. Older journals have "are wrong".
std::string without_share(const CaseSummary& s) {
  std::string_view rest = s.reason;
  const std::string counts = fmt::format("{} of {} ", s.failed, s.judged);
  if (s.judged == 0 || !rest.starts_with(counts)) return s.reason;
  rest.remove_prefix(counts.size());
  for (const std::string_view words : {"results wrong", "are wrong", "is wrong"}) {
    if (!rest.starts_with(words)) continue;
    rest.remove_prefix(words.size());
    const std::size_t begin = rest.find_first_not_of(";: ");
    if (begin == std::string_view::npos) return "";
    // Without a punctuation mark, the rest qualifies the counts: "with a pointer to local memory".
    if (rest.front() == ';' || rest.front() == ':') return std::string(rest.substr(begin));
  }
  return s.reason;
}

std::string unit_of(const std::string& case_name) { return case_name.substr(0, case_name.rfind('/')); }

std::vector<Builtin> failed_builtins(const Record& record) {
  std::map<std::string, Builtin> by_name;
  for (const auto& [case_name, s] : record.cases()) {
    if (s.verdict == CaseVerdict::missing) continue;
    Builtin& builtin = by_name[unit_of(case_name)];
    ++builtin.cases;
    if (s.is_unexpected || is_failure(s.verdict)) builtin.failed.emplace_back(case_name, &s);
  }
  std::vector<Builtin> failed;
  for (auto& [unit, builtin] : by_name) {
    if (builtin.failed.empty()) continue;
    std::ranges::sort(builtin.failed, is_worse);
    failed.push_back(std::move(builtin));
  }
  std::ranges::sort(failed, [](const Builtin& a, const Builtin& b) { return is_worse(a.failed.front(), b.failed.front()); });
  return failed;
}

// "-0x1p-126" or "(0x1p+0, 3)". Empty for a call with too many arguments, and for a case outside the table.
std::string input_text(const std::string& case_name, const std::vector<std::string>& patterns) {
  const std::optional<Case> c = case_named(case_name);
  if (!c || patterns.empty() || patterns.size() > kMostArguments) return "";
  const std::vector<Type> types = argument_types(*c->row, c->format);
  if (types.size() != patterns.size()) return "";
  std::vector<std::string> values;
  for (std::size_t i = 0; i < types.size(); ++i) {
    try {
      values.push_back(exact_form(Value{types[i], read_pattern(patterns[i], types[i])}));
    } catch (const std::exception&) {
      return "";  // this program did not write the journal
    }
  }
  return values.size() == 1 ? values[0] : fmt::format("({})", fmt::join(values, ", "));
}

// "5 of 6 widths fail", "3 fail, 1 crash of 6 widths"
std::string widths_text(const Builtin& builtin) {
  std::map<std::string_view, std::size_t> verdicts;
  for (const Entry& e : builtin.failed) ++verdicts[name(e.second->verdict)];
  if (builtin.cases == 1) return fmt::format("{}", verdicts.begin()->first);
  if (verdicts.size() == 1 && verdicts.contains("fail")) {
    return fmt::format("{} of {} widths fail", builtin.failed.size(), builtin.cases);
  }
  std::vector<std::string> counts;
  for (const auto& [verdict, count] : verdicts) counts.push_back(fmt::format("{} {}", count, verdict));
  return fmt::format("{} of {} widths", fmt::join(counts, ", "), builtin.cases);
}

std::string worst_text(const Builtin& builtin) {
  const auto largest =
      std::ranges::max_element(builtin.failed, {}, [](const Entry& e) { return e.second->worst.value_or(-1); });
  const CaseSummary& s = *largest->second;
  if (!s.worst || *s.worst <= 0) return "";
  const std::string input = input_text(largest->first, s.worst_input);
  return fmt::format(", worst {:.4g} ulp{}", *s.worst, input.empty() ? "" : " at " + input);
}

std::string failures_text(const Record& record, const Terminal& out, const std::string& worker) {
  const std::vector<Builtin> failed = failed_builtins(record);
  if (failed.empty()) return "";
  std::string text = out.paint(Style::strong, "What failed, by builtin, worst first") + "\n";
  for (std::size_t i = 0; i < std::min(failed.size(), kBuiltinsShown); ++i) {
    const auto& [case_name, s] = failed[i].failed.front();
    text += fmt::format("  {}: {}{}\n", out.paint(Style::bad, builtin_text(case_name)), widths_text(failed[i]),
                        worst_text(failed[i]));
    if (!s->reason.empty())
      text += fmt::format("    {}: {}\n", case_name.substr(case_name.rfind('/') + 1), short_reason(s->reason));
    if (const auto command = repro_command_of(s->repro, worker)) text += fmt::format("    {}\n", *command);
  }
  if (failed.size() > kBuiltinsShown) text += fmt::format("  and {} more, in the journal\n", failed.size() - kBuiltinsShown);
  return text;
}

// Adds up a builtin's time over its vector widths.
std::string slowest_text(const Record& record, const Terminal& out) {
  std::map<std::string, double> seconds;
  for (const auto& [case_name, s] : record.cases()) {
    if (s.seconds > 0) seconds[builtin_text(case_name)] += s.seconds;
  }
  std::vector<std::pair<std::string, double>> all(seconds.begin(), seconds.end());
  std::ranges::stable_sort(all, std::greater(), &std::pair<std::string, double>::second);
  if (all.empty()) return "";
  std::string text = out.paint(Style::strong, "Slowest") + "\n";
  for (std::size_t i = 0; i < std::min(all.size(), kSlowest); ++i) {
    text += fmt::format("  {:>10}  {}\n", time_text(all[i].second), all[i].first);
  }
  return text;
}

// Returns the effects of drivers on their worker, each sentence once.
std::string driver_notes_text(const Record& record, const Terminal& out) {
  std::set<std::string> notes;
  for (const auto& [case_name, s] : record.cases()) notes.insert(s.driver_notes.begin(), s.driver_notes.end());
  if (notes.empty()) return "";
  std::string text = out.paint(Style::strong, "Side effects of the driver on its caller, which changed no verdict") + "\n";
  std::size_t shown = 0;
  for (const std::string& note : notes) {
    if (shown++ < kNotesShown) text += "  " + visible(note) + "\n";
  }
  return notes.size() <= kNotesShown ? text
                                     : text + fmt::format("  and {} more, in the journal\n", notes.size() - kNotesShown);
}

// Different results from OpenCL C and SPIR-V are shown but not judged, because both may be right.
std::string front_ends_text(const Record& record, const Terminal& out) {
  const FrontEnds both = front_ends(record);
  if (both.compared == 0) return "";
  std::string text = fmt::format("{} of {} cases have different results from SPIR-V than from OpenCL C\n",
                                 both.differing.size(), both.compared);
  if (both.differing.empty()) return text;
  text = out.paint(Style::strong, text);
  for (std::size_t i = 0; i < std::min(both.differing.size(), kDifferingShown); ++i)
    text += "  " + visible(both.differing[i]) + "\n";
  const std::size_t rest = both.differing.size() - std::min(both.differing.size(), kDifferingShown);
  return rest == 0 ? text : text + fmt::format("  and {} more, in the journal\n", rest);
}

constexpr std::size_t kMostFilters = 20;  // more of them come from a file

using Step = std::pair<std::string, std::string>;  // purpose, command

std::string report(const EndedRun& run) { return run.report.empty() ? "classay-report" : run.report; }

Step after_complete(const EndedRun& run) {
  const auto next = std::next(std::ranges::find(kTiers, run.tier));
  if (next == kTiers.end()) {
    return {"writes a statement to fill in, for evidence", report(run) + " pack --statement-template > statement.txt"};
  }
  std::string command = fmt::format("classay run --device {} --tier {}", shell_word(run.device), name(*next));
  if (run.filters.size() > kMostFilters) return {"tests more inputs", command + " --case-list FILE"};
  for (const std::string& filter : run.filters) {
    const bool excludes = filter.starts_with('!');
    command += excludes ? " --exclude " + shell_word(filter.substr(1)) : " " + shell_word(filter);
  }
  return {"tests more inputs", command};
}

}  // namespace

// Cases without time and cases left out are not failures.
bool is_failure(CaseVerdict v) {
  return !leaves_exit_code_zero(v) && v != CaseVerdict::missing && v != CaseVerdict::partial;
}

std::string builtin_text(std::string_view case_name) {
  std::vector<std::string> parts;
  for (const std::filesystem::path& part : std::filesystem::path(case_name)) parts.push_back(part.string());
  if (parts.size() != 6) return visible(case_name);
  std::string text = parts[2] + " " + parts[3];
  if (parts[4] != "default") text += " " + parts[4];
  if (parts[0] == "il") text += " from SPIR-V";
  return visible(text);
}

ExitCode exit_code(const Record& record) {
  ExitCode code = ExitCode::promised;
  bool any = false;
  for (const auto& [case_name, s] : record.cases()) {
    any = any || s.verdict != CaseVerdict::missing;
    if (s.verdict == CaseVerdict::harness_error || s.verdict == CaseVerdict::killed) code = worse(code, ExitCode::failed);
    if (s.is_unexpected || !leaves_exit_code_zero(s.verdict)) code = worse(code, ExitCode::unexpected);
  }
  return any ? code : ExitCode::nothing;
}

std::string case_text(const std::string& case_name, const CaseSummary& s, const Terminal& out) {
  // Colour codes add to the length, so the padding is computed from the plain text.
  const std::string_view verdict = name(s.verdict);
  const std::string padding(verdict.size() < 14 ? 14 - verdict.size() : 0, ' ');
  std::string text = fmt::format("{}{}  {}", out.paint(style_of(s.verdict), verdict), padding, visible(case_name));
  if (s.judged > 0) {
    text += fmt::format("  {} of {} wrong, ", s.failed, s.judged);
    // A NaN in place of a number, or the reverse, has no error in ulp.
    if (s.worst) text += fmt::format("{:.4g} ulp, ", *s.worst);
    text += time_text(s.seconds);
  }
  // A probe, which is not judged per input, may have notes on a pass.
  const bool has_why = s.verdict != CaseVerdict::pass || s.is_unexpected || s.judged == 0;
  const std::string why = has_why ? without_share(s) : "";
  return text + (why.empty() ? "" : "  " + line_of(why)) + "\n";
}

std::string totals_text(const Record& record, const Terminal& out) {
  std::string counts;
  const Record::Totals totals = record.totals();
  for (std::size_t v = 0; v < totals.size(); ++v) {
    const auto verdict = static_cast<CaseVerdict>(v);
    if (totals[v] == 0) continue;
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", totals[v], out.paint(style_of(verdict), name(verdict)));
  }
  return counts.empty() ? "no case has a result\n" : counts + "\n";
}

std::string summary_text(const Record& record, const Terminal& out, const std::string& worker) {
  return failures_text(record, out, worker) + front_ends_text(record, out) + driver_notes_text(record, out) +
         slowest_text(record, out) + totals_text(record, out);
}

std::string partial_text(const RunHeader& run) {
  const std::string covers = covers_text(run);
  return covers.empty() ? "" : "partial: this run " + covers + "\n";
}

std::string worst_case(const Record& record) {
  for (const Builtin& builtin : failed_builtins(record)) {
    const auto& [case_name, s] = builtin.failed.front();
    if (s->judged > 0 && repro_command_of(s->repro)) return case_name;
  }
  return "";
}

std::string next_steps_text(const EndedRun& run) {
  const std::string folder = folder_word(run.folder);
  std::vector<Step> steps;
  if (!run.worst_case.empty()) {
    steps.emplace_back("shows the worst failure in detail",
                       fmt::format("classay repro {} {}", folder, shell_word(run.worst_case)));
  }
  if (!run.has_pages) {
    steps.emplace_back("writes pages for a browser",
                       fmt::format("{} html {} {}", report(run), folder_word(run.folder / "html"), folder));
  }
  steps.push_back(run.is_complete ? after_complete(run)
                                  : Step("runs the cases that were left out", "classay resume " + folder));
  std::string text = "Next\n";
  for (const auto& [purpose, command] : steps) text += fmt::format("  {}    # {}\n", command, purpose);
  return text;
}

}  // namespace classay
