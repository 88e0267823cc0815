// What a driver's build log says, in one line that a person understands without the log: the first error with the line of
// the program that it is about, or what the linker did not find, in the words of OpenCL C.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// "ldexp(half16, int) is missing at link time"; "line 3: use of undeclared identifier 'sinus'". Of a log that says nothing:
// "the build log is empty".
std::string first_useful_line(std::string_view log);

// The same of what a DeviceError of a build says: the call that failed, and from its second line on the log.
std::string build_reason(std::string_view said);

// "ldexp(half16, int)" of "_Z5ldexpDv16_Dhi"; what is no such name comes back as it is.
std::string in_opencl_terms(std::string_view symbol);

}  // namespace classay
