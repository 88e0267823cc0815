// Checks that this program judges correctly on this machine. Known calls, right and wrong, go through the judge that runs
// use. The loops of each instruction set are compared with the plain ones. Every run begins with this check, and stops if it
// fails, because failures found with a wrong loop are worthless. The result depends only on the tables and the judge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/worker/lanes/lane_loops.h"
#include "harness/worker/selfcheck/known_calls.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"

namespace classay {

// The tables that this machine can run, the plain one first.
struct LoopTables {
  std::span<const bulk::Loops* const> bulk;
  std::span<const bulk::Remainders* const> remainders;
  std::span<const certified::Kernels* const> kernels;
  std::span<const LaneLoops* const> lanes;
};
LoopTables loops_in_use();

struct SelfCheck {
  std::uint64_t calls = 0;    // judged one by one
  std::uint64_t batched = 0;  // judged in bulk
  std::uint64_t loops = 0;    // compared with the plain ones
  std::vector<std::string> sets;
  std::vector<std::string> faults;  // one sentence each
  std::string float_environment;    // initial environment if it was not the default, which the program then restored

  bool passed() const { return faults.empty(); }
};

SelfCheck self_check(const LoopTables& tables, const KnownJudge& judge);

Json to_json(const SelfCheck& check);

}  // namespace classay
