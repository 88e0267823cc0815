#include "harness/sweep/lane_loops.h"

#include <initializer_list>

#include "harness/sweep/lane_loops_sets.h"

namespace classay {

const LaneLoops& lane_loops() {
  static const LaneLoops kBest = [] {
    LaneLoops best = baseline_lane_loops();
#ifdef CLASSAY_X86_64
    for (const LaneLoops& set : {avx2_lane_loops(), avx512_lane_loops()}) {
      if (set.is_there()) best = set;
    }
#endif
    return best;
  }();
  return kBest;
}

}  // namespace classay
