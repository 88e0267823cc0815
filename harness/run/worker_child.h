// A worker as the supervisor meets it: a child that is asked one task at a time and believed nothing. Whatever it does -
// crash, hang, lie, flood - comes back as an Abnormal that says so; results that are not credible never come back at all.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/children/child.h"
#include "harness/ending/blame.h"
#include "harness/protocol/protocol.h"
#include "harness/run/result_check.h"

namespace classay {

// How a task ended that did not end with `done`.
struct Abnormal {
  CaseVerdict verdict = CaseVerdict::harness_error;  // for a case that ends so alone
  Blame blame = Blame::unknown;
  std::string reason;
  std::string log;             // the last of its standard error, a build log
  std::vector<int> in_flight;  // widths that may have caused it; empty: nobody can tell
  std::vector<int> revoked;    // widths whose results, given before, are not to be believed
  std::string form;            // of the call that was being asked; empty: the plain one
  Json ended;                  // how the worker ended, where it ended by itself or hung: the evidence
};

struct WorkerLimits {
  // Without any sign of getting on: a hang. Time in which it was ready and a busy machine did not run it does not count.
  std::chrono::milliseconds timeout{300'000};
  std::uint64_t most_lines = 1'000'000;  // without a result or checkpoint: a flood
};

struct WorkerEvents {
  std::function<void(const Json& result, int width)> result;
  std::function<void(const Json& state)> checkpoint;
  std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t failed)> progress;
  std::function<bool()> stop;  // asked several times a second: shall it be given up?
};

class WorkerChild {
 public:
  // `facts`: what its results have to agree with.
  WorkerChild(const ChildCommand& command, WorkerLimits limits, DeviceFacts facts = {});

  // Waits for it to open its device, and takes what it says of it. An Abnormal when it does not.
  std::optional<Abnormal> open(const std::function<bool()>& stop);
  const Json& device() const { return device_; }
  const Json& build() const { return build_; }  // of the program that it is; null: it does not say

  struct End {
    bool stopped = false;              // `stop` said so
    std::optional<Abnormal> abnormal;  // neither: done, with a result for each width
    bool is_worn = false;              // done, and a fresh worker should have the next task
  };
  // After anything but `done` the child is dead. `silence`: how long it may show no sign of getting on; nullopt: as long as
  // its limits say. `may_be_part`: as in Assignment.
  End ask(const Task& task, const WorkerEvents& events, bool may_be_part,
          std::optional<std::chrono::milliseconds> silence = {});

  // No more tasks: it may clean up and go, for as long as it may stay silent.
  void dismiss();

 private:
  struct Dialogue;
  enum class Next : std::uint8_t { line, stopped, abnormal };

  Next next_line(const std::function<bool()>& stop, Json& line, Abnormal& abnormal);
  Abnormal died();
  Abnormal hung();
  Abnormal attributed(const ChildEnd& end) const;
  Abnormal misbehaved(const std::string& how);
  Abnormal in_trouble(const Json& line);
  bool take(const Json& line, Dialogue& dialogue);
  void take_result(const Json& line, Dialogue& dialogue);
  void got_on();
  void excuse_waiting();
  bool has_more_time();

  WorkerLimits limits_;
  DeviceFacts facts_;
  std::chrono::milliseconds silence_;
  std::unique_ptr<ChildProcess> child_;
  Process::Clock::time_point last_sign_;
  Process::Clock::time_point last_excuse_;  // up to then it is known how long it waited for a processor
  Process::Clock::duration waited_{};       // for a processor, since the last sign
  Process::Clock::time_point deadline_;
  std::uint64_t idle_lines_ = 0;
  Json device_;
  Json build_;
};

}  // namespace classay
