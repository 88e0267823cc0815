// Runs all cases of a run and gives each its verdict. Supervisor deals the units in the given order to runners
// (unit_runner.h), one per parallel worker, which write into one journal. If one runner loses the device for good, the run
// ends for all, and cases that did not run are `missing`.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/journal/baseline.h"
#include "harness/supervisor/unit_runner.h"

namespace classay {

struct SupervisorOptions {
  UnitRunnerOptions runner;
  int workers = 1;                           // parallel workers
  std::optional<TimeSource::Time> deadline;  // no unit starts after it
  Baseline baseline;                         // results are compared with it
  ReproWords repro;
};

enum class RunEnd : std::uint8_t { complete, out_of_time, unusable, interrupted };

class Supervisor {
 public:
  Supervisor(SupervisorOptions options, RecordSink journal, Record& record, RunListener& listener, Host host = {});

  // Runs all cases of the units that have no result, and writes the last record of the journal. `probe_cases`: the run's
  // other cases, some of which may have no result at the deadline. Throws what the sink throws.
  RunEnd run(const std::vector<Unit>& units, const std::vector<std::string>& probe_cases);
  std::string why_unusable() const { return state_.why_unusable(); }

 private:
  bool is_finished(const Unit& unit) const;
  void deal(const std::vector<Unit>& units);
  RunEnd how_it_ended(const std::vector<std::string>& cases) const;
  void give_up(const std::vector<Unit>& units);

  SupervisorOptions options_;
  Host host_;
  RunState state_;
};

}  // namespace classay
