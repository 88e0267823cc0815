// Identifies the files of a loaded library by their content, since a file may be replaced under its name.
#pragma once

#include <map>
#include <string>

namespace classay::library {

// Returns names and SHA-256 of the library's own file and of all files of the same folder that it needs, directly or
// indirectly. The hash is that of the loaded content. Throws DeviceError(unusable) if a file was
// replaced since it was loaded, or cannot be read.
std::map<std::string, std::string> hashes_of_files(void* handle);

}  // namespace classay::library
