// Identifies the files of a loaded library by their content, since a file may be replaced under its name, and lists its
// functions.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace classay::library {

// Returns names and SHA-256 of the library's own file and of all files of the same folder that it needs, directly or
// indirectly. The hash is that of the loaded content. `handle`: from dlopen. Throws DeviceError(unusable) if a file was
// replaced since it was loaded, or cannot be read.
std::map<std::string, std::string> files_of(void* handle);

// Returns the names of the functions that the library defines, in the order of its table; empty without a GNU hash table.
std::vector<std::string> functions_of(void* handle);

}  // namespace classay::library
