#include "harness/commands/run/interrupts.h"

#include <atomic>

namespace classay {
namespace {

// Written by a handler of signals, read by the threads of a run.
std::atomic<int> interrupted = 0;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

Interrupts::Interrupts() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = 1; };
  for (std::size_t i = 0; i < kStops.size(); ++i) {
    ::sigaction(kStops[i], nullptr, &old_[i]);
    if (old_[i].sa_handler != SIG_IGN) ::sigaction(kStops[i], &action, nullptr);
  }
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kStops.size(); ++i) ::sigaction(kStops[i], &old_[i], nullptr);
}

bool Interrupts::came() { return interrupted != 0; }

}  // namespace classay
