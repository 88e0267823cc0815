// A child that watches itself: when a signal ends it, or a call of exit that it did not mean, it leaves a note of what
// happened and where in the page that it shares with its supervisor (page.h). Only what is safe in a handler of signals is
// done there.
#pragma once

#include <cstddef>
#include <string_view>

#include "harness/ending/page.h"

namespace classay::ending {

// From here on; before a driver is loaded, so that all code that comes later is known to be the driver's. A process that was
// given no page watches nothing.
void watch();

// Once more, after a driver may have put its own handlers in place (LLVM has some for every signal that ends a process).
// They get the signal when the note is taken, and may go on after it: then the note is forgotten here. Signals that a driver
// may work with stay its own: SIGFPE, by which PoCL divides by zero, and those for users.
void watch_again();

// A driver that was there from the beginning. `address`: of its code.
void driver_is_at(const void* address);

// The end that follows is meant.
void mean_to_end();

// Ends the process because a driver ended its thread (Kind::thread) or closed a descriptor (Kind::descriptor). `call`: the
// call that did it; empty: it happened before the last call returned.
[[noreturn]] void end_over(Kind kind, std::string_view call = {}, int descriptor = -1);

// Registers a descriptor through which this process communicates. check_descriptors() ends the process where one of them
// was closed or replaced: no code of classay does that, so a driver did.
void rely_on_descriptor(int descriptor);
void check_descriptors();

// Room for the handler where a thread's stack is used up. Threads of a driver have none, and leave no note then.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  void* memory_ = nullptr;
};

// A call of the driver that is under way as long as this lives. Some stores; one thread calls.
class Calling {
 public:
  explicit Calling(std::string_view call, std::string_view kernel = {});
  ~Calling();
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

  void next(std::string_view call, std::string_view kernel = {});  // one ended, and the next begins
};

// How many launches the driver has to do.
void launches_in_flight(std::size_t count);

}  // namespace classay::ending
