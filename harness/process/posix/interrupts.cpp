#include "harness/process/interrupts.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <csignal>

namespace classay {
namespace {

constexpr std::array kStops{SIGINT, SIGTERM, SIGHUP};

// Written by a signal handler, read by the threads of a run.
std::atomic<int> interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

// end_early() reads these. They are written before it is installed, or while `has_file` is false.
std::string_view last_words;
int last_code = 0;
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
  ::_exit(last_code);
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

}  // namespace

void expect_early_end(std::string_view message, int code) {
  last_words = message;
  last_code = code;
  own_pid = ::getpid();
  for (const int signal : kStops) handle(signal, end_early);
}

void take_along(const std::filesystem::path& file) {
  has_file = false;
  if (file.empty() || file.native().size() >= file_to_remove.size()) return;
  *std::ranges::copy(file.native(), file_to_remove.begin()).out = '\0';
  has_file = true;
}

struct Interrupts::Before {
  std::array<struct sigaction, kStops.size()> actions{};
};

Interrupts::Interrupts() : before_(std::make_unique<Before>()) {
  interrupted = 0;
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    before_->actions[i] = handle(kStops[i], note);
    // The early end must not be restored.
    if (before_->actions[i].sa_handler == end_early) before_->actions[i].sa_handler = SIG_DFL;
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kStops.size(); ++i) ::sigaction(kStops[i], &before_->actions[i], nullptr);
}

bool Interrupts::came() { return interrupted != 0; }

}  // namespace classay
