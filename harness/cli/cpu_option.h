// Adds `--cpu SET` to every command: this process and all its children use no wider instruction set. The option sets the
// environment variable CLASSAY_CPU, so that children inherit it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace classay {

// Adds the option to the program and to each of its commands.
void add_cpu_option(CLI::App& app, std::string& set);

// Call before any loop runs. Throws UsageError for a set that this machine does not support, also when CLASSAY_CPU names it.
void choose_instruction_sets(const std::string& set);

}  // namespace classay
