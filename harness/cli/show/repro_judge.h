// Judges the results of `classay repro`, and describes them as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/show/repro.h"
#include "harness/journal/message.h"
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

  ParsedCall call_of_lane(const LaneReply& reply) const;
  ParsedCall call_of_vector(std::span<const LaneReply> replies) const;  // its lanes make one call
  ResultBits result_from(const std::vector<std::string>& patterns) const;
  using Route = std::vector<std::string> LaneReply::*;  // sent or literal
  std::vector<Bits> results_of_vector(std::span<const LaneReply> replies, Route route) const;

  Judgement judged(const ParsedCall& call, const ResultBits& result) const;
  Judgement judged(const ParsedCall& call, const std::vector<Bits>& results) const;

  // The inputs of a vector, with the result of each lane by route: "result" (arguments from a buffer) and "constant".
  Json vector_json(std::span<const LaneReply> replies) const;

 private:
  Json lane_json(const LaneReply& reply) const;

  const ReproCase& repro_;
  AnswerPacking packing_;
  Promise promise_;
  Arithmetic arithmetic_;
};

}  // namespace classay
