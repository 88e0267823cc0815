// Which files a loaded library is: by their content, since a file may be replaced under its name.
#pragma once

#include <map>
#include <string>

namespace classay::library {

// The library's own file, and those that it needs, directly or through another one, of the same folder: the name of each
// and the SHA-256 of what is loaded. `handle`: of dlopen. Throws DeviceError(unusable): a file was replaced since it was
// loaded, or can not be read.
std::map<std::string, std::string> files_of(void* handle);

}  // namespace classay::library
