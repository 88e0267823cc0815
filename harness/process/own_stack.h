// Runs the program on a stack that is large enough. A limit on the stack (`ulimit -s`) is that of the main thread, and the
// default of all others; a thread may have a larger one of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace classay {

// The usual size of a program's stack.
inline constexpr std::size_t kEnoughStack = std::size_t{8} << 20;

// Runs `program` and returns its result. Under a smaller limit it runs in a thread with that much stack. Threads of drivers
// that do not choose a size have as much; programs that a driver starts have as much as the system's hard limit allows.
// Throws std::system_error where the thread cannot be made.
int on_enough_stack(const std::function<int()>& program);

}  // namespace classay
