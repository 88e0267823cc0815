// Returns the exact truth about one call as data: `oracle` prints it, and `judge` shows it next to a wrong result. Both
// commands evaluate the calls of a command line or of standard input in one loop.
#pragma once

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/text/arguments.h"
#include "harness/text/number.h"
#include "reference/number/rounding.h"

namespace classay {

struct Truth;  // reference/truth/truth.h

struct Component {
  Type type = Type::f32;
  bool is_any = false;   // the specifications do not define it
  bool is_real = false;  // the exact value is a real number
  Bits integer = 0;      // an integer result
  Enclosure value;
  bool exact = false;
  std::optional<int> ulp;                                           // as an exponent of two; none if the value is not a real
                                                                    // number
  std::array<std::optional<Bits>, kRoundings.size()> rounded = {};  // none where any value is right
};
// Throws Undecided.
std::vector<Component> components(const ParsedCall& call);

// A rule of the specifications that covers the call, with the editions that contain it.
struct Prescribed {
  std::string sentence;
  std::string clause;
  std::vector<Edition> editions;
  std::vector<std::vector<Truth>> alternatives;
};
// Newest edition first; different rules or clauses are separate entries.
std::vector<Prescribed> prescribed(const ParsedCall& call);

// A prescribed component for JSON and for people: "0x3f800000", "nan" for any NaN, "any".
std::string prescribed_text(const Truth& t, Type type);

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

// Evaluates calls from the command line or, for "-", from standard input. Each call gives one result or an error with its
// line number; the worst exit code wins.
ExitCode answer_calls(const BatchOptions& options, const Streams& streams, const AnswerCall& answer);

// The words that repeat the call: "sin f32 0x1.8p+0".
std::string call_text(const ParsedCall& call);
// Bit patterns of the arguments; a list of one result collapses to the result itself.
nlohmann::ordered_json arguments_json(const ParsedCall& call);
nlohmann::ordered_json one_or_list(const nlohmann::ordered_json& list);

}  // namespace classay
