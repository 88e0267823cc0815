// Watches this process from inside. On a fatal signal or an unintended exit it writes a note of place and cause to the page
// shared with its supervisor (page.h). The handlers use only calls that are safe in a signal handler.
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/process/page.h"

namespace classay::ending {

// Starts watching. Call before a driver is loaded, so that all code loaded later is the driver's.
void watch();

// Call again after a driver may have installed handlers (LLVM has some for every fatal signal). They receive the signal
// after the note. If they resume the process, the note is discarded. Signals that a driver may use stay its own: SIGFPE,
// which PoCL uses to divide by zero, and SIGUSR1 and SIGUSR2.
void watch_again();

// Registers a driver that is linked into the program. `address`: in its code.
void driver_is_at(const void* address);

// Marks the following end as intended.
void mean_to_end();

// Ends the process because a driver ended its thread (Kind::thread) or closed a descriptor (Kind::descriptor). `call`: the
// call that did it; empty: it happened before the last call returned.
[[noreturn]] void end_over(Kind kind, std::string_view call = {}, int descriptor = -1);

// Registers a descriptor through which this process communicates. check_descriptors() ends the process where one of them
// was closed or replaced: no code of classay does that, so a driver did.
void rely_on_descriptor(int descriptor);
void check_descriptors();

// Gives the handler a stack when a thread's own stack is exhausted. Driver threads have none and then leave no note.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  void* memory_ = nullptr;
};

// Marks a driver call as active during its lifetime. It costs a few stores; only one thread may call.
class Calling {
 public:
  explicit Calling(std::string_view call, std::string_view kernel = {});
  ~Calling();
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

  void next(std::string_view call, std::string_view kernel = {});  // the first call ended, and the next starts
};

// Sets the number of launches in the driver's queue.
void launches_in_flight(std::size_t count);

}  // namespace classay::ending
