// Runs the program on a large enough stack. `ulimit -s` limits the main thread and sets the default of all others, but a
// thread may choose a larger stack.
#pragma once

#include <cstddef>
#include <functional>

namespace classay {

// The usual default stack size of a program.
inline constexpr std::size_t kEnoughStack = std::size_t{8} << 20;

// Runs `program` and returns its result. Under a smaller limit it uses a thread with this stack size. Driver threads without
// a size of their own get the same; programs that a driver starts get it up to the hard limit. Throws std::system_error if
// the thread cannot be made.
int on_enough_stack(const std::function<int()>& program);

}  // namespace classay
