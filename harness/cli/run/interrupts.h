// Ends a run on a signal that stops programs (SIGINT, SIGTERM, SIGHUP). A signal that was ignored stays ignored, as `nohup`
// requires.
//
// Before a run starts or resumes its journal, the process ends at once, with a message and exit code 130. After that it ends
// in order: the journal is intact and can be resumed.
#pragma once

#include <array>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace classay {

inline constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};

// Returns the message of a program that ends early; empty: its command line does not start a run.
std::string_view early_end(std::span<const std::string> words);

// Prepares for an early end if the command line starts a run. Call first.
void expect_early_end(std::span<const std::string> words);

// Sets the one file that an early end removes; empty: none.
void take_along(const std::filesystem::path& file);

class Interrupts {
 public:
  Interrupts();  // from here on a run ends in order
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // Returns whether a signal came since the last Interrupts began. Any thread may call it.
  static bool came();

 private:
  std::array<struct sigaction, kStops.size()> old_{};
};

}  // namespace classay
