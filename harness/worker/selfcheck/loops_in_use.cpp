// In its own file, so that a test program can link wrong loops in its place.
#include "harness/worker/selfcheck/selfcheck.h"
#include "reference/cpu/versions.h"

namespace classay {

LoopTables loops_in_use() {
  return {.bulk = runnable<bulk::Loops>(),
          .remainders = runnable<bulk::Remainders>(),
          .kernels = runnable<certified::Kernels>(),
          .lanes = runnable<LaneLoops>()};
}

}  // namespace classay
