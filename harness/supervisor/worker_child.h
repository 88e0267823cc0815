// Runs one task at a time in a worker process and trusts none of its output. A crash, hang, contradiction or flood is
// returned as an Abnormal; results that are not credible are never returned.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "harness/journal/message.h"
#include "harness/journal/unit.h"
#include "harness/process/blame.h"
#include "harness/supervisor/child_process.h"
#include "harness/supervisor/result_check.h"

namespace classay {

struct Task;

// How a task ended without `done`.
struct Abnormal {
  CaseVerdict verdict = CaseVerdict::harness_error;  // for a case that ends alone in this way
  Blame blame = Blame::unknown;
  std::string reason;
  std::string log;             // the last part of its standard error, a build log
  std::vector<int> in_flight;  // widths that may have caused it; empty: unknown
  std::vector<int> revoked;    // widths whose earlier results are not credible
  std::string form;            // the call variant in flight; empty: the plain call
  SharedJson ended;            // how the worker ended, if it ended by itself or hung: the evidence
};

struct WorkerLimits {
  // Longest time without progress; more is a hang. Time in which the worker was ready but the machine ran other processes
  // does not count.
  std::chrono::milliseconds timeout{300'000};
  std::uint64_t most_lines = 1'000'000;  // without a result or checkpoint; more is a flood
};

struct WorkerEvents {
  std::function<void(const CaseResult& result, int width)> result;
  std::function<void(const SharedJson& state)> checkpoint;
  std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t failed)> progress;
  std::function<bool()> stop;  // polled several times a second: true gives the task up
};

class WorkerChild {
 public:
  WorkerChild(const Host& host, const ChildCommand& command, WorkerLimits limits, DeviceFacts facts = {});

  // Waits until the worker has opened its device, and reads the device's description. Returns an Abnormal on failure.
  std::optional<Abnormal> open(const std::function<bool()>& stop);
  const message::Hello& hello() const { return hello_; }  // after open() without an Abnormal

  struct End {
    bool stopped = false;              // on request of `stop`
    std::optional<Abnormal> abnormal;  // neither: done, with a result for each width
    bool is_worn = false;              // done, and the next task needs a fresh worker
  };
  // After any end except `done` the child is dead. `silence`: longest time without progress; nullopt: the timeout of its
  // limits. `may_be_part`: as in Assignment.
  End ask(const Task& task, const WorkerEvents& events, bool may_be_part,
          std::optional<std::chrono::milliseconds> silence = {});

  // No more tasks: the worker may clean up and exit within its timeout.
  void dismiss();

 private:
  struct Dialogue;
  struct Stopped {};
  struct Line {
    message::Any message;
    std::string text;  // shortened, for reasons
  };
  using Next = std::variant<Line, Stopped, Abnormal>;

  Next next_line(const std::function<bool()>& stop);
  Abnormal died();
  Abnormal hung();
  Abnormal attributed(const ChildEnd& end) const;
  Abnormal misbehaved(const std::string& how);
  Abnormal in_trouble(const message::Trouble& trouble);
  bool take(const Line& line, Dialogue& dialogue);
  void take(const message::Hello& hello, const std::string& text, Dialogue& dialogue);
  void take(const message::Launch& launch, const std::string& text, Dialogue& dialogue);
  void take(const message::Form& form, const std::string& text, Dialogue& dialogue);
  void take(const message::Progress& progress, const std::string& text, Dialogue& dialogue);
  void take(const message::Checkpoint& checkpoint, const std::string& text, Dialogue& dialogue);
  void take(const message::Result& result, const std::string& text, Dialogue& dialogue);
  void take(const message::Done& done, const std::string& text, Dialogue& dialogue);
  void take(const message::Trouble& trouble, const std::string& text, Dialogue& dialogue);
  void got_on();
  void excuse_waiting();
  bool has_more_time();

  TimeSource& time_;
  WorkerLimits limits_;
  DeviceFacts facts_;
  std::chrono::milliseconds silence_;
  std::unique_ptr<ChildProcess> child_;
  TimeSource::Time last_sign_;
  TimeSource::Time last_excuse_;   // waiting time for a processor is known up to here
  TimeSource::Duration waited_{};  // time spent waiting for a processor since the last sign of progress
  TimeSource::Time deadline_;
  std::uint64_t idle_lines_ = 0;
  message::Hello hello_;
};

}  // namespace classay
