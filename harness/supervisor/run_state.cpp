#include "harness/supervisor/run_state.h"

#include <chrono>
#include <nlohmann/json.hpp>

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

}  // namespace classay
