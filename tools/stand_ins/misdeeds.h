// Provides ways to end the process from inside. A driver's stand-in, the layer in front of a real driver, and a worker's
// stand-in each compile them, because the owner of the code matters.
#pragma once

#include <string_view>

namespace classay::tests {

// Runs a misdeed. Returns false for an unknown name. It may return without an effect.
// - crash, jump, made, free, abort, abort-threads, exit, _exit, overflow, overflow-thread, thread, memory, all-memory, hang
// - raise (VALUE is the signal), compute (VALUE milliseconds), leak (VALUE MiB)
// - truncate and overwrite, each with an abort, and unmap: the memory that the process shares with its supervisor
// - nonblock, close-all, close-output, close and replace (VALUE is the descriptor): open files
// - flush, round, trap and single: the floating-point environment
// - pthread-exit, throw
bool misdeed(std::string_view name, int value = 0);
bool is_misdeed(std::string_view name);

}  // namespace classay::tests
