// Shows a run to the user. A terminal shows one line, updated at least every second, and the first failure of each builtin.
// Elsewhere every case has a line, and so has a long silence. --json prints the journal's records, --quiet only failures.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/journal/record.h"
#include "harness/supervisor/run_state.h"

namespace classay {

// Estimates the progress of a run: the running case, its time, and the time left. A hanging case affects only its own time.

std::string time_text(double seconds);  // "1.3 s", "2:05 min"
// "1 %  clc/math/fmod/f64/default, 12.0 s": the status of a run.
class RunProgress {
 public:
  using Clock = std::chrono::steady_clock;

  // The expected times of the parts of the run, in any unit.
  struct Weights {
    std::function<double(const Unit&)> of_unit;
    double of_probe_case = 0;
    double total = 0;
  };
  explicit RunProgress(Weights weights, Clock::time_point start = Clock::now());

  void started_probe(int worker, const std::string& case_name, Clock::time_point now = Clock::now());
  void started(int worker, const Unit& unit, Stage stage, Clock::time_point now = Clock::now());
  void progress(int worker, std::uint64_t done, std::uint64_t total, Clock::time_point now = Clock::now());

  double share() const;                                          // share of the complete run
  std::optional<double> seconds_left() const;                    // nullopt: unknown
  std::string text(Clock::time_point now = Clock::now()) const;  // empty: nothing has run

 private:
  struct Task {
    std::string name;
    Stage stage = Stage::first;
    double weight = 0;
    Clock::time_point start;
    Clock::time_point first_seen;  // the first reported progress
    std::optional<std::uint64_t> first_done;
    std::uint64_t done = 0;
    std::uint64_t total = 0;

    double share() const { return total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total); }
    double rate(Clock::time_point now) const;  // inputs per second
  };
  double weight_under_way() const;
  void start(int worker, Task task);  // ends the worker's previous task

  Weights weights_;
  Clock::time_point start_;
  std::map<int, Task> tasks_;  // by worker
  double weight_done_ = 0;     // of finished units
  double done_after_ = 0;      // seconds spent on them
};

// Calls a function at intervals, in its own thread, until destroyed.
class Ticker {
 public:
  Ticker(std::chrono::milliseconds period, std::function<void()> tick)
      : thread_([this, period, tick = std::move(tick)](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, stop, period, [&] { return stop.stop_requested(); })) tick();
        }) {}
  // Not inline: GCC 14 warns wrongly about an uninitialised thread if it can inline the destructor into an optional Ticker.
  [[gnu::noinline]] ~Ticker() {}  // NOLINT(modernize-use-equals-default)
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // ends before the members that it waits with
};

class RunDisplay : public RunListener {
 public:
  enum class How : std::uint8_t { live, lines, failures, json };

  // `silence`: time without output before a status line; 0: no status lines. `stopped`: returns whether the run must end.
  RunDisplay(const Streams& streams, How how, std::chrono::milliseconds silence, RunProgress progress,
             std::function<bool()> stopped);

  void wrote(const JournalRecord& record) override;
  void started(int worker, const Unit& unit, Stage stage) override;
  void started_probe(int worker, const std::string& case_name) override;
  void progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) override;
  bool stop() override;

  void end();  // before any other output

 private:
  using Clock = std::chrono::steady_clock;

  void tick();
  void wrote_one(const CaseResult& result);
  void wrote_one(const HealthRecord& health);
  void wrote_one(const AbnormalRecord& abnormal);
  void wrote_one(const auto& /*other*/) {}
  void warn(std::string_view kind, const std::string& what);
  void show_live();
  void erase_live();
  void say(const std::string& text);

  Streams streams_;
  How how_;
  std::chrono::milliseconds silence_;
  std::mutex mutex_;  // guards the members below; the run and the ticker write them
  RunProgress progress_;
  std::function<bool()> stopped_;

  Clock::time_point said_ = Clock::now();  // time of the last output
  bool is_live_shown_ = false;
  std::uint64_t passes_ = 0;    // cases
  std::uint64_t failures_ = 0;  // cases
  std::set<std::string> failed_builtins_;
  bool reader_is_gone_ = false;
  std::optional<Ticker> ticker_;  // ends before the members that it prints
};

}  // namespace classay
