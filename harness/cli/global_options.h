// Adds the options that every command has: --color and --cpu.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "harness/cli/commands.h"

namespace classay {

struct GlobalWords {
  std::string cpu;
  std::string colour = "auto";
};

// Adds the options to the program and all of its commands; call it after all commands exist.
void add_global_options(CLI::App& app, GlobalWords& words);

// Throws UsageError for a set that this machine does not have.
void apply(const GlobalWords& words, const Streams& streams);

}  // namespace classay
