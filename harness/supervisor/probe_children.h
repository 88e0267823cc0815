// Selects probe cases (harness/journal/probe_kinds.h), runs them in child processes and makes their results.
// Each finding is passed on when it arrives. If a child crashes or hangs, the cases that it reported keep their findings,
// the case in flight gets the crash, and the cases after it run in a fresh child.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/supervisor/child_process.h"
#include "harness/supervisor/result_check.h"
#include "harness/supervisor/selection.h"

namespace classay {

struct ProbeChildren {
  // Returns the command of a child that runs these cases in order.
  std::function<ChildCommand(std::span<const std::string> cases)> child;
  // Returns the time within which the child has to report its next finding; 0: the time is used up.
  std::function<std::chrono::milliseconds()> patience;
  std::function<bool()> is_stopped = [] { return false; };  // the run stops, so that no further child starts
  // How long to wait each time before a child starts again after its connection was lost.
  std::vector<std::chrono::milliseconds> pauses{};
};

// The report of a case as its child wrote it ({"case": NAME, ...}, or {"error": WHY} about the device), or how the child
// ended.
using ReportProbe = std::function<void(const std::string& case_name, const ChildAnswer& answer)>;

// Reports each case once, in order. `cases`: those of one child (cases_by_child()). After kMaxCrashes children in a row that
// ended before they reported anything, or kMaxHangs that hung, the remaining cases get the same verdict; their reason says
// that they did not run.
void run_probe_children(std::vector<std::string> cases, const ProbeChildren& children, const ReportProbe& report);
inline constexpr int kMaxCrashes = 8;
inline constexpr int kMaxHangs = 2;

std::vector<std::string> chosen_probe_cases(std::span<const Glob> globs, const OpenFrontEnds& open = {FrontEnd::clc});

// Makes the result of a case; the reason of a pass contains its notes. A report that is malformed, or that contradicts
// itself or the device's description, proves nothing and gives harness-error. Precondition: the name is one of
// all_probe_cases().
CaseResult probe_result(const std::string& case_name, const ChildAnswer& report, const DeviceFacts& device = {});

}  // namespace classay
