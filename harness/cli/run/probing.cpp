#include "harness/cli/run/probing.h"

#include <algorithm>
#include <nlohmann/json.hpp>
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

// Multiplies the patience.
int work_of(const std::string& case_name, Tier tier) {
  return tier == Tier::full || tier == Tier::certify ? kind_of(probe_case_named(case_name)).work_in_full : 1;
}

}  // namespace

void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  const std::string address = session.run.at("device").at("address").get<std::string>();
  const ProbeChildren children{
      .child =
          [&](std::span<const std::string> left) {
            std::vector<std::string> words{"probe", "--device", address, "--tier", std::string(name(options.tier))};
            words.insert(words.end(), left.begin(), left.end());
            return session.machine.child(std::move(words));
          },
      .patience =
          [&] {
            const milliseconds patience = in_milliseconds(options.limits.patience) * work_of(cases.front(), options.tier);
            return deadline ? std::min(patience, time_until(*deadline)) : patience;
          },
      .is_stopped = [&] { return is_stopped_soon(listener); },
      .pauses = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}};
  run_probe_children(cases, children, report);
}

}  // namespace classay
