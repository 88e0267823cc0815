// The command line as a whole: options and help by CLI11, then the command. Maps everything that can go wrong to the exit
// codes that docs/cli.md promises.
#pragma once

#include <span>
#include <string>

#include "harness/commands/commands.h"

namespace classay {

// `words` without the program's name. Writes to the streams and does not throw.
int run_command_line(std::span<const std::string> words, const Streams& streams);

std::string version_text();

}  // namespace classay
