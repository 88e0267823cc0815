// Runs the program on a stack that is large enough. A limit on the stack (`ulimit -s`) is that of the main thread, and the
// default of all others; a thread may have a larger one of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace classay {

// What systems give a program as a rule.
inline constexpr std::size_t kEnoughStack = std::size_t{8} << 20;

// What `program` returns. Under a smaller limit it runs in a thread with that much, and so do the threads of drivers that do
// not choose; programs that a driver starts get as much as the system's hard limit lets them have. Throws std::system_error
// where no such thread can be made.
int on_enough_stack(const std::function<int()>& program);

}  // namespace classay
