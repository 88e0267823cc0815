// Calls from the command line or, for "-", from standard input: one answer each, errors told with their line, and the worst
// exit code in the end. What the commands `oracle` and `judge` share.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/commands/commands.h"
#include "harness/words/arguments.h"

namespace classay {

struct BatchOptions {
  std::vector<std::string> words;
  Reading reading;
  bool json = false;
};

// What is said about a call, and how the program ends because of it. `alone`: it is the only one.
struct Answer {
  std::string text;
  ExitCode code = ExitCode::promised;
};
using AnswerCall = std::function<Answer(const ParsedCall& call, bool alone)>;

ExitCode answer_calls(const BatchOptions& options, const Streams& streams, const AnswerCall& answer);

// "sin f32 0x1.8p+0", as it can be asked again.
std::string call_text(const ParsedCall& call);
// The arguments, and values in the shape of results (one, or a list), as bit patterns.
nlohmann::ordered_json arguments_json(const ParsedCall& call);
nlohmann::ordered_json one_or_list(const nlohmann::ordered_json& list);

}  // namespace classay
