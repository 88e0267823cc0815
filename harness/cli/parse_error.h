// Explains errors of the command line: which command, word, glob or path, and what to write instead.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

#include "harness/text/usage_error.h"

namespace classay {

UsageError explained(const CLI::App& app, const CLI::ParseError& error);

// Throws UsageError if the first word that is not an option is not a command.
void refuse_unknown_command(const CLI::App& app, std::span<const std::string> words);

// Returns "; did you mean '--jobs'?" for an unknown option of a command, or nothing.
std::string option_hint(const CLI::App& command, const std::string& option);

// Suggests a correction of a glob or case name that matches nothing. Returns "; did you mean '*/sin/*'?" if a part of the
// name is almost that of a case, or is a builtin alone. If not, returns how names are built.
std::string case_hint(std::string_view glob);

// Returns how to correct the name of a builtin, as in "sin" or "math/sin".
std::string builtin_hint(std::string_view glob);

// Refuses a path on the command line that does not exist. `what`: the option or argument, for the message. Throws
// UsageError if nothing is at the path.
void require_path(const std::string& what, const std::string& path);

// Throws UsageError if the folder has no journal.
void require_run(const std::string& what, const std::string& folder);

}  // namespace classay
