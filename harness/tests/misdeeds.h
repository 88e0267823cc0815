// Provides ways to end the process from inside. They are compiled into a driver's stand-in, into the layer in front of a
// real driver, and into a worker's stand-in, because the owner of the code matters.
#pragma once

#include <string_view>

namespace classay::tests {

// Runs a misdeed: crash, jump, made, free, abort, abort-threads, exit, _exit, overflow, overflow-thread, thread, memory,
// all-memory, raise (VALUE is the signal), compute (VALUE milliseconds), hang; truncate, overwrite and unmap, of the memory
// that the process shares with its supervisor, the first two with an abort; nonblock, of all open files; leak (VALUE MiB);
// close and replace (VALUE is the descriptor), close-all, close-output; flush, round, trap and single, of the floating-point
// environment; pthread-exit, throw. Returns false for an unknown name. It may return without an effect.
bool misdeed(std::string_view name, int value = 0);
bool is_misdeed(std::string_view name);

}  // namespace classay::tests
