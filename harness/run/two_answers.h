// What two answers to the same question mean: of a case that failed and was asked once more, or that was in flight when its
// worker ended and was asked alone. Pure functions; who asks is the caretaker.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "harness/run/worker_child.h"

namespace classay {

// What came of a task.
struct Answer {                 // NOLINT(bugprone-exception-escape): as JournalContents
  std::map<int, Json> results;  // by width
  std::optional<Abnormal> abnormal;
};

// A case without an answer.
Json verdict_line(const std::string& case_name, CaseVerdict verdict, const std::string& reason);

bool is_abnormal(CaseVerdict v);

// What a worker says beside a failure: how to ask those inputs once more among which the wrong ones are, where they are a
// few of many. The second answer is one to these. Null: all are to be asked.
const Json& part_to_ask(const Json& attempt);

// The result of a case that failed, `attempt`, after it was asked once more, alone.
Json confirmed(const Json& attempt, const Answer& second, const std::string& case_name);

// The verdict and the failures of a result in words.
std::string counted(const Json& result);

}  // namespace classay
