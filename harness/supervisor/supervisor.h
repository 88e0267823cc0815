// Runs all cases of a run and gives each its verdict. Supervisor deals the jobs in the given order to its workers, which
// write into one journal: a unit runs in the worker's process (unit_runner.h), a group of probe cases in a child of its own
// (probe_children.h). If one worker loses the device for good, the run ends for all, and cases that did not run are
// `missing`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/journal/baseline.h"
#include "harness/supervisor/job.h"
#include "harness/supervisor/probe_children.h"
#include "harness/supervisor/unit_runner.h"

namespace classay {

struct SupervisorOptions {
  UnitRunnerOptions runner;
  // Runs a group and reports each case once, in order. Several threads call it at a time.
  std::function<void(const ProbeGroup& cases, const ReportProbe& report)> run_probes;
  int workers = 1;                           // parallel workers
  std::optional<TimeSource::Time> deadline;  // no job starts after it
  Baseline baseline;                         // results are compared with it
  ReproWords repro;
};

enum class RunEnd : std::uint8_t { complete, out_of_time, unusable, interrupted };

class Supervisor {
 public:
  Supervisor(SupervisorOptions options, RecordSink journal, Record& record, RunListener& listener, Host host = {});

  // Runs all cases of the jobs that have no result, and writes the last record of the journal. Throws what the sink throws.
  RunEnd run(std::span<const Job> jobs);
  std::string why_unusable() const { return state_.why_unusable(); }

 private:
  void deal(std::span<const Job> jobs);
  UnitRunner::Step run_job(const Job& job, UnitRunner& runner, int number);
  UnitRunner::Step run_probes(const ProbeGroup& cases, int number);
  bool is_out_of_time() const { return options_.deadline && host_.time->now() >= *options_.deadline; }
  RunEnd how_it_ended(const std::vector<std::string>& cases) const;
  bool write_ended(const Unit& unit, int width, const std::string& case_name);
  void give_up(std::span<const Job> jobs);

  SupervisorOptions options_;
  Host host_;
  RunState state_;
};

}  // namespace classay
