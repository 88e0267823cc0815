// What all workers of a run write into, and look things up in: the journal, what it says so far, and whoever watches. One at
// a time; a line is in the journal before anyone can read it here.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "harness/journal/baseline.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"

namespace classay {

// Who watches a run. Called by one thread at a time, but for `stop`. Workers are numbered from 0.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void wrote(const Json& line) = 0;                             // each line of the journal
  virtual void started(int worker, const Unit& unit, Stage stage) = 0;  // a task begins
  virtual void progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) = 0;
  virtual bool stop() = 0;  // asked several times a second, by any thread: shall the run be interrupted?
};

// Is the run stopped, now or within half a second? Who stops it may end its children at the same time, as systems do that
// stop a service, and they may be gone before the run hears of it.
bool is_stopped_soon(RunListener& listener);

// What is said of a run in a command that shows a case again, quoted.
struct ReproWords {
  std::string worker;  // "--worker 'ssh BOARD classay' ", or nothing
  std::string folder;  // where no inputs are known
};

class RunBook {
 public:
  RunBook(JournalWriter& journal, Record& record, RunListener& listener, const Baseline& baseline, ReproWords repro);

  // Throw JournalError when the journal can not be written.
  void write(const Json& line, bool durable);
  // Not after a stop was asked for: what stops a run may have ended what its workers need, and who goes on asks again.
  void write_result(Json result);
  void write_attempt(const Unit& unit, int width, const Json& answer);
  void write_start(int worker, const Unit& unit, Stage stage);
  void tell_progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed);
  // The last line: totals, what was left out, and why the device was unusable, if it was.
  void write_end(const std::vector<std::string>& cases);

  bool has_result(const std::string& case_name) const;
  bool has_result(const Unit& unit, int width) const;
  CaseVerdict verdict(const Unit& unit, int width) const;  // precondition: has_result()
  bool has_attempt(const Unit& unit, int width) const;
  Record::Unit known(const Unit& unit) const;
  std::string hung_in(const Unit& unit) const;  // as Record has it
  Json state_for(const Unit& unit, Stage stage) const;

  // The run ends: nobody begins anything more. The first who says why is believed.
  void call_off(const std::string& why_unusable = "");
  bool is_called_off() const { return is_called_off_; }
  std::string why_unusable() const;
  bool is_interrupted() const { return listener_.stop(); }
  bool is_interrupted_soon() const { return is_stopped_soon(listener_); }
  bool is_over() const { return is_called_off() || is_interrupted(); }

 private:
  void write_locked(const Json& line, bool durable);

  mutable std::mutex mutex_;
  JournalWriter& journal_;
  Record& record_;
  RunListener& listener_;
  const Baseline& baseline_;
  ReproWords repro_;
  std::string why_unusable_;
  std::atomic<bool> is_called_off_ = false;
};

}  // namespace classay
