// Formats the help of commands: options in groups, each by its present name. Names that only old scripts use are not shown.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/cli/commands.h"

namespace classay {

// Groups of options, in the order of help.
inline constexpr const char* kSelection = "Selection";
inline constexpr const char* kDevice = "Device";
inline constexpr const char* kTime = "Time";
inline constexpr const char* kOutput = "Output";
inline constexpr const char* kDebugging = "Debugging";

class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
};

// Returns whether an option name is an alias that help does not show, such as --workers for --jobs.
bool is_old_name(const std::string& option);

// Accepts whole numbers in a range.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// Adds an option that may be repeated, each time with one more value.
CLI::Option* add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                             const std::string& help);

// Adds the options that every command has: --color and --cpu.

struct GlobalWords {
  std::string cpu;
  std::string colour = "auto";
};

// Adds the options to the program and all of its commands; call it after all commands exist.
void add_global_options(CLI::App& app, GlobalWords& words);

// Throws UsageError for a set that this machine does not have.
void apply(const GlobalWords& words, const Streams& streams);

}  // namespace classay
