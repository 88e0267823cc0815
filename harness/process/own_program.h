// This program, as the file that its children are started from. It is the file that runs, not whatever lies at its path by
// now: what replaced it there is another program, and must not answer for this one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace classay {

// Where it lay when it was first asked: the first word of a command that starts it.
const std::string& own_program();

// The file itself, for who reads or starts it; good also when its path is not.
inline constexpr const char* kOwnFile = "/proc/self/exe";

// A file that comes with the program: beside it, or where it is installed. Empty: there is none.
std::filesystem::path beside_program(std::string_view file);

// The first file with this name in the folders of PATH. Empty: there is none.
std::filesystem::path on_path(std::string_view file);

// What the linker made of all that the program consists of, in hex; empty: it was not asked to.
std::string own_build_id();

}  // namespace classay
