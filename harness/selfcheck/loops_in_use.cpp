// Alone in its file, so that a program of the tests can be linked with wrong loops in its place.
#include "harness/selfcheck/selfcheck.h"
#include "reference/cpu/versions.h"

namespace classay {

LoopTables loops_in_use() {
  return {.bulk = runnable<bulk::Loops>(),
          .remainders = runnable<bulk::Remainders>(),
          .kernels = runnable<certified::Kernels>(),
          .lanes = runnable<LaneLoops>()};
}

}  // namespace classay
