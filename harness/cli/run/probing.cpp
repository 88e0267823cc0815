#include "harness/cli/run/probing.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/cli/run/probes_ahead.h"
#include "harness/cli/run/run_line.h"
#include "harness/supervisor/probe_results.h"

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

ProbeChildren children_of(const Session& session, RunDisplay& display, int work, std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  const std::string address = session.run.at("device").at("address").get<std::string>();
  return {
      .child =
          [&session, address](std::span<const std::string> cases) {
            std::vector<std::string> words{"probe", "--device", address, "--tier", std::string(name(session.options.tier))};
            words.insert(words.end(), cases.begin(), cases.end());
            return session.machine.child(std::move(words));
          },
      .patience =
          [&options, work, deadline] {
            const milliseconds patience = in_milliseconds(options.limits.patience) * work;
            return deadline ? std::min(patience, time_until(*deadline)) : patience;
          },
      .is_stopped = [&display] { return is_stopped_soon(display); },
      .pauses = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}};
}

}  // namespace

std::string run_probe_cases(const Session& session, JournalWriter& journal, Record& record, RunDisplay& display,
                            std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  std::vector<std::string> open;
  std::ranges::copy_if(session.probe_cases, std::back_inserter(open), [&](const auto& c) { return !record.has_result(c); });
  ProbesAhead ahead(cases_by_child(open), options.workers, [&](const std::vector<std::string>& cases, const auto& report) {
    run_probe_children(cases, children_of(session, display, work_of(cases.front(), options.tier), deadline), report);
  });
  const DeviceFacts facts = facts_of(session);
  std::string trouble;
  for (const std::string& c : open) {
    display.runs_probe(c);
    const ChildAnswer answer = ahead.of(c);
    if (answer.timed_out && deadline && time_until(*deadline).count() == 0) break;
    if (display.stop()) break;
    if (answer.is_lost) {
      trouble = c + ": " + answer.misfortune;
      break;
    }
    const Json result = session.baseline.held_against(probe_result(c, answer, facts), today());
    journal.append(result);
    record.apply(result);
    display.wrote(result);
  }
  journal.sync();
  return trouble;
}

}  // namespace classay
