#include "harness/run/child_answer.h"

#include "harness/ending/attribute.h"
#include "harness/process/process.h"
#include "harness/run/harness_error.h"

namespace classay {
namespace {

std::string in_seconds(std::chrono::milliseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

ChildAnswer ask_child(const std::vector<std::string>& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk) {
  Process child(command, talk.environment);
  const auto deadline = Process::Clock::now() + timeout;
  // A child that does not read it will say, or end, why.
  if (!talk.question.empty()) child.write_line(talk.question, deadline);
  child.close_input();
  std::string line;
  for (;;) {
    switch (child.read_line(line, deadline)) {
      case Process::Read::line: {
        Json answer = read_json_if(line).value_or(Json());
        if (answer.is_object() && answer.contains(member)) return {.answer = std::move(answer), .misfortune = ""};
        if (talk.other && answer.is_object()) talk.other(answer);
        continue;  // or what a driver prints
      }
      case Process::Read::timeout:
        return {.answer = {}, .misfortune = "no answer in " + in_seconds(timeout) + ": it hangs", .timed_out = true};
      // A driver has no hold of a child's output, which was put aside before it was loaded.
      case Process::Read::flooded: return {.answer = {}, .misfortune = "floods its output", .blame = Blame::ours};
      case Process::Read::end: {
        child.wait();
        const ending::Evidence evidence = child.evidence();
        const ending::Attribution how = ending::attribute(evidence);
        const std::string said = child.last_error();
        return {.answer = {},
                .misfortune = said.empty() ? how.sentence : how.sentence + ": " + said,
                .blame = how.blame,
                .ended = ending::to_json(evidence, how),
                .log = child.errors()};
      }
    }
  }
}

ChildAnswer ask_child_until_it_tells(const std::vector<std::string>& command, std::string_view member,
                                     std::chrono::milliseconds timeout, const std::string& trouble, const ChildTalk& talk) {
  constexpr int kTries = 3;
  ChildAnswer answer;
  for (int tries = 0; tries < kTries && (tries == 0 || answer.blame == Blame::outside); ++tries) {
    answer = ask_child(command, member, timeout, talk);
  }
  if (answer.answer.is_null() && (answer.blame == Blame::ours || answer.blame == Blame::outside)) {
    throw HarnessError(trouble + ": " + answer.misfortune);
  }
  return answer;
}

}  // namespace classay
