// Quotes text as one shell word, so that printed commands can be pasted, whatever the name of a folder or device is.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

// Returns the text unchanged if no shell interprets any of it, else in quotes. Invisible characters (text/visible.h) become
// escapes such as \x1b in $'...'.
std::string shell_word(std::string_view text);

// Splits a command at blanks like a shell, with quotes and backslashes but without expansion. Throws std::invalid_argument
// for an empty command or an unclosed quote.
std::vector<std::string> read_words(std::string_view command);

// Quotes a folder as one word; a leading dash is not mistaken for an option.
std::string folder_word(const std::filesystem::path& folder);

// Returns a printable command "classay repro" with quoted words. Journals are not trusted: the result is nullopt unless this
// program could have written the command, with known options and a limited number of words. Pasting it therefore never runs
// a second command or writes elsewhere. `worker`: the command of the run's own --worker, which the text may contain; empty:
// none.
std::optional<std::string> repro_command_of(std::string_view text, std::string_view worker = {});

}  // namespace classay
