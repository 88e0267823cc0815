// Checks that this program judges correctly on this machine. Known calls, right and wrong, go through the judge that runs
// use. The loops of each instruction set are compared with the plain ones. Every run begins with this check, and stops if it
// fails, because failures found with a wrong loop are worthless. The result depends only on the tables and the judge.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/worker/lanes/lane_loops.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"
#include "reference/judge/judge.h"
#include "suites/documents.h"

namespace classay {

// A call with a known verdict: right and wrong ones for each way in which the judge reaches a verdict.
struct KnownCall {
  std::string_view builtin;
  Type format = Type::f32;
  std::array<Bits, 3> arguments{};
  std::array<Bits, 2> results{};
  Verdict verdict = Verdict::right;
  Mode mode = Mode::standard;
  Arithmetic device;
};
std::span<const KnownCall> known_calls();
std::string text(const KnownCall& call);  // "exp f32 0x3f800000 = 0x402df854"

// Calls of one function of f32 that are judged in bulk, by values with bounds. One of them is wrong.
struct KnownBatch {
  std::string_view builtin;
  std::string_view how;  // the kind of values
  bool is_run = false;   // the arguments are consecutive patterns
  std::vector<std::array<Bits, 3>> arguments;
  std::vector<Bits> results;
  std::size_t wrong = 0;  // index of the wrong result
};
std::vector<KnownBatch> known_batches();

// The judge that runs use, as functions of known calls.
struct KnownJudge {
  std::function<Verdict(const KnownCall&)> verdict;
  // Returns the first arguments of the wrong results, as far as a tally keeps them, in order.
  std::function<std::vector<Bits>(const KnownBatch&)> wrong;
};
KnownJudge judge_of_runs();

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
