#include "harness/lanes/lane_loops_body.h"
#include "harness/lanes/lane_loops_sets.h"

namespace classay {

LaneLoops avx2_lane_loops() {
  return {.equal = equal_for, .ungroup = ungroup_for, .zip = zip_for, .contains = contains_for, .digest = digest_for};
}

}  // namespace classay
