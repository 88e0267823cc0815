// A run as a person watches it: on a terminal one line that is written over, and what fails; elsewhere one line a case; with
// --json the journal's lines. In the end a table: what failed, worst first, and what took longest.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "harness/commands/commands.h"
#include "harness/run/run_book.h"

namespace classay {

class RunDisplay : public RunListener {
 public:
  enum class How : std::uint8_t { live, lines, json };

  // `weights`: of each unit, what share of the run it is. `stopped`: shall the run end?
  RunDisplay(const Streams& streams, How how, std::function<double(const Unit&)> weight, double total_weight,
             std::function<bool()> stopped);

  void wrote(const Json& line) override;
  void started(int worker, const Unit& unit, Stage stage) override;
  void progress(int worker, std::uint64_t done, std::uint64_t total, std::uint64_t failed) override;
  bool stop() override;

  void clear_live();  // before anything else is written

 private:
  using Clock = std::chrono::steady_clock;

  // What a worker is at.
  struct Task {
    std::string name;
    Stage stage = Stage::first;
    double weight = 0;
    Clock::time_point start;  // of the progress that was seen
    std::optional<std::uint64_t> first_done;
    std::uint64_t done = 0;
    std::uint64_t total = 0;

    double share() const { return total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total); }
    double rate() const;  // inputs a second
  };

  void wrote_result(const Json& line);
  void show_live();
  void say(const std::string& text);

  Streams streams_;
  How how_;
  std::function<double(const Unit&)> weight_;
  double total_weight_;
  std::function<bool()> stopped_;

  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_;
  bool is_live_shown_ = false;
  std::map<int, Task> tasks_;  // by worker
  int latest_ = 0;             // who was heard of last
  double weight_done_ = 0;
  std::uint64_t failures_ = 0;  // cases
  bool reader_is_gone_ = false;
};

// How a run with these results ends: 4 when the suite itself failed, 1 when something is not as promised, 3 when nothing
// ran.
ExitCode exit_code(const Record& record);

// One line a case.
std::string case_text(const std::string& case_name, const CaseSummary& summary, const Terminal& out);
// The table at the end.
std::string final_text(const Record& record, const Terminal& out);

}  // namespace classay
