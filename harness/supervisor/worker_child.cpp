#include "harness/supervisor/worker_child.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/journal/task.h"

namespace classay {
namespace {

using std::chrono::milliseconds;

// How often `stop` is polled.
constexpr milliseconds kSlice{100};
// A fast builtin launches 10,000 times a second. A reader that wakes for each record would compete with the device.
constexpr milliseconds kBreath{1};

std::string shortened(const std::string& text) { return text.size() <= 200 ? text : text.substr(0, 200) + "..."; }

}  // namespace

struct WorkerChild::Dialogue {  // NOLINT(bugprone-exception-escape): as Abnormal
  const Task& task;
  const WorkerEvents& events;
  bool may_be_part = false;
  std::vector<int> launched;  // the last ones, newest at the end
  std::set<int> answered;
  std::optional<std::uint64_t> done_inputs;
  std::string form;
  bool is_done = false;
  bool is_worn = false;
  std::optional<Abnormal> abnormal;

  // Those of the last launches without a result; empty: unknown.
  std::vector<int> in_flight() const {
    std::vector<int> widths;
    for (const int w : launched) {
      if (!answered.contains(w) && std::ranges::find(widths, w) == widths.end()) widths.push_back(w);
    }
    return widths;
  }
};

WorkerChild::WorkerChild(const Host& host, const ChildCommand& command, WorkerLimits limits, DeviceFacts facts)
    : time_(*host.time), limits_(limits), facts_(std::move(facts)), silence_(limits.timeout), child_(host.start(command)) {
  got_on();
}

void WorkerChild::got_on() {
  last_sign_ = last_excuse_ = time_.now();
  waited_ = {};
  deadline_ = last_sign_ + silence_;
}

// Called after each slice of silence, because the waiting thread may change. Counts at most the time that passed.
void WorkerChild::excuse_waiting() {
  const TimeSource::Time now = time_.now();
  const TimeSource::Duration waited = child_->waited(now - last_excuse_);
  last_excuse_ = now;
  waited_ += waited;
  deadline_ += waited;
}

// The short timeout is for the driver that hung before. Judging its results has the usual timeout.
bool WorkerChild::has_more_time() {
  const TimeSource::Time usual = last_sign_ + limits_.timeout + waited_;
  if (deadline_ >= usual || child_->is_in_driver()) return false;
  deadline_ = usual;
  return true;
}

Abnormal WorkerChild::died() {
  Abnormal abnormal = attributed(child_->ended(std::min(deadline_, time_.now() + milliseconds(2000))));
  if (const std::string said = child_->last_error(); !said.empty()) abnormal.reason += ": " + said;
  return abnormal;
}

// The worker was silent until this process ended it.
Abnormal WorkerChild::hung() {
  Abnormal abnormal = attributed(child_->hung());
  const auto silence = std::chrono::duration_cast<milliseconds>(deadline_ - last_sign_ - waited_);
  const auto waited = std::chrono::duration_cast<std::chrono::seconds>(waited_).count();
  abnormal.reason = "no output for " + number_text(std::chrono::duration<double>(silence).count()) + " s" +
                    (waited > 0 ? " and " + std::to_string(waited) + " s of waiting for a processor" : "") + ": " +
                    abnormal.reason;
  if (abnormal.blame == Blame::driver) abnormal.verdict = CaseVerdict::timeout;
  return abnormal;
}

Abnormal WorkerChild::attributed(const ChildEnd& end) const {
  return {.verdict = verdict_for(end.how.blame),
          .blame = end.how.blame,
          .reason = end.how.sentence,
          .log = child_->errors(),
          .ended = end.evidence};
}

Abnormal WorkerChild::misbehaved(const std::string& how) {
  child_->kill();
  return {.verdict = CaseVerdict::harness_error,
          .blame = Blame::ours,
          .reason = "the worker's report is not credible: " + how,
          .log = child_->errors()};
}

Abnormal WorkerChild::in_trouble(const message::Trouble& trouble) {
  using enum message::Fault;
  child_->kill();
  Abnormal abnormal{
      .verdict = CaseVerdict::harness_error, .blame = Blame::ours, .reason = trouble.message, .log = child_->errors()};
  switch (trouble.fault) {
    case build:
      // The program is valid, so a build error is the device's failure.
      abnormal = {.verdict = CaseVerdict::fail,
                  .blame = Blame::driver,
                  .reason = "does not build: " + shortened(trouble.reason.empty() ? trouble.message : trouble.reason),
                  .log = trouble.message};
      break;
    case resources:
      abnormal.verdict = CaseVerdict::resource_error;
      abnormal.blame = Blame::resources;
      break;
    case lost:
    case unusable:
      abnormal.verdict = CaseVerdict::device_lost;
      abnormal.blame = Blame::driver;
      break;
    case misreported:
      abnormal.verdict = CaseVerdict::fail;
      abnormal.blame = Blame::driver;
      abnormal.reason = "the driver breaks a rule of its interface: " + trouble.message;
      break;
    case refused: abnormal.reason = "the device refused a call: " + trouble.message; break;
    case harness: break;
  }
  if (abnormal.reason.empty())
    abnormal.reason = fmt::format("trouble of the kind {} without a message", name(trouble.fault));
  return abnormal;
}

WorkerChild::Next WorkerChild::next_line(const std::function<bool()>& stop) {
  for (;;) {
    if (stop && stop()) {
      child_->kill();
      return Stopped();
    }
    const TimeSource::Time now = time_.now();
    std::string text;
    switch (child_->read_line(text, std::min(now + kSlice, deadline_))) {
      case Process::Read::line:
        if (++idle_lines_ > limits_.most_lines) {
          return misbehaved("it floods: " + std::to_string(idle_lines_) + " lines without a result or checkpoint");
        }
        try {
          return Line{message::read(text), shortened(text)};
        } catch (const std::invalid_argument& e) {
          return misbehaved(fmt::format("{} {}", e.what(), shortened(text)));
        }
      case Process::Read::flooded: return misbehaved("it floods: a line without an end");
      case Process::Read::end: return died();
      case Process::Read::timeout:
      case Process::Read::other: excuse_waiting(); break;
    }
    if (time_.now() < deadline_ || has_more_time()) continue;
    // The worker is dead while a helper of the driver holds its output open, or the worker hangs.
    return child_->has_ended() ? died() : hung();
  }
}

std::optional<Abnormal> WorkerChild::open(const std::function<bool()>& stop) {
  Next next = next_line(stop);
  if (std::holds_alternative<Stopped>(next)) return Abnormal{.reason = "stopped"};
  if (auto* const abnormal = std::get_if<Abnormal>(&next)) return std::move(*abnormal);
  const Line& line = std::get<Line>(next);
  if (const auto* const trouble = std::get_if<message::Trouble>(&line.message)) return in_trouble(*trouble);
  const auto* const hello = std::get_if<message::Hello>(&line.message);
  if (hello == nullptr) return misbehaved("its first line is " + line.text);
  hello_ = *hello;
  return std::nullopt;
}

WorkerChild::End WorkerChild::ask(const Task& task, const WorkerEvents& events, bool may_be_part,
                                  std::optional<milliseconds> silence) {
  silence_ = silence.value_or(limits_.timeout);
  got_on();
  idle_lines_ = 0;
  Dialogue dialogue{.task = task, .events = events, .may_be_part = may_be_part};
  child_->write_line(task_text(task), deadline_);  // if the worker does not read, the next read reports the reason
  for (;;) {
    Next next = next_line(events.stop);
    if (std::holds_alternative<Stopped>(next)) return {.stopped = true};
    bool is_over = true;
    if (auto* const abnormal = std::get_if<Abnormal>(&next)) {
      dialogue.abnormal = std::move(*abnormal);
    } else {
      is_over = !take(std::get<Line>(next), dialogue);
    }
    if (!is_over) continue;
    if (dialogue.abnormal) {
      if (dialogue.abnormal->in_flight.empty()) dialogue.abnormal->in_flight = dialogue.in_flight();
      dialogue.abnormal->form = dialogue.form;
    }
    return {.stopped = false, .abnormal = dialogue.abnormal, .is_worn = dialogue.is_worn};
  }
}

// Returns false when the task is over, complete or not.
bool WorkerChild::take(const Line& line, Dialogue& dialogue) {
  std::visit([&](const auto& message) { take(message, line.text, dialogue); }, line.message);
  return !dialogue.abnormal && !dialogue.is_done;
}

void WorkerChild::take(const message::Hello& /*hello*/, const std::string& text, Dialogue& dialogue) {
  dialogue.abnormal = misbehaved("a second greeting " + text);
}

void WorkerChild::take(const message::Launch& launch, const std::string& text, Dialogue& dialogue) {
  const std::vector<int>& widths = dialogue.task.unit.widths;
  if (std::ranges::find(widths, launch.width) == widths.end()) {
    dialogue.abnormal = misbehaved("a launch of a width that was not assigned: " + text);
    return;
  }
  dialogue.launched.push_back(launch.width);
  if (dialogue.launched.size() > message::kMostInFlight) dialogue.launched.erase(dialogue.launched.begin());
  got_on();
  if (!child_->has_line()) time_.sleep(kBreath);
}

void WorkerChild::take(const message::Form& form, const std::string& /*text*/, Dialogue& dialogue) {
  dialogue.form = form.form;
  got_on();
}

void WorkerChild::take(const message::Progress& progress, const std::string& text, Dialogue& dialogue) {
  const auto [done, total, failed] = progress;
  if (done > total || (dialogue.done_inputs && done < *dialogue.done_inputs)) {
    dialogue.abnormal = misbehaved("impossible progress " + text);
    return;
  }
  // An unchanged number is not progress.
  if (dialogue.done_inputs != done) got_on();
  dialogue.done_inputs = done;
  if (dialogue.events.progress) dialogue.events.progress(done, total, failed);
}

void WorkerChild::take(const message::Checkpoint& checkpoint, const std::string& /*text*/, Dialogue& dialogue) {
  if (dialogue.events.checkpoint) dialogue.events.checkpoint(checkpoint.state);
  idle_lines_ = 0;
  got_on();
}

void WorkerChild::take(const message::Trouble& trouble, const std::string& /*text*/, Dialogue& dialogue) {
  dialogue.abnormal = in_trouble(trouble);
}

void WorkerChild::take(const message::Done& done, const std::string& /*text*/, Dialogue& dialogue) {
  dialogue.is_done = true;
  dialogue.is_worn = done.renew;
  if (dialogue.answered.size() == dialogue.task.unit.widths.size()) return;
  dialogue.abnormal = misbehaved("done, without all results");
}

void WorkerChild::take(const message::Result& result, const std::string& /*text*/, Dialogue& dialogue) {
  const CheckedResult checked = checked_result(*result.result, {dialogue.task, dialogue.may_be_part, facts_});
  const int width = checked.width;
  if (!checked.objection.empty()) {
    dialogue.abnormal = misbehaved(checked.objection);
    if (width != 0) dialogue.abnormal->in_flight = {width};
    if (dialogue.answered.contains(width)) dialogue.abnormal->revoked = {width};
    return;
  }
  if (!dialogue.answered.insert(width).second) {
    dialogue.abnormal = misbehaved("a second result for " + name(case_of(dialogue.task.unit, width)));
    dialogue.abnormal->in_flight = dialogue.abnormal->revoked = {width};
    return;
  }
  got_on();
  idle_lines_ = 0;
  dialogue.events.result(checked.result, width);
}

void WorkerChild::dismiss() { child_->dismiss(time_.now() + std::min(limits_.timeout, milliseconds(10'000))); }

}  // namespace classay
