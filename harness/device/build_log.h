// Extracts one line from a driver's build log that a person understands without the log. It is the first error with the
// program line that it concerns, or the symbol that the linker did not find, in OpenCL C terms.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// Returns, for example, "ldexp(half16, int) is missing at link time" or "line 3: use of undeclared identifier 'sinus'"; for
// a log without information "the build log is empty".
std::string first_useful_line(std::string_view log);

// Like first_useful_line(), for the message of a build's DeviceError: the failed call, and from its second line on the log.
std::string build_reason(std::string_view said);

// Returns "ldexp(half16, int)" for "_Z5ldexpDv16_Dhi"; returns anything but a mangled name unchanged.
std::string in_opencl_terms(std::string_view symbol);

}  // namespace classay
