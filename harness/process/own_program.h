// Locates this program's file, from which its children start. It is the running file, not the current file at its path:
// after an update that would be a different program.
#pragma once

#include <filesystem>
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

}  // namespace classay
