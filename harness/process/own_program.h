// Starts this program on a large enough stack, and locates its file, from which its children start. It is the running file,
// not the current file at its path: after an update that would be a different program.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace classay {

// Returns the program's path at the first call, as the first word of a command that starts it.
const std::string& own_program();

// Returns the running file, to read or to start; on Linux valid even if its path has changed.
const std::filesystem::path& own_file();

// Returns a file that comes with the program: next to it, or where it is installed. Empty: none.
std::filesystem::path beside_program(std::string_view file);

// Returns the first file with this name in the folders of PATH. Empty: none.
std::filesystem::path on_path(std::string_view file);

// Returns the linker's hash of the program, in hex; empty: linked without one.
std::string own_build_id();

// The usual default stack size of a program. `ulimit -s` limits the main thread and sets the default of all others, but a
// thread may choose a larger stack.
inline constexpr std::size_t kEnoughStack = std::size_t{8} << 20;

// Runs `program` and returns its result. Under a smaller limit it uses a thread with this stack size. Driver threads without
// a size of their own get the same; programs that a driver starts get it up to the hard limit. Throws std::system_error if
// the thread cannot be made.
int on_enough_stack(const std::function<int()>& program);

}  // namespace classay
