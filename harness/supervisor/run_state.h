// Serialises what all workers of a run share: the journal, its contents so far, and the listener. A record is in the journal
// before any reader can see it here. Checks the device's health for all of them.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "harness/journal/baseline.h"
#include "harness/journal/case_result.h"
#include "harness/journal/journal.h"
#include "harness/journal/record.h"
#include "harness/supervisor/child_process.h"

namespace classay {

// Observes a run. One thread calls at a time, except for `stop`. Workers are numbered from 0.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void wrote(const JournalRecord& record) = 0;                  // each record of the journal
  virtual void started(int worker, const Unit& unit, Stage stage) = 0;  // a task starts
  virtual void started_probe(int worker, const std::string& case_name) = 0;
  virtual void progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) = 0;
  virtual bool stop() = 0;  // polled several times a second, by any thread: true interrupts the run
};

// Returns whether the run stops now or within half a second. A service manager may end the children at the same moment,
// before the run receives its own signal.
bool is_stopped_soon(RunListener& listener, TimeSource& time = system_time());

// Appends a record to the journal. `durable`: it is on the disk on return. Throws JournalError when it cannot be written.
using RecordSink = std::function<void(const Json& record, bool durable)>;
RecordSink sink_of(JournalWriter& journal);

// Quoted parts of the command that reproduces a case.
struct ReproWords {
  std::string worker;  // "--remote 'ssh BOARD classay' ", or nothing
  std::string folder;  // used when no inputs are known
};

class RunState {
 public:
  RunState(RecordSink journal, Record& record, RunListener& listener, const Baseline& baseline, ReproWords repro,
           TimeSource& time = system_time());

  // These functions throw what the sink throws.
  void write(const JournalRecord& record);
  // Writes nothing after a stop request, which may have ended processes that the workers need. A resumed run repeats the
  // cases.
  void write_result(CaseResult result);
  void write_attempt(const Unit& unit, int width, const CaseResult& result);
  void write_start(int worker, const Unit& unit, Stage stage);
  void report_probe(int worker, const std::string& case_name);
  void report_progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed);
  // Writes the last record: totals, cases left out, and why the device was unusable, if it was.
  void write_end(const std::vector<std::string>& cases);

  bool has_result(const std::string& case_name) const;
  bool has_result(const Unit& unit, int width) const;
  CaseVerdict verdict(const Unit& unit, int width) const;  // precondition: has_result()
  bool has_attempt(const Unit& unit, int width) const;
  Record::Unit known(const Unit& unit) const;
  std::string hung_in(const Unit& unit) const;  // as in Record
  SharedJson state_for(const Unit& unit, Stage stage) const;

  // Ends the run: nothing new starts. The first reason given is kept.
  void call_off(const std::string& why_unusable = "");
  bool is_called_off() const { return is_called_off_; }
  std::string why_unusable() const;
  bool is_interrupted() const { return listener_.stop(); }
  bool is_interrupted_soon() const { return is_stopped_soon(listener_, time_); }
  bool is_over() const { return is_called_off() || is_interrupted(); }

 private:
  void write_locked(const JournalRecord& record, bool durable);

  mutable std::mutex mutex_;
  RecordSink journal_;
  Record& record_;
  RunListener& listener_;
  const Baseline& baseline_;
  ReproWords repro_;
  TimeSource& time_;
  std::string why_unusable_;
  std::atomic<bool> is_called_off_ = false;
};

struct HealthOptions {
  ChildCommand probe;   // exit code 0: the device works
  std::string recover;  // shell command, run before the second check of each loss; empty: none
  // Resetting a device takes seconds; rebooting its machine takes minutes.
  std::chrono::milliseconds recover_timeout{15 * 60'000};
  std::chrono::milliseconds timeout{60'000};
  std::vector<std::chrono::milliseconds> back_off;  // the wait before each further check
};

// Checks in a fresh process whether the device still works after a failure. If it does not, the check repeats after growing
// delays and finally calls the run off. `after`: the failure that preceded. Each check writes a journal record. false: the
// run is over, possibly called off here.
bool is_device_healthy(const HealthOptions& options, RunState& state, const Host& host, const std::string& after);

}  // namespace classay
