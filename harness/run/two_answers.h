// What two answers to the same question mean: of a case that failed and was asked once more, or that was in flight when its
// worker ended and was asked alone. A flake was right once and wrong once, or ended its worker once; what failed twice
// fails, and an end that is not the driver's is no evidence against it. Pure functions; who asks is the caretaker.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "harness/journal/record.h"
#include "harness/run/worker_child.h"

namespace classay {

// What an answer says of a case.
enum class Outcome : std::uint8_t {
  right,      // as promised, or not asked for a reason that stands beside it
  wrong,      // not as promised
  ended,      // the driver ended its worker, hung or lost the device; or nobody saw whose fault it was
  resources,  // there was not enough of something
  outside,    // someone or something else ended its worker
  ours,       // the suite itself failed
};
Outcome outcome_of(CaseVerdict verdict);
Outcome outcome_of(CaseVerdict verdict, Blame blame);  // of an abnormal end
// Of a result: its worker is well, so that what crashed or hung is a compiler in a process of its own.
Outcome outcome_of_result(CaseVerdict verdict);

enum class Meaning : std::uint8_t {
  second,         // the verdict is that of the second answer
  wrong_once,     // wrong for the first time: to be asked once more
  fail,           // wrong twice
  flake,          // the first is not to be seen again
  harness_error,  // nothing is proven: the suite itself failed
  nothing,        // the second answer proves nothing: to be asked again
};
Meaning meaning(Outcome first, Outcome second);
// The same when `nothing` has been the meaning so often that nobody asks again.
Meaning last_meaning(Outcome first, Outcome second);
// So often is a case asked whose answers prove nothing.
inline constexpr int kMostVain = 3;

// What came of a task.
struct TaskAnswer {             // NOLINT(bugprone-exception-escape): as JournalContents
  std::map<int, Json> results;  // by width
  std::optional<Abnormal> abnormal;
};
Outcome outcome_of(const TaskAnswer& answer, int width);

// The verdict of a case in flight at an abnormal end after which the device answered no more: that the case was the reason
// is not known. A compiler that lost its linker, say, ends every worker.
CaseVerdict verdict_without_device(CaseVerdict verdict, Blame blame);

// A case without an answer.
Json verdict_line(const std::string& case_name, CaseVerdict verdict, const std::string& reason);

// What a worker says beside a failure: how to ask those inputs once more among which the wrong ones are, where they are a
// few of many. The second answer is one to these. Null: all are to be asked.
const Json& part_to_ask(const Json& attempt);

// The result of a case that failed, `attempt`, after it was asked once more, alone, as a last answer.
Json confirmed(const Json& attempt, const TaskAnswer& second, int width);
// The same, where there is no second answer, and none to come.
Json unconfirmed(const Json& attempt, const std::string& why);

// The result of a case that was right alone, and in flight when its worker ended. `by`: the width of the one that is known
// to have done it.
Json right_alone(const Json& result, const Record::Ended& ended, std::optional<int> by);

}  // namespace classay
