#include "harness/supervisor/run_state.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/text/shell_word.h"

namespace classay {
namespace {

const std::string kRepro = "classay repro ";

}  // namespace

bool is_stopped_soon(RunListener& listener, TimeSource& time) {
  constexpr std::chrono::milliseconds kLate{500};
  constexpr std::chrono::milliseconds kSlice{5};
  const TimeSource::Time end = time.now() + kLate;
  while (!listener.stop() && time.now() < end) time.sleep(kSlice);
  return listener.stop();
}

RecordSink sink_of(JournalWriter& journal) {
  return [&journal](const Json& record, bool durable) {
    journal.append(record);
    if (durable) journal.sync();
  };
}

RunState::RunState(RecordSink journal, Record& record, RunListener& listener, const Baseline& baseline, ReproWords repro,
                   TimeSource& time)
    : journal_(std::move(journal)),
      record_(record),
      listener_(listener),
      baseline_(baseline),
      repro_(std::move(repro)),
      time_(time) {}

void RunState::write_locked(const JournalRecord& record, bool durable) {
  journal_(to_json(record), durable);
  record_.apply(record);
  listener_.wrote(record);
}

// Records that a resumed run needs are on the disk at once.
void RunState::write(const JournalRecord& record) {
  const bool is_durable = !std::holds_alternative<StartRecord>(record) && !std::holds_alternative<HealthRecord>(record);
  const std::scoped_lock lock(mutex_);
  write_locked(record, is_durable);
}

void RunState::write_result(CaseResult result) {
  if (is_interrupted()) return;
  const std::string told = result.repro.value_or("");
  if (!leaves_exit_code_zero(result.verdict) && told.empty()) {
    result.repro = kRepro + repro_.worker + repro_.folder + " " + shell_word(result.case_name);
  } else if (told.starts_with(kRepro)) {  // from a worker, which does not know how it was reached
    result.repro = kRepro + repro_.worker + told.substr(kRepro.size());
  }
  result.to_confirm.reset();  // already confirmed, or cannot be confirmed
  write(baseline_.held_against(std::move(result), today()));
}

void RunState::write_attempt(const Unit& unit, int width, const CaseResult& result) {
  if (!is_interrupted()) write(AttemptRecord{.unit = name(unit), .width = width, .answer = result});
}

void RunState::write_start(int worker, const Unit& unit, Stage stage) {
  const std::scoped_lock lock(mutex_);
  write_locked(start_of(unit, stage), false);
  listener_.started(worker, unit, stage);
}

void RunState::report_probe(int worker, const std::string& case_name) {
  const std::scoped_lock lock(mutex_);
  listener_.started_probe(worker, case_name);
}

void RunState::report_progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) {
  const std::scoped_lock lock(mutex_);
  listener_.progress(worker, done, total, failed);
}

void RunState::write_end(const std::vector<std::string>& cases) {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> left_out;
  for (const std::string& c : cases) {
    if (!record_.cases().contains(c)) left_out.push_back(c);
  }
  EndRecord end = end_of(record_, std::move(left_out), baseline_.stale());
  end.unusable = why_unusable_;
  write_locked(end, true);
}

bool RunState::has_result(const std::string& case_name) const {
  const std::scoped_lock lock(mutex_);
  return record_.has_result(case_name);
}

bool RunState::has_result(const Unit& unit, int width) const {
  const std::scoped_lock lock(mutex_);
  return record_.has_result(name(case_of(unit, width)));
}

CaseVerdict RunState::verdict(const Unit& unit, int width) const {
  const std::scoped_lock lock(mutex_);
  return record_.cases().at(name(case_of(unit, width))).verdict;
}

bool RunState::has_attempt(const Unit& unit, int width) const {
  const std::scoped_lock lock(mutex_);
  return record_.has_attempt(name(unit), width);
}

Record::Unit RunState::known(const Unit& unit) const {
  const std::scoped_lock lock(mutex_);
  return record_.unit(name(unit));
}

std::string RunState::hung_in(const Unit& unit) const {
  const std::scoped_lock lock(mutex_);
  return record_.hung_in(name(unit));
}

SharedJson RunState::state_for(const Unit& unit, Stage stage) const {
  const std::scoped_lock lock(mutex_);
  return record_.state_for(name(unit), unit.widths, stage);
}

void RunState::call_off(const std::string& why_unusable) {
  const std::scoped_lock lock(mutex_);
  if (why_unusable_.empty()) why_unusable_ = why_unusable;
  is_called_off_ = true;
}

std::string RunState::why_unusable() const {
  const std::scoped_lock lock(mutex_);
  return why_unusable_;
}

namespace {

using std::chrono::milliseconds;

struct Finding {
  bool is_healthy = false;
  std::string how;      // how the probe ended
  std::string message;  // from the probe
  std::string text() const { return message.empty() ? how : how + ": " + message; }
  const std::string& why() const { return message.empty() ? how : message; }
};

// Returns the message in a probe's output, which is text or an object.
std::string message_of(const std::string& output) {
  const Json object = read_json_if(output).value_or(Json());
  if (!object.is_object()) return output;
  const auto message = object.find("message");
  return message != object.end() && message->is_string() ? message->get<std::string>() : std::string();
}

// A multi-line message, for example a build log, does not fit into a sentence; the journal has all of it.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// false: the run ended in the meantime.
bool sleep(milliseconds duration, const RunState& state, TimeSource& time) {
  const auto end = time.now() + duration;
  while (time.now() < end && !state.is_over()) {
    time.sleep(std::min<TimeSource::Duration>(end - time.now(), milliseconds(50)));
  }
  return !state.is_over();
}

// Throws HarnessError for a probe that fails by its own fault, because that proves nothing about the device.
std::string how_it_ended(const ChildProcess& probe, const ChildEnd& end) {
  if (end.exit.clean() && !end.is_lost) return end.exit.text();
  if (end.is_meant) return "exit code " + std::to_string(end.exit.code);
  if (end.how.blame == Blame::ours) {
    throw HarnessError("the check of the device failed: " + end.how.sentence);
  }
  const std::string words = probe.last_error();
  return words.empty() ? end.how.sentence : end.how.sentence + ": " + words;
}

struct Output {
  std::string last_line;
  std::optional<ChildEnd> end;  // nullopt: it still ran at the deadline, or the run ended
};

// Reads a child's output until the child ends, the deadline passes or the run ends.
Output read_all(ChildProcess& child, TimeSource::Time deadline, const RunState& state, TimeSource& time) {
  Output output;
  auto last_read = Process::Read::line;
  std::string line;
  const auto may_have_more = [&] { return last_read == Process::Read::line || last_read == Process::Read::timeout; };
  while (may_have_more() && time.now() < deadline && !state.is_over()) {
    last_read = child.read_line(line, std::min(deadline, time.now() + milliseconds(100)));
    if (last_read == Process::Read::line) output.last_line = line;
  }
  if (last_read == Process::Read::end) output.end = child.ended(deadline);
  if (output.end && output.end->stayed) output.end.reset();
  return output;
}

// nullopt: the run ended in the meantime.
std::optional<Finding> run_probe(const HealthOptions& options, const RunState& state, const Host& host) {
  const std::unique_ptr<ChildProcess> probe = host.start(options.probe);
  probe->close_input();
  const auto [last_line, end] = read_all(*probe, host.time->now() + options.timeout, state, *host.time);
  // Another process ended the probe and may be about to stop the run.
  if (end && (end->is_lost || end->exit.is_stopped_from_outside()) && state.is_interrupted_soon()) return std::nullopt;
  if (state.is_over()) return std::nullopt;
  return Finding{.is_healthy = end && end->exit.clean() && !end->is_lost,
                 .how = end ? how_it_ended(*probe, *end) : "no result from the device: it hangs",
                 .message = message_of(last_line)};
}

// Runs the command in a shell and keeps its last line for the journal.
std::string recover(const HealthOptions& options, const RunState& state, const Host& host) {
  const std::unique_ptr<ChildProcess> shell =
      host.start({.words = {"/bin/sh", "-c", options.recover + "\n"}, .connection = {}});
  shell->close_input();
  const auto [last_line, end] = read_all(*shell, host.time->now() + options.recover_timeout, state, *host.time);
  return "the command of --recover " + (end ? "ended with " + end->exit.text() : std::string("was stopped")) +
         (last_line.empty() ? "" : ": " + last_line);
}

}  // namespace

bool is_device_healthy(const HealthOptions& options, RunState& state, const Host& host, const std::string& after) {
  const auto write = [&](bool is_healthy, const std::string& message) {
    state.write(HealthRecord{.healthy = is_healthy, .message = message, .after = after});
  };
  for (std::size_t attempt = 0;; ++attempt) {
    const std::optional<Finding> found = run_probe(options, state, host);
    if (!found) return false;
    write(found->is_healthy, found->text());
    if (found->is_healthy) return true;
    if (attempt == 0 && !options.recover.empty()) write(false, recover(options, state, host));
    if (attempt == options.back_off.size()) {
      state.call_off("the device does not respond any more (" + first_line(found->why()) + ") since " + first_line(after));
      return false;
    }
    if (!sleep(options.back_off[attempt], state, *host.time)) return false;
  }
}

}  // namespace classay
