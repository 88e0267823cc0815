// Prints results for users: one line per case, and at the end of a run the summary by builtin and the next commands.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/terminal/terminal.h"
#include "harness/journal/record.h"
#include "harness/journal/run_header.h"
#include "suites/plan/tier.h"

namespace classay {

// Returns the exit code: 4 if classay itself failed, 1 if a result breaks its promise, 3 if nothing ran.
ExitCode exit_code(const Record& record);

// Returns whether the device failed the case; cases left out or cut short are not failures.
bool is_failure(CaseVerdict v);

// Returns the name that the cases of all vector widths share: "sin f32", "sin f32 relaxed", "sin f32 from SPIR-V".
std::string builtin_text(std::string_view case_name);

// One line per case.
std::string case_text(const std::string& case_name, const CaseSummary& summary, const Terminal& out);

// Lists failures by builtin (worst first), the slowest builtins, and the number of cases per verdict. `worker`: the run's
// --remote, which the suggested commands may contain; empty: none.
std::string summary_text(const Record& record, const Terminal& out, const std::string& worker = {});
// The last line of it: "4193 pass, 6 fail".
std::string totals_text(const Record& record, const Terminal& out);
// The line after it if the run covers only a part of the inputs (harness/journal/run_header.h); empty if it covers all.
std::string partial_text(const RunHeader& run);

// Returns the first failed case of the summary that `repro` can run again; empty: there is none.
std::string worst_case(const Record& record);

struct EndedRun {
  std::filesystem::path folder;
  std::string device;  // as in --device
  std::vector<std::string> filters;
  std::string worst_case;  // empty: none failed
  Tier tier = Tier::smoke;
  bool is_complete = true;  // false: cases were left out
  bool has_pages = false;
  std::string report;  // the command that starts classay-report; empty: not found
};

// Suggests the next commands: at most three, one per line, each with its purpose.
std::string next_steps_text(const EndedRun& run);

}  // namespace classay
