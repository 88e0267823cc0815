// Combines two outcomes of one case. The case either failed and ran once more, or was in flight when its worker ended and
// then ran alone. A flake is right once, and once wrong or ended its worker. A case that fails twice fails; an end not
// caused by the driver is not evidence against it. The functions are pure; UnitRunner runs the cases.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "harness/journal/case_result.h"
#include "harness/journal/record.h"
#include "harness/supervisor/worker_child.h"

namespace classay {

// The outcome of one run of a case.
enum class CaseOutcome : std::uint8_t {
  right,      // within the promise, or not run for a recorded reason
  wrong,      // outside the promise
  ended,      // the driver ended its worker, hung or lost the device; or the cause is unknown
  resources,  // a resource ran out
  outside,    // another process or the system ended its worker
  ours,       // the suite itself failed
};
CaseOutcome outcome_of(CaseVerdict verdict);
CaseOutcome outcome_of(CaseVerdict verdict, Blame blame);  // for an abnormal end
// CaseOutcome of a result. Its worker is intact, so a crash or hang is that of a compiler in a separate process.
CaseOutcome outcome_of_result(CaseVerdict verdict);

enum class Meaning : std::uint8_t {
  second,         // use the verdict of the second outcome
  wrong_once,     // wrong for the first time: run once more
  fail,           // wrong twice
  flake,          // the first outcome did not recur
  harness_error,  // the suite itself failed: nothing is proven
  nothing,        // the second outcome proves nothing: run again
};
Meaning meaning(CaseOutcome first, CaseOutcome second);
// The meaning when `nothing` has come up so often that the case does not run again.
Meaning last_meaning(CaseOutcome first, CaseOutcome second);
// How often a case runs when its outcomes prove nothing.
inline constexpr int kMaxRetries = 3;

// The outcome of a task.
struct TaskOutput {
  std::map<int, CaseResult> results;  // by width
  std::optional<Abnormal> abnormal;
};
CaseOutcome outcome_of(const TaskOutput& answer, int width);

// Returns the verdict of a case in flight at an abnormal end after which the device stopped working. The cause may lie
// outside the case: a compiler without its linker, for example, ends every worker.
CaseVerdict verdict_without_device(CaseVerdict verdict, Blame blame);

// Returns whether the second outcome is the same failure, with the same wrong results.
bool repeats(const CaseResult& attempt, const TaskOutput& second, int width);

// Returns the final result of a case that failed (`attempt`) and then ran once more, alone.
CaseResult confirmed(const CaseResult& attempt, const TaskOutput& second, int width);
// The same when the case cannot run a second time.
CaseResult unconfirmed(const CaseResult& attempt, const std::string& why);

// Returns the result of a case that is right alone but was in flight when its worker ended. `by`: the width that is known to
// have ended the worker.
CaseResult right_alone(const CaseResult& result, const Record::Ended& ended, std::optional<int> by);

}  // namespace classay
