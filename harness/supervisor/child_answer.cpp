#include "harness/supervisor/child_answer.h"

namespace classay {
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

ChildAnswer ask_child(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk) {
  const std::unique_ptr<ChildProcess> child = start_child(command);
  const auto deadline = Process::Clock::now() + timeout;
  // A child that does not read the request reports the reason or ends.
  if (!talk.question.empty()) child->write_line(talk.question, deadline);
  child->close_input();
  std::string line;
  for (;;) {
    switch (child->read_line(line, deadline)) {
      case Process::Read::line: {
        Json answer = read_json_if(line).value_or(Json());
        if (answer.is_object() && answer.contains(member)) return {.answer = std::move(answer), .misfortune = ""};
        if (talk.other && answer.is_object()) talk.other(answer);
        continue;  // or output of a driver
      }
      case Process::Read::timeout:
      case Process::Read::other: {
        const ChildEnd end = child->hung();
        if (end.is_lost) return answer_of(*child, end);
        return {.answer = {}, .misfortune = "no answer in " + in_seconds(timeout) + ": it hangs", .timed_out = true};
      }
      // The child moves its output stream away before it loads the driver, so the driver cannot flood it.
      case Process::Read::flooded: return {.answer = {}, .misfortune = "floods its output", .blame = Blame::ours};
      case Process::Read::end: return answer_of(*child, child->ended(deadline));
    }
  }
}

bool is_from_outside(const ChildAnswer& answer) { return answer.answer.is_null() && answer.blame == Blame::outside; }

ChildAnswer ask_child_until_it_tells(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                                     const std::string& trouble, const ChildTalk& talk) {
  constexpr int kTries = 3;
  ChildAnswer answer;
  for (int tries = 0; tries < kTries && (tries == 0 || is_from_outside(answer)); ++tries) {
    answer = ask_child(command, member, timeout, talk);
  }
  if (answer.answer.is_null() && !answer.is_lost && (answer.blame == Blame::ours || answer.blame == Blame::outside)) {
    throw HarnessError(trouble + ": " + answer.misfortune);
  }
  return answer;
}

}  // namespace classay
