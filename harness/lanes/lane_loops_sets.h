// One for each instruction set that the loops are compiled for.
#pragma once

#include "harness/lanes/lane_loops.h"

namespace classay {

LaneLoops baseline_lane_loops();
LaneLoops avx2_lane_loops();
LaneLoops avx512_lane_loops();

}  // namespace classay
