// Runs test units in workers of its own and contains each abnormal end of a worker:
//
// - Cases of the unit without a result run again, each alone in a fresh worker. A case that was in flight and then passes is
//   a flake. A case that ends its worker again gets that end as its verdict. If the end happened in another call variant,
//   the case runs once more without that variant. The verdict stays, and the journal adds the result of the plain call.
// - A case that fails runs once more, alone and with the same inputs, in a second worker that runs only confirmations: a
//   fresh process costs as much as some units. A case that does not fail there in the same way runs in a fresh one.
//   confirmation.h defines how two outcomes combine and which outcomes prove nothing and are repeated.
// - A worker that ends before its first launch may have ended while it built other builtins of the bundle. That proves
// nothing
//   about the unit, which runs again with its own program.
// - If another process ended the worker, the unit resumes where it stopped. After a stop request no more verdicts are
//   written.
// - A worker whose driver's memory keeps growing is replaced between two tasks.
// - After an abnormal end a fresh process checks whether the device still works (run_state.h).
//
// Host and the sink of RunState are the runner's only connections to the system. unit_runner_test.cpp replaces both and
// lists the behaviour row by row.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/journal/input_list.h"
#include "harness/journal/run_header.h"
#include "harness/journal/stated_limits.h"
#include "harness/journal/task.h"
#include "harness/supervisor/confirmation.h"
#include "harness/supervisor/run_state.h"
#include "harness/supervisor/worker_child.h"

namespace classay {

struct UnitRunnerOptions {
  ChildCommand worker;           // serves tasks (task.h)
  SharedJson device;             // the device that the worker must open
  DeviceFacts facts;             // from the device's own description
  SharedJson build;              // the build that the worker must report
  bool may_be_nameless = false;  // the worker may report no build (stand-ins in tests)
  Task task;                     // common to all tasks: tier, seed, profile, shard
  Editions editions;
  StatedLimits stated;
  InputList inputs;
  WorkerLimits limits;
  std::chrono::milliseconds short_timeout{300'000};  // replaces limits.timeout for a builtin that hung before
  HealthOptions health;
};

class UnitRunner {
 public:
  // `number`: index of this runner in the run. `end`: no unit or case starts after it.
  UnitRunner(const UnitRunnerOptions& options, RunState& state, Host host, int number, std::optional<TimeSource::Time> end);

  enum class Step : std::uint8_t {
    done,
    later,  // the unit lost the device, which is back: run it again after another unit
    stop,
  };
  Step run(const Unit& unit);
  // Dismisses the workers. In an interrupted run it is killed at once, without waiting for the driver's clean-up.
  void retire();

 private:
  using LeftOut = std::map<std::string, Unasked>;

  // First pass: all widths of the unit in one task.
  Step run_first(const Unit& unit);
  bool needs_first(const Unit& unit) const;
  Step record_abnormal(const Unit& unit, const Abnormal& abnormal, bool is_of_bundle, int tries);
  bool waits_once(const Unit& unit, const Abnormal& abnormal);

  // Cases that run alone: after an abnormal end, and to confirm a failure.
  Step run_rest(const Unit& unit);
  Step run_alone(const Unit& unit, int width);
  CaseOutcome first_outcome(const Unit& unit, int width) const;
  static bool can_leave_out(const TaskOutput& output, const LeftOut& left_out);
  void record_alone(const Unit& unit, int width, CaseOutcome first, const TaskOutput& output);
  std::optional<int> culprit(const Unit& unit) const;
  void record_held(const Unit& unit);

  // One task. nullopt: stopped.
  std::optional<TaskOutput> run_task(const Unit& unit, Stage stage, const LeftOut& left_out = {});
  Task task_for(const Unit& unit, Stage stage, const LeftOut& left_out) const;
  bool is_bundled(const Unit& unit, Stage stage) const;
  WorkerEvents events_for(const Unit& unit, Stage stage, TaskOutput& output);
  bool is_part_of_a_stop(const Abnormal& abnormal) const;
  bool should_stop() const;

  using Worker = std::unique_ptr<WorkerChild>;
  Worker& worker_for(Stage stage) { return stage == Stage::confirm ? confirmer_ : worker_; }
  bool open(Worker& worker);  // false: the run stops
  void refuse_another_program(const SharedJson& build) const;
  static void dismiss(Worker& worker);
  bool is_device_healthy(const std::string& after);

  const UnitRunnerOptions& options_;
  RunState& state_;
  Host host_;
  int number_;
  std::optional<TimeSource::Time> end_;
  Worker worker_;
  Worker confirmer_;  // runs only confirmations
  // Good results of cases that were in flight when their unit ended. Their verdicts depend on the other cases of the unit.
  std::map<int, CaseResult> held_;
  std::set<std::string> waited_;  // units that already waited after losing the device
  // Bundles of units that ended before their first launch, perhaps in the compiler. The units left get their own programs.
  std::set<std::size_t> ended_in_;
};

}  // namespace classay
