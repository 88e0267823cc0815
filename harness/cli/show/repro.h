// `classay repro`: runs inputs of a failing case again and prints all that is known about them, or writes a stand-alone
// OpenCL program for them.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/journal/message.h"
#include "harness/text/arguments.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/sweep/ask.h"
#include "reference/judge/judge.h"
#include "suites/judge_promise.h"

namespace classay {

// The inputs to run, from the command line or a journal.
struct ReproCase {
  Case asked;
  std::string device;
  bool is_far = false;  // the device is on a remote machine
  std::string worker;   // the journal's command for that machine; printed, never started
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::optional<StatedLimit> limit = std::nullopt;
  std::vector<StatedLimit> range_limits = {};                // as in Task
  std::map<std::vector<Bits>, StatedLimit> own_limits = {};  // of single calls, by their arguments
  std::vector<Tuple> inputs;
  std::optional<Tier> constants = std::nullopt;  // tier of the run whose program had these inputs as constants
  std::uint64_t seed = 1;                        // seed of that run
};

bool is_probe_case(const std::string& case_name);
// Runs a probe case of the run again and prints its result. Precondition: options.words has its name.
ExitCode repro_probe(const ReproOptions& options, const Streams& streams);

// Throws UsageError, with the command to run instead, if the device of the run is on another machine and --remote is
// missing. `command`: the journal's command for that machine.
void require_remote(const ReproOptions& options, const std::string& command);

// Returns the case of that name. Throws UsageError when there is none.
Case case_to_ask(const std::string& name);

// Returns the journal's case of that name, with its first failures, or the inputs of its largest errors when nothing failed.
ReproCase case_of_journal(const std::string& directory, const std::string& name);

// Writes kernel.cl, host.c and a Makefile into a folder. Throws std::runtime_error when it cannot.
void emit(const std::string& folder, const ReproCase& repro);

// Judges the results of `classay repro`, and describes them as JSON.
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

// Provides the parts of host.c that are the same for every case (emit.cpp): the text before its tables and after them.
std::string_view host_head();
std::string_view host_tail();

}  // namespace classay
