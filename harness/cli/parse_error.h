// Explains errors of the command line: which command, which word, and what to write instead.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

#include "harness/text/usage_error.h"

namespace classay {

UsageError explained(const CLI::App& app, const CLI::ParseError& error);

// Throws UsageError if the first word that is not an option is not a command.
void refuse_unknown_command(const CLI::App& app, std::span<const std::string> words);

// Returns "; did you mean '--jobs'?" for an unknown option of a command, or nothing.
std::string option_hint(const CLI::App& command, const std::string& option);

}  // namespace classay
