#include "harness/commands/run/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "harness/commands/terminal/json_line.h"
#include "harness/text/shell_word.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{1000};
constexpr milliseconds kLivePeriod{200};
constexpr std::size_t kSlowest = 5;
constexpr std::size_t kFailuresShown = 50;
constexpr std::size_t kDifferingShown = 10;
constexpr std::size_t kNotesShown = 10;

Style style_of(CaseVerdict v) {
  if (v == CaseVerdict::pass) return Style::good;
  return leaves_exit_code_zero(v) || v == CaseVerdict::partial ? Style::warning : Style::bad;
}

// Of the device: not what there was no time for, nor what nobody asked.
bool is_failure(CaseVerdict v) {
  return !leaves_exit_code_zero(v) && v != CaseVerdict::missing && v != CaseVerdict::partial;
}

// How bad: what is not to be explained away comes first, then the larger share of failures.
struct Badness {
  bool is_failure;
  double share;
  double worst;
};
Badness badness(const CaseSummary& s) {
  const double share = s.judged == 0 ? 1 : static_cast<double>(s.failed) / static_cast<double>(s.judged);
  // NaN where a number is right is worse than any error in ulp.
  return {s.verdict == CaseVerdict::fail, share, s.worst.value_or(HUGE_VAL)};
}

using Entry = std::pair<std::string, CaseSummary>;

std::string failures_text(const Record& record, const Terminal& out, const std::string& worker) {
  std::vector<Entry> bad;
  for (const auto& e : record.cases()) {
    if (e.second.is_unexpected || is_failure(e.second.verdict)) bad.emplace_back(e);
  }
  std::ranges::sort(bad, [](const Entry& a, const Entry& b) {
    const Badness x = badness(a.second);
    const Badness y = badness(b.second);
    const std::tuple of_a(x.is_failure, x.worst, x.share);
    const std::tuple of_b(y.is_failure, y.worst, y.share);
    return of_a > of_b || (of_a == of_b && a.first < b.first);
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(bad.size(), kFailuresShown); ++i) {
    text += case_text(bad[i].first, bad[i].second, out);
    if (const auto command = repro_command_of(bad[i].second.repro, worker)) text += fmt::format("    {}\n", *command);
  }
  if (bad.size() > kFailuresShown) text += fmt::format("  and {} more, in the journal\n", bad.size() - kFailuresShown);
  return text.empty() ? text : out.paint(Style::strong, "What failed, worst first") + "\n" + text;
}

std::string slowest_text(const Record& record, const Terminal& out) {
  std::vector<Entry> all(record.cases().begin(), record.cases().end());
  std::erase_if(all, [](const Entry& e) { return e.second.seconds <= 0; });
  std::ranges::sort(all, [](const Entry& a, const Entry& b) {
    if (a.second.seconds != b.second.seconds) return a.second.seconds > b.second.seconds;
    return a.first < b.first;
  });
  if (all.empty()) return "";
  std::string text = out.paint(Style::strong, "Slowest") + "\n";
  for (std::size_t i = 0; i < std::min(all.size(), kSlowest); ++i) {
    text += fmt::format("  {:>10}  {}\n", time_text(all[i].second.seconds), visible(all[i].first));
  }
  return text;
}

// The notes of all cases, each sentence once.
std::string driver_notes_text(const Record& record, const Terminal& out) {
  std::set<std::string> notes;
  for (const auto& [case_name, s] : record.cases()) notes.insert(s.driver_notes.begin(), s.driver_notes.end());
  if (notes.empty()) return "";
  std::string text = out.paint(Style::strong, "What the driver did to its caller, which changed no verdict") + "\n";
  std::size_t shown = 0;
  for (const std::string& note : notes) {
    if (shown++ < kNotesShown) text += "  " + visible(note) + "\n";
  }
  return notes.size() <= kNotesShown ? text
                                     : text + fmt::format("  and {} more, in the journal\n", notes.size() - kNotesShown);
}

// Not judged: both may be right.
std::string front_ends_text(const Record& record, const Terminal& out) {
  const FrontEnds both = front_ends(record);
  if (both.compared == 0) return "";
  std::string text =
      fmt::format("{} of {} cases got other bits from SPIR-V than from OpenCL C\n", both.differing.size(), both.compared);
  if (both.differing.empty()) return text;
  text = out.paint(Style::strong, text);
  for (std::size_t i = 0; i < std::min(both.differing.size(), kDifferingShown); ++i)
    text += "  " + visible(both.differing[i]) + "\n";
  const std::size_t rest = both.differing.size() - std::min(both.differing.size(), kDifferingShown);
  return rest == 0 ? text : text + fmt::format("  and {} more, in the journal\n", rest);
}

}  // namespace

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
  // Painted text has a length that padding would count.
  const std::string_view verdict = name(s.verdict);
  const std::string padding(verdict.size() < 14 ? 14 - verdict.size() : 0, ' ');
  std::string text = fmt::format("{}{}  {}", out.paint(style_of(s.verdict), verdict), padding, visible(case_name));
  // What is measured, and not judged input by input, may have something to tell of a pass.
  const bool has_why = s.verdict != CaseVerdict::pass || s.is_unexpected || s.judged == 0;
  const bool says_why = has_why && !s.reason.empty();
  if (s.judged > 0) {
    const std::string counts = fmt::format("{} of {} ", s.failed, s.judged);
    text += "  " + (says_why && s.reason.starts_with(counts) ? "" : counts + "wrong, ");
    // A NaN where a number is right, or the reverse, is off by no number of ulp.
    if (s.worst) text += fmt::format("{:.4g} ulp, ", *s.worst);
    text += time_text(s.seconds);
  }
  std::string reason = s.reason;
  std::ranges::replace(reason, '\n', ' ');
  return text + (says_why ? "  " + visible(reason) : "") + "\n";
}

std::string final_text(const Record& record, const Terminal& out, const std::string& worker) {
  std::string text = failures_text(record, out, worker) + front_ends_text(record, out) + driver_notes_text(record, out) +
                     slowest_text(record, out);
  std::string counts;
  const Record::Totals totals = record.totals();
  for (std::size_t v = 0; v < totals.size(); ++v) {
    const auto verdict = static_cast<CaseVerdict>(v);
    if (totals[v] == 0) continue;
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", totals[v], out.paint(style_of(verdict), name(verdict)));
  }
  return text + (counts.empty() ? "no case has a result\n" : counts + "\n");
}

RunDisplay::RunDisplay(const Streams& streams, How how, std::chrono::milliseconds silence, RunProgress progress,
                       std::function<bool()> stopped)
    : streams_(streams), how_(how), silence_(silence), progress_(std::move(progress)), stopped_(std::move(stopped)) {
  const bool says_lines = how_ == How::lines && silence_.count() > 0;
  if (how_ == How::live) ticker_.emplace(kTick, [this] { tick(); });
  if (says_lines) ticker_.emplace(std::min(kTick, silence_), [this] { tick(); });
}

// A reader that goes away does not end a run that is being recorded.
void RunDisplay::say(const std::string& text) {
  if (reader_is_gone_) return;
  said_ = Clock::now();
  try {
    streams_.out.write(text);
    streams_.out.flush();
  } catch (const Terminal::Closed&) {
    reader_is_gone_ = true;
  }
}

// Whatever the run is at, also where it is at nothing but waiting.
void RunDisplay::tick() {
  const std::scoped_lock lock(mutex_);
  if (how_ == How::live) return show_live();
  if (Clock::now() - said_ < silence_) return;
  if (const std::string text = progress_.text(); !text.empty()) say("running       " + text + "\n");
}

void RunDisplay::measures(const std::string& case_name) {
  const std::scoped_lock lock(mutex_);
  progress_.measures(case_name);
  if (how_ == How::live) show_live();
}

void RunDisplay::wrote(const Json& line) {
  const std::scoped_lock lock(mutex_);
  if (how_ == How::json) {
    say(json_line(line));
    return;
  }
  const std::string kind = line.at("kind").get<std::string>();
  if (kind == "result") {
    wrote_result(line);
  } else if (kind == "health" || kind == "abnormal") {
    const std::string what = kind == "abnormal" ? line.at("unit").get<std::string>() + ": " + line.value("reason", "")
                             : line.value("healthy", false) ? "the device answers"
                                                            : "the device does not answer: " + line.value("message", "");
    erase_live();
    say(streams_.out.paint(Style::warning, kind) + std::string(14 - kind.size(), ' ') + "  " + visible(what) + "\n");
  }
}

void RunDisplay::wrote_result(const Json& line) {
  const CaseSummary s = summary(line);
  failures_ += is_failure(s.verdict) ? 1 : 0;
  if (how_ == How::live && leaves_exit_code_zero(s.verdict)) return;
  erase_live();
  say(case_text(line.at("case").get<std::string>(), s, streams_.out));
}

void RunDisplay::started(int worker, const Unit& unit, Stage stage) {
  const std::scoped_lock lock(mutex_);
  progress_.started(worker, unit, stage);
  if (how_ == How::live) show_live();
}

void RunDisplay::progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t) {
  const std::scoped_lock lock(mutex_);
  progress_.progress(worker, done, total);
  if (how_ == How::live && Clock::now() - said_ >= kLivePeriod) show_live();
}

void RunDisplay::show_live() {
  if (reader_is_gone_) return;
  const std::string text = progress_.text();
  if (text.empty()) return;
  const std::string failed =
      failures_ == 0 ? "no failures" : streams_.out.paint(Style::bad, fmt::format("{} failed", failures_));
  streams_.out.erase_line();
  say(text + "  " + failed);
  is_live_shown_ = true;
}

void RunDisplay::erase_live() {
  if (is_live_shown_) {
    streams_.out.erase_line();
    say("");
  }
  is_live_shown_ = false;
}

void RunDisplay::end() {
  ticker_.reset();
  erase_live();
}

bool RunDisplay::stop() { return stopped_(); }

}  // namespace classay
