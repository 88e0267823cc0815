// Defines the messages over a connection to another machine (machine.h). Each is one line of JSON, apart from the sign in
// front of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/supervisor/child_process.h"

namespace classay {

inline constexpr int kRelayVersion = 1;

// Once, first, from the remote end: the program and the machine.
struct Greeting {
  SharedJson build;
  SharedJson host;
  int relay = kRelayVersion;
};

// To the remote end: the child to start.
struct StartChild {
  std::vector<std::string> words;
};

// From the remote end, while the child is silent and alive.
struct SignOfLife {
  std::optional<bool> in_driver;
  std::uint64_t waited = 0;  // nanoseconds
};

// From the remote end: how the child ended.
struct ChildReport {
  int status = 0;
  int signal = 0;
  bool stayed = false;
  bool meant = false;
  Blame blame = Blame::unknown;
  std::string sentence;
  SharedJson evidence;
  std::string errors;  // the last part of its standard error
  bool flooded = false;
};
ChildReport report_of(const ChildEnd& end, const std::string& errors);
ChildEnd end_of(const ChildReport& report);

// One line, without a newline.
std::string text(const Greeting& greeting);
std::string text(const StartChild& words);
std::string text(const SignOfLife& sign);
std::string text(const ChildReport& report);

// Reads such a line. nullopt: a different line, for example of a login.
std::optional<Greeting> greeting_in(std::string_view text);
std::optional<StartChild> start_child_in(std::string_view text);
std::optional<SignOfLife> sign_of_life_in(std::string_view text);
std::optional<ChildReport> child_report_in(std::string_view text);

}  // namespace classay
