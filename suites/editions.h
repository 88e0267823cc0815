// Writes the page of the limits in which the specifications differ, from the table of builtins, for tools/pages.cpp.
#pragma once

#include <string>

namespace classay {

std::string editions_markdown();

}  // namespace classay
