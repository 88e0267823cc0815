// A caretaker takes units through a worker of its own. A worker that ends abnormally costs the case in flight, not the run:
//
// - The cases of its unit that have no result are asked again, each alone in a fresh worker. One that was in flight and then
//   passes is a flake; one that ends abnormally again has that for a verdict. Where it does so in another form of the call,
//   it is asked once more without that form: the verdict stays, and has what the plain call gave beside it.
// - A case that fails is asked once more, alone in a fresh worker, with the same inputs. What two answers mean, and which of
//   them prove nothing and are asked again, two_answers.h has.
// - A worker that was ended from outside says nothing of its unit, which goes on where it was; and who was asked to stop
//   writes no more verdicts.
// - A worker whose driver keeps more and more memory is renewed between two tasks.
// - After an abnormal end a fresh process looks whether the device still answers (device_health.h).
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/journal/stated_limits.h"
#include "harness/protocol/editions.h"
#include "harness/run/device_health.h"
#include "harness/run/run_book.h"
#include "harness/run/two_answers.h"
#include "harness/run/worker_child.h"

namespace classay {

struct CaretakerOptions {
  ChildCommand worker;           // serves tasks (protocol.h)
  Json device;                   // what the worker's device has to be
  DeviceFacts facts;             // from its own description
  Json build;                    // what the worker has to be
  bool may_be_nameless = false;  // it need not say that: a stand-in
  Task question;                 // of every task: tier, seed, profile, shard
  Editions editions;
  StatedLimits stated;
  WorkerLimits limits;
  std::chrono::milliseconds short_timeout{300'000};  // instead of that of the limits, for a builtin that hung before
  HealthOptions health;
};

class Caretaker {
 public:
  using Clock = std::chrono::steady_clock;

  // `number`: among the caretakers of the run. `end`: when nothing more is begun.
  Caretaker(const CaretakerOptions& options, RunBook& book, int number, std::optional<Clock::time_point> end);

  enum class Step : std::uint8_t {
    done,
    later,  // the unit lost the device, which is back: run it again after another unit
    stop,
  };
  Step run_unit(const Unit& unit);
  // Lets the worker go. Of an interrupted run it is killed: nobody waits for a driver to clean up.
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
  // Good results of cases that were in flight when their unit ended: what they mean is known when all of those are asked.
  std::map<int, Json> held_;
  std::set<std::string> waited_;  // units that ran again after another one, having lost the device
};

}  // namespace classay
