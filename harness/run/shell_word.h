// Text as one word of a shell: commands that are shown can be pasted whatever a folder or a device is called.
#pragma once

#include <string>
#include <string_view>

namespace classay {

// As it is where no shell would take it for anything else; in quotes otherwise.
std::string shell_word(std::string_view text);

}  // namespace classay
