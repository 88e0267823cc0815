// Text as one word of a shell: commands that are shown can be pasted whatever a folder or a device is called.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace classay {

// As it is where no shell would take it for anything else; in quotes otherwise, and in $'...' with \x1b and the like where
// it has what is not seen as itself (text/visible.h).
std::string shell_word(std::string_view text);

// The same for a folder, which is no option for that it begins with a dash.
std::string folder_word(const std::filesystem::path& folder);

// A command of this program that is shown to be pasted: "classay repro" and its words, each of them quoted where need be.
// What a journal has for a command is not believed: nullopt where it is none that this program writes, with these options
// and as many words at most. So that nothing is pasted that writes anywhere, or is two commands.
std::optional<std::string> repro_command_of(std::string_view text);

}  // namespace classay
