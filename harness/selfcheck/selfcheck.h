// Does this program judge rightly on this machine? Known calls, right and wrong, through the judge that runs use; and each
// instruction set that loops are compiled for against the plain one. Every run begins with it, and one whose check fails
// asks nothing: an accusation that rests on a wrong loop is none. A pure function of the tables and the judge.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/lanes/lane_loops.h"
#include "harness/protocol/read_json.h"
#include "harness/selfcheck/known_calls.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"

namespace classay {

// Those of each table that may run, the plain one first.
struct LoopTables {
  std::span<const bulk::Loops* const> bulk;
  std::span<const bulk::Remainders* const> remainders;
  std::span<const certified::Kernels* const> kernels;
  std::span<const LaneLoops* const> lanes;
};
LoopTables loops_in_use();

struct SelfCheck {
  std::uint64_t calls = 0;    // judged one by one
  std::uint64_t batched = 0;  // judged at once
  std::uint64_t loops = 0;    // held against the plain ones
  std::vector<std::string> sets;
  std::vector<std::string> faults;  // a sentence each
  std::string float_environment;    // in which the program began, where that was not the default one, which it restored

  bool passed() const { return faults.empty(); }
};

SelfCheck self_check(const LoopTables& tables, const KnownJudge& judge);

Json to_json(const SelfCheck& check);

}  // namespace classay
