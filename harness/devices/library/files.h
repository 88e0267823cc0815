// Which files a loaded library is: by their content, since a file may be replaced under its name.
#pragma once

#include <map>
#include <string>

namespace classay::library {

// Names and hashes the library's own file and all files of the same folder that it needs, directly or through another one:
// the SHA-256 of the content that is loaded. `handle`: from dlopen. Throws DeviceError(unusable): a file was replaced since
// it was loaded, or cannot be read.
std::map<std::string, std::string> files_of(void* handle);

}  // namespace classay::library
