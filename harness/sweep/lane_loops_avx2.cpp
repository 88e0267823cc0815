#include "harness/sweep/lane_loops_body.h"
#include "harness/sweep/lane_loops_sets.h"

namespace classay {

LaneLoops avx2_lane_loops() {
  return {.is_there = [] { return __builtin_cpu_supports("avx2") != 0; }, .equal = equal_for, .contains = contains_for};
}

}  // namespace classay
