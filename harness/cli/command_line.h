// Reads options with CLI11 and runs the command. Maps every failure to an exit code of docs/cli.md.
#pragma once

#include <span>
#include <string>

#include "harness/cli/commands.h"

namespace classay {

// `words`: without the program's name. Writes to the streams and does not throw.
int run_command_line(std::span<const std::string> words, const Streams& streams);

std::string version_text();

}  // namespace classay
