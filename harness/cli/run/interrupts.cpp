#include "harness/cli/run/interrupts.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>

#include "harness/cli/exit_code.h"

namespace classay {
namespace {

// Written by a signal handler, read by the threads of a run.
std::atomic<int> interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// end_early() reads these. They are written before it is installed, or while `has_file` is false.
std::string_view last_words;
pid_t own_pid = 0;
std::array<char, PATH_MAX> file_to_remove;
std::atomic<bool> has_file = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// Uses only calls that are safe in a signal handler. A forked child before its exec gets the default action.
void end_early(int signal) {
  if (::getpid() != own_pid) {
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    return;
  }
  if (has_file) ::unlink(file_to_remove.data());
  [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, last_words.data(), last_words.size());
  ::_exit(static_cast<int>(ExitCode::interrupted));
}

void note(int /*signal*/) { interrupted = 1; }

// Installs a handler, unless the signal is ignored. Returns the previous action.
struct sigaction handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = handler;
  ::sigaction(signal, nullptr, &before);
  if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr);
  return before;
}

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

void expect_early_end(std::span<const std::string> words) {
  last_words = early_end(words);
  own_pid = ::getpid();
  if (last_words.empty()) return;
  for (const int signal : kStops) handle(signal, end_early);
}

void take_along(const std::filesystem::path& file) {
  has_file = false;
  if (file.empty() || file.native().size() >= file_to_remove.size()) return;
  *std::ranges::copy(file.native(), file_to_remove.begin()).out = '\0';
  has_file = true;
}

Interrupts::Interrupts() {
  interrupted = 0;
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    old_[i] = handle(kStops[i], note);
    // The early end must not be restored.
    if (old_[i].sa_handler == end_early) old_[i].sa_handler = SIG_DFL;
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kStops.size(); ++i) ::sigaction(kStops[i], &old_[i], nullptr);
}

bool Interrupts::came() { return interrupted != 0; }

}  // namespace classay
