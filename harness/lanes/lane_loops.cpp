#include "harness/lanes/lane_loops.h"

#include <array>

#include "harness/lanes/lane_loops_sets.h"
#include "reference/number/instruction_sets.h"

namespace classay {

const LaneLoops& lane_loops() {
#ifdef CLASSAY_X86_64
  static const std::array kAll{baseline_lane_loops(), avx2_lane_loops(), avx512_lane_loops()};
#else
  static const std::array kAll{baseline_lane_loops()};
#endif
  static const LaneLoops& kBest = runnable(std::span<const LaneLoops>(kAll)).back();
  return kBest;
}

}  // namespace classay
