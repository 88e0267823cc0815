// Judges the results of `classay repro`, and describes them as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/show/repro.h"
#include "harness/text/arguments.h"
#include "harness/worker/judging/case_judge.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"

namespace classay {

class ReproJudge {
 public:
  using Json = nlohmann::ordered_json;

  // `device`: the JSON of the device that ran, which contains its arithmetic.
  ReproJudge(const ReproCase& repro, const Json& device);

  const AnswerPacking& packing() const { return packing_; }
  Promise promise_for(const ParsedCall& call) const;

  ParsedCall call_of_lane(const Json& reply) const;
  ParsedCall call_of_vector(std::span<const Json> replies) const;  // its lanes make one call
  ResultBits result_from(const Json& patterns) const;
  std::vector<Bits> results_of_vector(std::span<const Json> replies, const char* of) const;

  Judgement judged(const ParsedCall& call, const ResultBits& result) const;
  Judgement judged(const ParsedCall& call, const std::vector<Bits>& results) const;

  // The inputs of a vector, with the result of each lane by route: "result" (arguments from a buffer) and "constant".
  Json vector_json(std::span<const Json> replies) const;

 private:
  Json lane_json(const Json& reply) const;

  const ReproCase& repro_;
  AnswerPacking packing_;
  Promise promise_;
  Arithmetic arithmetic_;
};

}  // namespace classay
