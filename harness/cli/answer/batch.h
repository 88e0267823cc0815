// Evaluates calls from the command line or, for "-", from standard input. Each call gives one result or an error with its
// line number; the worst exit code wins. `oracle` and `judge` share this loop.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/text/arguments.h"

namespace classay {

struct BatchOptions {
  std::vector<std::string> words;
  Reading reading;
  bool json = false;
};

// The output for one call, and its exit code. `alone`: no other call follows.
struct Answer {
  std::string text;
  ExitCode code = ExitCode::promised;
};
using AnswerCall = std::function<Answer(const ParsedCall& call, bool alone)>;

ExitCode answer_calls(const BatchOptions& options, const Streams& streams, const AnswerCall& answer);

// The words that repeat the call: "sin f32 0x1.8p+0".
std::string call_text(const ParsedCall& call);
// Bit patterns of the arguments; a list of one result collapses to the result itself.
nlohmann::ordered_json arguments_json(const ParsedCall& call);
nlohmann::ordered_json one_or_list(const nlohmann::ordered_json& list);

}  // namespace classay
