#include "harness/cli/run/probing.h"

#include <algorithm>
#include <vector>

#include "harness/cli/run/run_line.h"
#include "harness/journal/probe_kinds.h"

namespace classay {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// 0: the deadline has passed.
milliseconds time_until(Clock::time_point deadline) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
}

}  // namespace

ChildCommand probe_child(const Machine& machine, const std::string& device, Tier tier, std::span<const std::string> cases) {
  std::vector<std::string> words{"probe", "--device", device, "--tier", std::string(name(tier))};
  words.insert(words.end(), cases.begin(), cases.end());
  return machine.child(std::move(words));
}

int probe_work(const std::string& case_name, Tier tier) {
  return tier == Tier::full || tier == Tier::certify ? kind_of(probe_case_named(case_name)).work_in_full : 1;
}

void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  const std::string& address = session.run.device.address;
  const ProbeChildren children{
      .child = [&](std::span<const std::string> left) { return probe_child(session.machine, address, options.tier, left); },
      .patience =
          [&] {
            const milliseconds patience = in_milliseconds(options.limits.patience) * probe_work(cases.front(), options.tier);
            return deadline ? std::min(patience, time_until(*deadline)) : patience;
          },
      .is_stopped = [&] { return is_stopped_soon(listener); },
      .pauses = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}};
  run_probe_children(cases, children, report);
}

}  // namespace classay
