// Text as one word of a shell: commands that are shown can be pasted whatever a folder or a device is called.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

// As it is where no shell would take it for anything else; in quotes otherwise, and in $'...' with \x1b and the like where
// it has what is not seen as itself (text/visible.h).
std::string shell_word(std::string_view text);

// The words of a command, as a shell splits it: at blanks, but for those in quotes or behind a backslash. Nothing is
// expanded. Throws std::invalid_argument where there is no word, or a quote has no end.
std::vector<std::string> read_words(std::string_view command);

// A folder as one word, which is no option for that it begins with a dash.
std::string folder_word(const std::filesystem::path& folder);

// A command of this program that is shown to be pasted: "classay repro" and its words, each of them quoted where need be.
// What a journal has for a command is not believed: nullopt where it is none that this program writes, with these options
// and as many words at most. So that nothing is pasted that writes anywhere, or is two commands. `worker`: the command of
// the run's own --worker, which it may have; empty: none.
std::optional<std::string> repro_command_of(std::string_view text, std::string_view worker = {});

}  // namespace classay
