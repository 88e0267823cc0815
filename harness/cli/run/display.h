// Shows a run to the user. A terminal shows one line, updated at least every second, and the first failure of each builtin.
// Elsewhere every case has a line, and so has a long silence. --json prints the journal's records, --quiet only failures.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "harness/cli/commands.h"
#include "harness/cli/run/progress.h"
#include "harness/supervisor/run_state.h"

namespace classay {

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
