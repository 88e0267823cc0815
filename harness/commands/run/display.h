// A run as a person watches it: on a terminal one line that is written over, every second at least, and what fails;
// elsewhere one line a case, and one where nothing was said for long; with --json the journal's lines. In the end a table:
// what failed, worst first, and what took longest.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "harness/commands/commands.h"
#include "harness/commands/run/progress.h"
#include "harness/commands/run/ticker.h"
#include "harness/run/run_book.h"

namespace classay {

class RunDisplay : public RunListener {
 public:
  enum class How : std::uint8_t { live, lines, json };

  // `silence`: after so long, lines say what goes on; 0: never. `stopped`: shall the run end?
  RunDisplay(const Streams& streams, How how, std::chrono::milliseconds silence, RunProgress progress,
             std::function<bool()> stopped);

  void measures(const std::string& case_name);
  void wrote(const Json& line) override;
  void started(int worker, const Unit& unit, Stage stage) override;
  void progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) override;
  bool stop() override;

  void end();  // before anything else is written

 private:
  using Clock = std::chrono::steady_clock;

  void tick();
  void wrote_result(const Json& line);
  void show_live();
  void erase_live();
  void say(const std::string& text);

  Streams streams_;
  How how_;
  std::chrono::milliseconds silence_;
  std::mutex mutex_;  // what follows is written by who runs and by the ticker
  RunProgress progress_;
  std::function<bool()> stopped_;

  Clock::time_point said_ = Clock::now();  // when anything was said last
  bool is_live_shown_ = false;
  std::uint64_t failures_ = 0;  // cases
  bool reader_is_gone_ = false;
  std::optional<Ticker> ticker_;  // ends before what it tells
};

// How a run with these results ends: 4 when the suite itself failed, 1 when something is not as promised, 3 when nothing
// ran.
ExitCode exit_code(const Record& record);

// One line a case.
std::string case_text(const std::string& case_name, const CaseSummary& summary, const Terminal& out);
// The table at the end.
// `worker`: the command of the run's own --worker.
std::string final_text(const Record& record, const Terminal& out, const std::string& worker = {});

}  // namespace classay
