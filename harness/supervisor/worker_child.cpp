#include "harness/supervisor/worker_child.h"

#include <algorithm>

#include "harness/journal/task.h"

namespace classay {
namespace {

using std::chrono::milliseconds;

// How often `stop` is polled.
constexpr milliseconds kSlice{100};
// A fast builtin launches 10,000 times a second. A reader that wakes for each record would compete with the device.
constexpr milliseconds kBreath{1};

std::string text_of(const Json& line, const char* key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint64_t> count_of(const Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

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
  abnormal.reason = "no output for " + Json(std::chrono::duration<double>(silence).count()).dump() + " s" +
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

Abnormal WorkerChild::in_trouble(const Json& line) {
  const std::string fault = text_of(line, "fault");
  const std::string message = text_of(line, "message");
  child_->kill();
  Abnormal abnormal{.verdict = CaseVerdict::harness_error, .blame = Blame::ours, .reason = message, .log = child_->errors()};
  if (fault == kFaultBuild) {
    // The program is valid, so a build error is the device's failure.
    const std::string reason = text_of(line, "reason");
    abnormal = {.verdict = CaseVerdict::fail,
                .blame = Blame::driver,
                .reason = "does not build: " + shortened(reason.empty() ? message : reason),
                .log = message};
  } else if (fault == kFaultResources) {
    abnormal.verdict = CaseVerdict::resource_error;
    abnormal.blame = Blame::resources;
  } else if (fault == kFaultLost || fault == kFaultUnusable) {
    abnormal.verdict = CaseVerdict::device_lost;
    abnormal.blame = Blame::driver;
  } else if (fault == kFaultMisreported) {
    abnormal.verdict = CaseVerdict::fail;
    abnormal.blame = Blame::driver;
    abnormal.reason = "the driver breaks a rule of its interface: " + message;
  } else if (fault == kFaultRefused) {
    abnormal.reason = "the device refused a call: " + message;
  } else if (fault != kFaultHarness) {
    abnormal.reason = "the worker's report is not credible: trouble of an unknown kind: " + shortened(line.dump());
  }
  if (abnormal.reason.empty()) abnormal.reason = "trouble of the kind " + fault + " without a message";
  return abnormal;
}

WorkerChild::Next WorkerChild::next_line(const std::function<bool()>& stop, Json& line, Abnormal& abnormal) {
  for (;;) {
    if (stop && stop()) {
      child_->kill();
      return Next::stopped;
    }
    const TimeSource::Time now = time_.now();
    std::string text;
    switch (child_->read_line(text, std::min(now + kSlice, deadline_))) {
      case Process::Read::line:
        line = read_json_if(text).value_or(Json());
        if (line.is_object() && line.contains("kind") && line.at("kind").is_string()) {
          if (++idle_lines_ <= limits_.most_lines) return Next::line;
          abnormal = misbehaved("it floods: " + std::to_string(idle_lines_) + " lines without a result or checkpoint");
        } else {
          abnormal = misbehaved("malformed line " + shortened(text));
        }
        return Next::abnormal;
      case Process::Read::flooded: abnormal = misbehaved("it floods: a line without an end"); return Next::abnormal;
      case Process::Read::end: abnormal = died(); return Next::abnormal;
      case Process::Read::timeout:
      case Process::Read::other: excuse_waiting(); break;
    }
    if (time_.now() < deadline_ || has_more_time()) continue;
    // The worker is dead while a helper of the driver holds its output open, or the worker hangs.
    abnormal = child_->has_ended() ? died() : hung();
    return Next::abnormal;
  }
}

std::optional<Abnormal> WorkerChild::open(const std::function<bool()>& stop) {
  Json line;
  Abnormal abnormal;
  switch (next_line(stop, line, abnormal)) {
    case Next::stopped: return Abnormal{.reason = "stopped"};
    case Next::abnormal: return abnormal;
    case Next::line: break;
  }
  if (line.at("kind") == "trouble") return in_trouble(line);
  if (line.at("kind") != "hello") return misbehaved("its first line is " + shortened(line.dump()));
  if (!line.contains("device")) return in_trouble(line.contains("trouble") ? line.at("trouble") : line);
  device_ = line.at("device");
  build_ = line.value("build", Json());
  return std::nullopt;
}

WorkerChild::End WorkerChild::ask(const Task& task, const WorkerEvents& events, bool may_be_part,
                                  std::optional<milliseconds> silence) {
  silence_ = silence.value_or(limits_.timeout);
  got_on();
  idle_lines_ = 0;
  Dialogue dialogue{.task = task, .events = events, .may_be_part = may_be_part};
  Json line;
  Abnormal abnormal;
  child_->write_line(to_json(task).dump(), deadline_);  // if the worker does not read, the next read reports the reason
  for (;;) {
    switch (next_line(events.stop, line, abnormal)) {
      case Next::stopped: return {.stopped = true};
      case Next::abnormal: dialogue.abnormal = abnormal; break;
      case Next::line: break;
    }
    const bool is_over = dialogue.abnormal || !take(line, dialogue);
    if (!is_over) continue;
    if (dialogue.abnormal) {
      if (dialogue.abnormal->in_flight.empty()) dialogue.abnormal->in_flight = dialogue.in_flight();
      dialogue.abnormal->form = dialogue.form;
    }
    return {.stopped = false, .abnormal = dialogue.abnormal, .is_worn = dialogue.is_worn};
  }
}

// Returns false when the task is over, complete or not.
bool WorkerChild::take(const Json& line, Dialogue& dialogue) {
  const std::string kind = line.at("kind").get<std::string>();
  if (kind == "launch") {
    const std::vector<int>& widths = dialogue.task.unit.widths;
    const auto width = count_of(line, "width");
    const auto is_it = [&](int w) { return static_cast<std::uint64_t>(w) == *width; };
    if (!width || std::ranges::none_of(widths, is_it)) {
      dialogue.abnormal = misbehaved("a launch of a width that was not assigned: " + shortened(line.dump()));
      return false;
    }
    dialogue.launched.push_back(static_cast<int>(*width));
    if (dialogue.launched.size() > kMostInFlight) dialogue.launched.erase(dialogue.launched.begin());
    got_on();
    if (!child_->has_line()) time_.sleep(kBreath);
  } else if (kind == "form") {
    dialogue.form = text_of(line, "form");
    got_on();
  } else if (kind == "progress") {
    const auto done = count_of(line, "done");
    const auto total = count_of(line, "total");
    if (!done || !total || *done > *total || (dialogue.done_inputs && *done < *dialogue.done_inputs)) {
      dialogue.abnormal = misbehaved("impossible progress " + shortened(line.dump()));
      return false;
    }
    // An unchanged number is not progress.
    if (dialogue.done_inputs != done) got_on();
    dialogue.done_inputs = done;
    if (dialogue.events.progress) dialogue.events.progress(*done, *total, count_of(line, "failed").value_or(0));
  } else if (kind == "checkpoint") {
    if (dialogue.events.checkpoint && line.contains("state")) dialogue.events.checkpoint(line.at("state"));
    idle_lines_ = 0;
    got_on();
  } else if (kind == "result") {
    take_result(line, dialogue);
  } else if (kind == "trouble") {
    dialogue.abnormal = in_trouble(line);
  } else if (kind == "done") {
    dialogue.is_worn = line.contains("renew") && line.at("renew") == true;
    if (dialogue.answered.size() == dialogue.task.unit.widths.size()) return false;
    dialogue.abnormal = misbehaved("done, without all results");
  } else {
    dialogue.abnormal = misbehaved("a line of an unknown kind " + shortened(line.dump()));
  }
  return !dialogue.abnormal;
}

void WorkerChild::take_result(const Json& line, Dialogue& dialogue) {
  int width = 0;
  if (const std::string why = objection(line, {dialogue.task, dialogue.may_be_part, facts_}, width); !why.empty()) {
    dialogue.abnormal = misbehaved(why);
    if (width != 0) dialogue.abnormal->in_flight = {width};
    if (dialogue.answered.contains(width)) dialogue.abnormal->revoked = {width};
    return;
  }
  if (!dialogue.answered.insert(width).second) {
    dialogue.abnormal = misbehaved("a second result for " + line.at("case").get<std::string>());
    dialogue.abnormal->in_flight = dialogue.abnormal->revoked = {width};
    return;
  }
  got_on();
  idle_lines_ = 0;
  dialogue.events.result(line, width);
}

void WorkerChild::dismiss() { child_->dismiss(time_.now() + std::min(limits_.timeout, milliseconds(10'000))); }

}  // namespace classay
