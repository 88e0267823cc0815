// A caretaker runs units in a worker of its own and contains each abnormal end of that worker:
//
// - Cases of the unit without a result run again, each alone in a fresh worker. A case that was in flight and then passes is
//   a flake. A case that ends its worker again gets that end as its verdict. If the end happened in another call variant,
//   the case runs once more without that variant. The verdict stays, and the journal adds the result of the plain call.
// - A case that fails runs once more, alone in a fresh worker, with the same inputs. two_answers.h defines how two outcomes
//   combine and which outcomes prove nothing and are repeated.
// - If another process ended the worker, the unit resumes where it stopped. After a stop request no more verdicts are
//   written.
// - A worker whose driver's memory keeps growing is replaced between two tasks.
// - After an abnormal end a fresh process checks whether the device still works (device_health.h).
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/journal/editions.h"
#include "harness/journal/stated_limits.h"
#include "harness/journal/task.h"
#include "harness/supervisor/device_health.h"
#include "harness/supervisor/run_book.h"
#include "harness/supervisor/two_answers.h"
#include "harness/supervisor/worker_child.h"

namespace classay {

struct CaretakerOptions {
  ChildCommand worker;           // serves tasks (task.h)
  Json device;                   // the device that the worker must open
  DeviceFacts facts;             // from the device's own description
  Json build;                    // the build that the worker must report
  bool may_be_nameless = false;  // the worker may report no build (stand-ins in tests)
  Task question;                 // common to all tasks: tier, seed, profile, shard
  Editions editions;
  StatedLimits stated;
  WorkerLimits limits;
  std::chrono::milliseconds short_timeout{300'000};  // replaces limits.timeout for a builtin that hung before
  HealthOptions health;
};

class Caretaker {
 public:
  using Clock = std::chrono::steady_clock;

  // `number`: index of this caretaker in the run. `end`: no unit or case starts after it.
  Caretaker(const CaretakerOptions& options, RunBook& book, int number, std::optional<Clock::time_point> end);

  enum class Step : std::uint8_t {
    done,
    later,  // the unit lost the device, which is back: run it again after another unit
    stop,
  };
  Step run_unit(const Unit& unit);
  // Dismisses the worker. In an interrupted run it is killed at once, without waiting for the driver's clean-up.
  void retire();

 private:
  Step ask_first(const Unit& unit);
  Step ask_rest(const Unit& unit);
  Step ask_alone(const Unit& unit, int width);
  Step settle_abnormal(const Unit& unit, const Abnormal& abnormal, int asked);
  Outcome first_outcome(const Unit& unit, int width) const;
  void settle_alone(const Unit& unit, int width, Outcome first, const TaskAnswer& answer);
  void settle_held(const Unit& unit);
  std::optional<int> culprit(const Unit& unit) const;
  using LeftOut = std::map<std::string, Unasked>;
  static bool can_leave_out(const TaskAnswer& answer, const LeftOut& left_out);
  std::optional<TaskAnswer> ask(const Unit& unit, Stage stage, const LeftOut& left_out = {});  // nullopt: stopped
  Task task_for(const Unit& unit, Stage stage, const LeftOut& left_out) const;

  bool is_part_of_a_stop(const Abnormal& abnormal) const;
  bool open_worker();  // false: the run stops
  void refuse_another_program(const Json& build) const;
  void dismiss_worker();
  bool is_device_healthy(const std::string& after);
  bool waits_once(const Unit& unit, const Abnormal& abnormal);
  bool should_stop() const;
  bool needs_first(const Unit& unit) const;

  const CaretakerOptions& options_;
  RunBook& book_;
  int number_;
  std::optional<Clock::time_point> end_;
  std::unique_ptr<WorkerChild> worker_;
  // Good results of cases that were in flight when their unit ended. Their verdicts depend on the other cases of the unit.
  std::map<int, Json> held_;
  std::set<std::string> waited_;  // units that already waited after losing the device
};

}  // namespace classay
