#include "harness/process/own_stack.h"

namespace classay {

// The linker sets the stack of the program and of its threads (CMakeLists.txt of harness).
int on_enough_stack(const std::function<int()>& program) { return program(); }

}  // namespace classay
