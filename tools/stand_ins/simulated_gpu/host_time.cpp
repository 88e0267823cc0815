#include "tools/stand_ins/simulated_gpu/host_time.h"

#include <algorithm>

namespace classay::simulated_gpu {

void HostTime::step(HostStep step, std::uint64_t results) {
  const auto n = static_cast<double>(results);
  const bool is_read = step == HostStep::copy || step == HostStep::compare;
  if (is_read) timeline_.now += n * figures_.thread;
  let_judge_work();
  switch (step) {
    case HostStep::copy: return work(n * figures_.copy);
    case HostStep::compare: return work(n * figures_.compare);
    case HostStep::judge: to_be_judged_ += n * figures_.judge; return;
    case HostStep::judged: spend(to_be_judged_ / figures_.cores, to_be_judged_); return;
  }
}

void HostTime::let_judge_work() {
  const double judged = std::min(to_be_judged_, (timeline_.now - seen_) * figures_.cores);
  to_be_judged_ -= judged;
  used_ += judged;
  seen_ = timeline_.now;
}

void HostTime::work(double core_seconds) {
  const double shared = std::min(core_seconds, to_be_judged_);
  used_ += core_seconds;
  spend((core_seconds + shared) / figures_.cores, shared);
}

void HostTime::spend(double seconds, double judging) {
  timeline_.now += seconds;
  seen_ = timeline_.now;
  to_be_judged_ -= judging;
  used_ += judging;
}

}  // namespace classay::simulated_gpu
