#include "harness/cli/run/early_end.h"

#include "harness/cli/terminal/terminal.h"
#include "harness/process/interrupts.h"

namespace classay {
namespace {

// Returns the first word that is neither an option nor the value of --cpu, the one option that all commands share.
std::string_view command_among(std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with('-')) return words[i];
    if (words[i] == "--cpu") ++i;
  }
  return {};
}

}  // namespace

std::string_view early_end(std::span<const std::string> words) {
  const std::string_view command = command_among(words);
  if (command == "run") return "classay: interrupted before the journal was created; nothing was run\n";
  if (command == "resume") return "classay: interrupted before the run was resumed; its journal has all that it had\n";
  return {};
}

void expect_early_end_of(std::span<const std::string> words) {
  const std::string_view message = early_end(words);
  if (!message.empty()) expect_early_end(message, static_cast<int>(ExitCode::interrupted));
}

}  // namespace classay
