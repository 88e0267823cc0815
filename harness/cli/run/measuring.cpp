#include "harness/cli/run/measuring.h"

#include <algorithm>
#include <array>
#include <map>
#include <thread>
#include <vector>

#include "harness/cli/run/asked_ahead.h"
#include "harness/cli/run/run_line.h"
#include "harness/supervisor/measured.h"

namespace classay {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// 0: the deadline has passed.
milliseconds time_until(Clock::time_point deadline) {
  return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
}

// Multiplies the patience: the larger tiers write all floats to images.
int work_of(const std::string& measured, Tier tier) {
  constexpr int kAllFloats = 20;
  const bool asks_all = tier == Tier::full || tier == Tier::certify;
  return asks_all && kind_of(measured_named(measured)).own_child == OwnChild::with_tier ? kAllFloats : 1;
}

// Repeats a measurement after a pause if the connection to the child was lost, because that proves nothing about the device.
ChildAnswer measured_by(const ChildCommand& child, milliseconds timeout, RunDisplay& display) {
  constexpr std::array kPauses{milliseconds(1000), milliseconds(5000), milliseconds(15'000)};
  ChildAnswer answer = ask_child(child, "error", timeout);
  for (const milliseconds pause : kPauses) {
    if (!answer.is_lost) break;
    const auto end = std::chrono::steady_clock::now() + pause;
    while (std::chrono::steady_clock::now() < end && !display.stop()) std::this_thread::sleep_for(milliseconds(50));
    if (display.stop()) break;
    answer = ask_child(child, "error", timeout);
  }
  return answer;
}

std::vector<Question> open_questions(const Session& session, const Record& record) {
  std::vector<Question> all;
  for (const std::string& c : session.measured) {
    if (record.has_result(c)) continue;
    std::vector<std::string> child = measuring_child(c, session.options.tier);
    if (std::ranges::find(all, child, &Question::child) == all.end()) all.push_back({c, std::move(child)});
  }
  return all;
}

}  // namespace

std::string measure(const Session& session, JournalWriter& journal, Record& record, RunDisplay& display,
                    std::optional<Clock::time_point> deadline) {
  const RunOptions& options = session.options;
  const std::string address = session.run.at("device").at("address").get<std::string>();
  AskedAhead asked(open_questions(session, record), options.workers, [&](const Question& q) {
    std::vector<std::string> words = q.child;
    words.insert(words.end(), {"--device", address});
    milliseconds timeout = in_milliseconds(options.limits.patience) * work_of(q.case_name, options.tier);
    if (deadline) timeout = std::min(timeout, time_until(*deadline));
    if (timeout.count() == 0) return ChildAnswer{.misfortune = "the time budget is spent", .timed_out = true};
    return measured_by(session.machine.child(std::move(words)), timeout, display);
  });
  const DeviceFacts facts = facts_of(session);
  std::map<std::vector<std::string>, ChildAnswer> answers;
  std::string trouble;
  for (const std::string& c : session.measured) {
    if (record.has_result(c)) continue;
    const std::vector<std::string> child = measuring_child(c, options.tier);
    if (!answers.contains(child)) {
      display.measures(c);
      answers[child] = asked.of(child);
      if (answers[child].timed_out && deadline && time_until(*deadline).count() == 0) break;
      if (answers[child].misfortune.empty() ? display.stop() : is_stopped_soon(display)) break;
      if (answers[child].is_lost) {
        trouble = c + ": " + answers[child].misfortune;
        break;
      }
    }
    const Json result = session.baseline.held_against(measured_result(c, answers[child], facts), today());
    journal.append(result);
    record.apply(result);
    display.wrote(result);
  }
  journal.sync();
  return trouble;
}

}  // namespace classay
