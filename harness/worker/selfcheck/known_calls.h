// Lists calls with known verdicts: right and wrong ones for each way in which the judge reaches a verdict.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/judge.h"
#include "suites/documents.h"

namespace classay {

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

}  // namespace classay
