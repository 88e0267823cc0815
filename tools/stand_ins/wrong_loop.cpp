// Replaces selfcheck/loops_in_use.cpp to make a program whose widest lane loops have one defect, as a compiler or processor
// error would cause.
#include <array>

#include "harness/worker/selfcheck/selfcheck.h"
#include "reference/cpu/versions.h"

namespace classay {
namespace {

// Ignores the last byte if their number is odd.
bool looks_past_the_last(const std::byte* elements, std::uint64_t count, std::uint64_t pattern) {
  return LaneLoops::baseline.contains(1)(elements, count - count % 2, pattern);
}

LaneLoops wrong_loops() {
  LaneLoops loops = LaneLoops::baseline;
  loops.contains = [](int element) { return element == 1 ? looks_past_the_last : LaneLoops::baseline.contains(element); };
  return loops;
}

}  // namespace

LoopTables loops_in_use() {
  static const LaneLoops kWrong = wrong_loops();
  static const std::array<const LaneLoops*, 2> kLanes{&LaneLoops::baseline, &kWrong};
  return {.bulk = runnable<bulk::Loops>(),
          .remainders = runnable<bulk::Remainders>(),
          .kernels = runnable<certified::Kernels>(),
          .lanes = kLanes};
}

}  // namespace classay
