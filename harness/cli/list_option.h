// Adds an option that may be repeated, each time with one more value.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace classay {

CLI::Option* add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                             const std::string& help);

}  // namespace classay
