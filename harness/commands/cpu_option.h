// `--cpu SET`, which every command has: loops of no wider instruction set than this one, in this process and in all that it
// starts. It is the environment variable CLASSAY_CPU by another name, so that children inherit it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace classay {

// To the program and to each of its commands.
void add_cpu_option(CLI::App& app, std::string& set);

// Before any loop runs. Throws UsageError for a set that this machine does not run, whoever named it.
void choose_instruction_sets(const std::string& set);

}  // namespace classay
