// Ends a run on a signal that stops programs (SIGINT, SIGTERM, SIGHUP). A signal that was ignored stays ignored, as `nohup`
// needs it.
//
// Before a run begins or resumes its journal, it ends at once, with a sentence and exit code 130. From then on it ends in
// order: the journal is intact and can be resumed.
#pragma once

#include <array>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace classay {

inline constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};

// The message of a program that is ended early, by its command line; empty: the command line does not begin a run.
std::string_view early_end(std::span<const std::string> words);

// Prepares for an early end, before anything else is done, if the command line begins a run.
void expect_early_end(std::span<const std::string> words);

// Sets the one file that an early end removes. Empty: it removes none.
void take_along(const std::filesystem::path& file);

class Interrupts {
 public:
  Interrupts();  // from now on a run ends in order
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Since the last one of these began. Any thread may ask.
  static bool came();

 private:
  std::array<struct sigaction, kStops.size()> old_{};
};

}  // namespace classay
