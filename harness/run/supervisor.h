// The supervisor: takes units one after the other through workers, and sees to it that every case gets the verdict that it
// deserves. A worker that ends abnormally costs the case in flight, not the run:
//
// - The cases of its unit that have no result are asked again, each alone in a fresh worker. One that was in flight and then
//   passes is a flake; one that ends abnormally again has that for a verdict.
// - A case that fails is asked once more, alone in a fresh worker, with the same inputs: another outcome is a flake.
// - After an abnormal end a fresh process looks whether the device still answers; when it does not, even after waiting, the
//   run is given up, and what was not asked is `missing`.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/baseline.h"
#include "harness/run/journal.h"
#include "harness/run/record.h"
#include "harness/run/worker_child.h"

namespace classay {

struct SupervisorOptions {
  std::vector<std::string> worker;  // the command that serves tasks (protocol.h)
  std::vector<std::string> probe;   // exit code 0: the device answers
  Json device;                      // what the worker's device has to be
  Task question;                    // of every task: tier, seed, edition, profile, shard
  WorkerLimits limits;
  std::chrono::milliseconds probe_timeout{60'000};
  std::vector<std::chrono::milliseconds> back_off;  // how long to wait before the device is looked at again
  std::optional<std::chrono::milliseconds> time_budget;
  Baseline baseline;  // that results are held against
  std::string repro;  // what a result gets for `repro` when it has none, before the name of the case
};

// Who watches a run.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void wrote(const Json& line) = 0;                 // each line of the journal
  virtual void started(const Unit& unit, Stage stage) = 0;  // a task begins
  virtual void progress(std::uint64_t done, std::uint64_t total, std::uint64_t failed) = 0;
  virtual bool stop() = 0;  // asked several times a second: shall the run be interrupted?
};

enum class RunEnd : std::uint8_t { complete, out_of_time, unusable, interrupted };

class Supervisor {
 public:
  Supervisor(SupervisorOptions options, JournalWriter& journal, Record& record, RunListener& listener);

  // Every unit, but for cases that have a result already. Throws JournalError when the journal can not be written.
  RunEnd run(const std::vector<Unit>& units);
  const std::string& why_unusable() const { return why_unusable_; }

 private:
  enum class Step : std::uint8_t { done, stop };
  struct Answer;

  Step run_unit(const Unit& unit);
  Step ask_first(const Unit& unit);
  Step ask_alone(const Unit& unit, int width);
  Step settle_abnormal(const Unit& unit, const Abnormal& abnormal);
  void settle_alone(const Unit& unit, int width, Stage stage, const Answer& answer);
  Json confirmed(const Json& attempt, const Answer& answer, const std::string& case_name) const;
  std::optional<Answer> ask(const Unit& unit, Stage stage);  // nullopt: stopped

  bool open_worker();  // false: the run stops
  bool is_device_healthy(const std::string& after);
  bool sleep(std::chrono::milliseconds time);
  bool should_stop();

  bool needs_first(const Unit& unit);
  bool has_result(const Unit& unit, int width) const;
  bool is_suspect(const Unit& unit, int width);
  void write(const Json& line, bool durable);
  void write_result(Json result);
  void give_up(const std::vector<Unit>& units);
  void write_end(const std::vector<Unit>& units, RunEnd end);
  RunEnd run_all(const std::vector<Unit>& units);

  SupervisorOptions options_;
  JournalWriter& journal_;
  Record& record_;
  RunListener& listener_;
  std::unique_ptr<WorkerChild> worker_;
  std::chrono::steady_clock::time_point start_;
  std::string why_unusable_;
};

// What differs between two descriptions of a device, of what makes it the same device with the same driver.
std::vector<std::string> device_differences(const Json& was, const Json& is);

}  // namespace classay
