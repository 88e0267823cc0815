// Models the time of the host in a run on the simulated GPU: copying, comparing and judging share the cores.
#pragma once

#include <cstdint>

#include "harness/worker/sweep/sweep_context.h"
#include "tools/stand_ins/simulated_gpu/timeline.h"

namespace classay::simulated_gpu {

// Core-seconds per result. The sum of copying and judging is that of exp f32 on one core (docs/performance.md).
struct HostFigures {
  double cores = 16;
  double thread = 0.03e-9;  // per thread and launch: marks memory that a transfer must change (harness/device/poison.h)
  double copy = 0.3e-9;
  double compare = 0.2e-9;
  double judge = 1.5e-9;
};

class HostTime {
 public:
  HostTime(Timeline& timeline, const HostFigures& figures) : timeline_(timeline), figures_(figures) {}

  // Adds the time of a step to the timeline.
  void step(HostStep step, std::uint64_t results);
  // Returns the share of the cores' time that was used.
  double share() const { return used_ / (figures_.cores * timeline_.now); }

 private:
  // The judge uses all cores while the host's thread calls the driver or waits for it.
  void let_judge_work();
  // The host's thread uses the cores for this many core-seconds, half of them while the judge works.
  void work(double core_seconds);
  void spend(double seconds, double judging);

  Timeline& timeline_;
  HostFigures figures_;
  double seen_ = 0;          // the timeline up to which the judge's work is known
  double to_be_judged_ = 0;  // core-seconds
  double used_ = 0;          // core-seconds
};

}  // namespace classay::simulated_gpu
