#include "harness/supervisor/child_process.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/process/system.h"

namespace classay {
namespace {

ChildEnd end_of(const ending::Evidence& evidence, const Exit& exit) {
  const ending::Attribution how = ending::attribute(evidence);
  return {.exit = exit,
          .stayed = evidence.stayed,
          .is_meant = evidence.means_to_end && exit.signal == 0,
          .how = how,
          .evidence = shared(ending::to_json(evidence, how))};
}

class SystemTime : public TimeSource {
 public:
  Time now() override { return Process::Clock::now(); }
  void sleep(Duration duration) override { std::this_thread::sleep_for(duration); }
};

}  // namespace

ChildEnd LocalChild::ended(Clock::time_point deadline) {
  const bool stayed = !process_.wait_until(deadline);
  const Exit exit = process_.kill();
  ending::Evidence evidence = process_.evidence();
  evidence.stayed = stayed;
  return end_of(evidence, exit);
}

ChildEnd LocalChild::hung() {
  const bool is_stopped = ending::is_stopped(process_.pid());
  const Exit exit = process_.kill();
  ending::Evidence evidence = process_.evidence();
  evidence.hung = true;
  evidence.is_stopped = is_stopped;
  return end_of(evidence, exit);
}

void LocalChild::dismiss(Clock::time_point deadline) {
  process_.close_input();
  process_.wait_until(deadline);
  process_.kill();
}

ChildProcess::Clock::duration LocalChild::waited(Clock::duration at_most) {
  return std::min<Clock::duration>(run_delay_.since_last(), at_most);
}

TimeSource& system_time() {
  static SystemTime time;
  return time;
}

namespace {

std::string in_seconds(std::chrono::milliseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

ChildAnswer answer_of(const ChildProcess& child, const ChildEnd& end) {
  const std::string said = child.last_error();
  return {.answer = {},
          .misfortune = said.empty() ? end.how.sentence : end.how.sentence + ": " + said,
          .is_lost = end.is_lost,
          .blame = end.how.blame,
          .ended = end.evidence,
          .log = child.errors()};
}

}  // namespace

AnsweringChild::AnsweringChild(const ChildCommand& command, std::chrono::milliseconds timeout, const ChildTalk& talk)
    : child_(start_child(command)), other_(talk.other) {
  // A child that does not read the request reports the reason or ends.
  if (!talk.question.empty()) child_->write_line(talk.question, Process::Clock::now() + timeout);
  child_->close_input();
}

ChildAnswer AnsweringChild::next(std::initializer_list<std::string_view> members, std::chrono::milliseconds timeout) {
  const auto deadline = Process::Clock::now() + timeout;
  const auto is_answer = [&](const Json& line) {
    return std::ranges::any_of(members, [&](std::string_view member) { return line.contains(member); });
  };
  std::string line;
  for (;;) {
    switch (child_->read_line(line, deadline)) {
      case Process::Read::line: {
        Json answer = read_json_if(line).value_or(Json());
        if (answer.is_object() && is_answer(answer)) return {.answer = shared(std::move(answer)), .misfortune = ""};
        if (other_ && answer.is_object()) other_(answer);
        continue;  // or output of a driver
      }
      case Process::Read::timeout:
      case Process::Read::other: {
        const ChildEnd end = child_->hung();
        if (end.is_lost) return answer_of(*child_, end);
        return {.answer = {}, .misfortune = "no answer in " + in_seconds(timeout) + ": it hangs", .timed_out = true};
      }
      // The child moves its output stream away before it loads the driver, so the driver cannot flood it.
      case Process::Read::flooded: return {.answer = {}, .misfortune = "floods its output", .blame = Blame::ours};
      case Process::Read::end: return answer_of(*child_, child_->ended(deadline));
    }
  }
}

ChildAnswer ask_child(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk) {
  return AnsweringChild(command, timeout, talk).next({member}, timeout);
}

bool is_from_outside(const ChildAnswer& answer) { return answer.answer == nullptr && answer.blame == Blame::outside; }

ChildAnswer ask_child_until_it_tells(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                                     const std::string& trouble, const ChildTalk& talk) {
  constexpr int kTries = 3;
  ChildAnswer answer;
  for (int tries = 0; tries < kTries && (tries == 0 || is_from_outside(answer)); ++tries) {
    answer = ask_child(command, member, timeout, talk);
  }
  if (answer.answer == nullptr && !answer.is_lost && (answer.blame == Blame::ours || answer.blame == Blame::outside)) {
    throw HarnessError(trouble + ": " + answer.misfortune);
  }
  return answer;
}

}  // namespace classay
