#include "tools/stand_ins/outside.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace classay::tests::outside {

void end_by(int signal, bool ends_run) {
  const pid_t run = ::getppid();
  if (ends_run && ::fork() == 0) {
    ::setpgid(0, 0);  // it outlives the worker
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ::kill(run, signal == SIGKILL ? SIGTERM : signal);
    ::_exit(0);
  }
  if (ends_run) std::this_thread::sleep_for(std::chrono::milliseconds(20));  // until the forked process has left the group
  ::raise(signal);
}

void send(int signal) {
  const pid_t self = ::getpid();
  if (::fork() == 0) {
    ::kill(self, signal);
    ::_exit(0);
  }
  for (;;) ::pause();
}

void leave_helper() {
  if (::fork() == 0) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace classay::tests::outside
