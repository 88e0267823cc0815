// Results as a user reads them: one line per case, and the summary at the end of a run, by builtin.
#pragma once

#include <string>
#include <string_view>

#include "harness/commands/exit_code.h"
#include "harness/commands/terminal/terminal.h"
#include "harness/journal/record.h"

namespace classay {

// The exit code of a run with these results: 4 when classay itself failed, 1 when a result is not as promised, 3 when
// nothing ran.
ExitCode exit_code(const Record& record);

// The device failed the case: not one that was left out or cut short.
bool is_failure(CaseVerdict v);

// The name that the cases of all vector widths share: "sin f32", "sin f32 relaxed", "sin f32 from SPIR-V".
std::string builtin_text(std::string_view case_name);

// One line per case.
std::string case_text(const std::string& case_name, const CaseSummary& summary, const Terminal& out);

// What failed, by builtin with the worst first, what took longest, and the number of cases with each verdict.
// `worker`: the run's own --worker, which the commands shown may contain; empty: none.
std::string summary_text(const Record& record, const Terminal& out, const std::string& worker = {});

// The failed case that stands first in the summary; empty: none failed.
std::string worst_case(const Record& record);

}  // namespace classay
