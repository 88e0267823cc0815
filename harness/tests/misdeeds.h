// Ways for code to end the process that it runs in: compiled into a driver's stand-in, into the layer before a real driver,
// and into a worker's stand-in, since what matters is whose code does it.
#pragma once

#include <string_view>

namespace classay::tests {

// crash, jump, made, free, abort, abort-threads, exit, _exit, overflow, overflow-thread, thread, memory, all-memory, raise
// (VALUE is the signal), compute (VALUE milliseconds), hang; truncate, overwrite and unmap, of the memory that the process
// shares with its supervisor, the first two with an abort; nonblock, of all that is open; leak (VALUE MiB); close and
// replace (VALUE is the descriptor), close-all, close-output; flush, round, trap and single, of the floating-point
// environment; pthread-exit, throw. False: there is none of this name. It may come back where nothing happened.
bool misdeed(std::string_view name, int value = 0);
bool is_misdeed(std::string_view name);

}  // namespace classay::tests
