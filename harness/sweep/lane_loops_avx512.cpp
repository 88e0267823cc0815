#include "harness/sweep/lane_loops_body.h"
#include "harness/sweep/lane_loops_sets.h"

namespace classay {

LaneLoops avx512_lane_loops() {
  return {.is_there =
              [] {
                return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                       __builtin_cpu_supports("avx512dq") != 0;
              },
          .equal = equal_for,
          .contains = contains_for};
}

}  // namespace classay
