// Reads the tables of a loaded program or library (Portable Executable).
#pragma once

#include <string>
#include <vector>

#include "harness/process/windows/headers.h"

namespace classay::windows {

std::vector<std::string> exported_functions(HMODULE image);
std::vector<std::string> imported_libraries(HMODULE image);
std::string build_id(HMODULE image);  // the linker's hash, in hex; empty: linked without one
std::string file_of(HMODULE image);   // empty: unknown

}  // namespace classay::windows
