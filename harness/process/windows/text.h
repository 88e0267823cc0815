// Converts between the UTF-8 of this program and the text of Windows, and errors of Windows to those of C.
#pragma once

#include <string>
#include <string_view>

namespace classay::windows {

std::wstring wide(std::string_view utf8);
std::string utf8(std::wstring_view wide);

std::string message_of(unsigned long error);  // the system's sentence, without a line break
void set_errno(unsigned long error);

}  // namespace classay::windows
