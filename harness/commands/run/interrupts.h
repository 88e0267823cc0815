// What a signal that asks to stop (SIGINT, SIGTERM, SIGHUP) does to a run. One that was ignored stays so, as `nohup` wants
// it.
//
// Before its journal is begun, or is gone on with, a run ends at once: with a sentence, and exit code 130. From then on it
// ends in order: the journal is whole, and can be gone on with.
#pragma once

#include <array>
#include <csignal>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace classay {

inline constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};

// What a program that is ended early has to say, by its words; empty: they begin no run.
std::string_view early_end(std::span<const std::string> words);

// From the first moment of the program on, where its words begin a run.
void expect_early_end(std::span<const std::string> words);

// A file that goes with a run that is ended early; one at a time. Empty: there is none any more.
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
