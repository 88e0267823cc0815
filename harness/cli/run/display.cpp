#include "harness/cli/run/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/run/summary.h"
#include "harness/cli/terminal/lines.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{1000};
constexpr milliseconds kLivePeriod{200};

}  // namespace

RunDisplay::RunDisplay(const Streams& streams, How how, std::chrono::milliseconds silence, RunProgress progress,
                       std::function<bool()> stopped)
    : streams_(streams), how_(how), silence_(silence), progress_(std::move(progress)), stopped_(std::move(stopped)) {
  const bool says_lines = how_ == How::lines && silence_.count() > 0;
  if (how_ == How::live) ticker_.emplace(kTick, [this] { tick(); });
  if (says_lines) ticker_.emplace(std::min(kTick, silence_), [this] { tick(); });
}

// A run with a journal continues when the reader of its output goes away.
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

// Shows the current state, even if the run only waits.
void RunDisplay::tick() {
  const std::scoped_lock lock(mutex_);
  if (how_ == How::live) return show_live();
  if (Clock::now() - said_ < silence_) return;
  if (const std::string text = progress_.text(); !text.empty()) say("running       " + text + "\n");
}

void RunDisplay::started_probe(int worker, const std::string& case_name) {
  const std::scoped_lock lock(mutex_);
  progress_.started_probe(worker, case_name);
  if (how_ == How::live) show_live();
}

void RunDisplay::wrote(const JournalRecord& record) {
  const std::scoped_lock lock(mutex_);
  if (how_ == How::json) {
    say(json_line(to_json(record)));
  } else {
    std::visit([this](const auto& one) { wrote_one(one); }, record);
  }
}

void RunDisplay::wrote_one(const HealthRecord& health) {
  warn("health", health.healthy ? "the device works" : "the device does not respond: " + health.message);
}

void RunDisplay::wrote_one(const AbnormalRecord& abnormal) { warn("abnormal", abnormal.unit + ": " + abnormal.reason); }

void RunDisplay::warn(std::string_view kind, const std::string& what) {
  erase_live();
  say(fmt::format("{}{:{}}  {}\n", streams_.out.paint(Style::warning, kind), "", 14 - kind.size(), visible(what)));
}

void RunDisplay::wrote_one(const CaseResult& result) {
  const CaseSummary s = summary(result);
  const std::string& case_name = result.case_name;
  passes_ += s.verdict == CaseVerdict::pass ? 1 : 0;
  failures_ += is_failure(s.verdict) ? 1 : 0;
  if ((how_ == How::live || how_ == How::failures) && leaves_exit_code_zero(s.verdict)) return;
  // Other widths of a builtin mostly fail in the same way; the summary counts them.
  if (how_ == How::live && is_failure(s.verdict) && !failed_builtins_.insert(builtin_text(case_name)).second) return;
  erase_live();
  say(case_text(case_name, s, streams_.out));
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
  say(fmt::format("{}  {} passed, {}", text, passes_, failed));
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
