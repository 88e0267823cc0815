#include "harness/cli/parse_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "harness/cli/help.h"
#include "harness/text/number.h"
#include "suites/nearest.h"

namespace classay {
namespace {

std::vector<std::string_view> views_of(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

const CLI::App& chosen_command(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

std::string help_of(const CLI::App& app, const CLI::App& command) {
  return &command == &app ? "see classay --help" : fmt::format("see classay {} --help", command.get_name());
}

// "--jobs: '0' is not a whole number" without the name of the option in front twice.
std::string reason_of(const CLI::App& command, const CLI::ParseError& error) {
  std::string text = error.what();
  // The errors' own names may be that of the command.
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (is_required && text.find("subcommand") != std::string::npos) return "the command is missing";
  if (is_required) return fmt::format("{} is missing", text.substr(0, text.find(" is required")));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    const std::string option = text.substr(0, text.find(':'));
    const CLI::Option* const found = command.get_option_no_throw(option);
    const std::string value = found == nullptr ? "VALUE" : found->get_type_name();
    return fmt::format("{}: the value is missing; write {} {}", option, option, value.substr(0, value.find(':')));
  }
  if (const std::size_t at = text.find(" excludes "); at != std::string::npos) {
    return fmt::format("{} and {} cannot be used together", text.substr(0, at), text.substr(at + 10));
  }
  return text;
}

}  // namespace

std::string option_hint(const CLI::App& command, const std::string& option) {
  std::vector<std::string> names;
  for (const CLI::Option* known : command.get_options()) {
    if (known->get_group().empty()) continue;
    for (const std::string& name : known->get_lnames()) {
      if (!is_old_name("--" + name)) names.push_back("--" + name);
    }
  }
  return did_you_mean(option.substr(0, option.find('=')), views_of(names));
}

UsageError explained(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen_command(app);
  const std::string where = &command == &app ? "" : command.get_name() + ": ";
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const std::vector<std::string> words = app.remaining(true);
    const std::string word = words.empty() ? "" : words.front();
    const std::string hint = word.starts_with('-') ? option_hint(command, word) : "";
    return UsageError(fmt::format("{}{} {}{}", where, word.starts_with('-') ? "unknown option" : "unexpected word",
                                  in_quotes(word), hint.empty() ? "; " + help_of(app, command) : hint));
  }
  return UsageError(fmt::format("{}{}; {}", where, reason_of(command, error), help_of(app, command)));
}

void refuse_unknown_command(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty() || words.front().starts_with('-')) return;
  const std::string& word = words.front();
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return;
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  const std::string hint = did_you_mean(word, views_of(names));
  throw UsageError(
      fmt::format("no command {}{}", in_quotes(word), hint.empty() ? "; classay --help lists all commands" : hint));
}

}  // namespace classay
