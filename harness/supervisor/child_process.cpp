#include "harness/supervisor/child_process.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/process/system.h"

namespace classay {
namespace {

ChildEnd end_of(const ending::Evidence& evidence, const Exit& exit) {
  const ending::Attribution how = ending::attribute(evidence);
  return {.exit = exit,
          .stayed = evidence.stayed,
          .is_meant = evidence.means_to_end && exit.signal == 0,
          .how = how,
          .evidence = shared(ending::to_json(evidence, how))};
}

class SystemTime : public TimeSource {
 public:
  Time now() override { return Process::Clock::now(); }
  void sleep(Duration duration) override { std::this_thread::sleep_for(duration); }
};

}  // namespace

ChildEnd LocalChild::ended(Clock::time_point deadline) {
  const bool stayed = !process_.wait_until(deadline);
  const Exit exit = process_.kill();
  ending::Evidence evidence = process_.evidence();
  evidence.stayed = stayed;
  return end_of(evidence, exit);
}

ChildEnd LocalChild::hung() {
  const bool is_stopped = ending::is_stopped(process_.pid());
  const Exit exit = process_.kill();
  ending::Evidence evidence = process_.evidence();
  evidence.hung = true;
  evidence.is_stopped = is_stopped;
  return end_of(evidence, exit);
}

void LocalChild::dismiss(Clock::time_point deadline) {
  process_.close_input();
  process_.wait_until(deadline);
  process_.kill();
}

ChildProcess::Clock::duration LocalChild::waited(Clock::duration at_most) {
  return std::min<Clock::duration>(run_delay_.since_last(), at_most);
}

TimeSource& system_time() {
  static SystemTime time;
  return time;
}

}  // namespace classay
