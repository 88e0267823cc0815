#include "harness/cli/parse_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "harness/cli/help.h"
#include "harness/journal/journal.h"
#include "harness/journal/probe_kinds.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "suites/cases.h"
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

namespace {

using Names = std::vector<std::string>;

// The names of each part of a case name.
std::array<Names, 6> parts_of_cases() {
  std::array<std::set<std::string>, 6> known;
  const auto add = [&](std::string_view case_name) {
    for (std::set<std::string>& names : known) {
      const std::size_t end = std::min(case_name.find('/'), case_name.size());
      names.emplace(case_name.substr(0, end));
      case_name.remove_prefix(std::min(end + 1, case_name.size()));
    }
  };
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) add(name(*c));
  for (const ProbeCase& c : all_probe_cases()) add(name(c));
  std::array<Names, 6> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) parts.at(i).assign(known.at(i).begin(), known.at(i).end());
  return parts;
}

bool is_literal(std::string_view part) { return !part.empty() && part.find_first_of("*?[{\\") == std::string_view::npos; }

std::string nearest_of(std::string_view part, const Names& names) {
  if (std::ranges::find(names, part) != names.end()) return std::string(part);
  return nearest_name(part, std::vector<std::string_view>(names.begin(), names.end()));
}

std::vector<std::string> split(std::string_view glob) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= glob.size();) {
    const std::size_t end = std::min(glob.find('/', begin), glob.size());
    parts.emplace_back(glob.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// Returns the glob with corrected parts; empty if a part resembles no name, or nothing is to correct. A part after a star
// may be any part of the case name.
std::string corrected(std::string_view glob) {
  static const std::array<Names, 6> kKnown = parts_of_cases();
  constexpr std::size_t kBuiltin = 2;
  const std::vector<std::string> parts = split(glob);
  if (parts.size() > kKnown.size()) return "";
  if (parts.size() == 1) {
    const std::string builtin = is_literal(glob) ? nearest_of(glob, kKnown.at(kBuiltin)) : "";
    return builtin.empty() ? "" : "*/" + builtin + "/*";
  }
  std::string all;
  bool is_after_star = false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string part = parts[i];
    const bool is_known = is_after_star && std::ranges::any_of(kKnown, [&](const Names& names) {
                            return std::ranges::find(names, part) != names.end();
                          });
    if (is_literal(part) && !is_known) part = nearest_of(part, kKnown.at(is_after_star ? kBuiltin : i));
    if (part.empty()) return "";
    is_after_star = is_after_star || part.find('*') != std::string::npos;
    all += (i == 0 ? "" : "/") + part;
  }
  return all == glob ? "" : all;
}

}  // namespace

std::string case_hint(std::string_view glob) {
  const bool excludes = glob.starts_with('!');
  const std::string better = corrected(glob.substr(excludes ? 1 : 0));
  if (better.empty()) return "; globs match complete names such as 'clc/math/sin/f32/default/v4'";
  return "; did you mean '" + better + "'?";
}

std::string builtin_hint(std::string_view glob) {
  const std::string hint = did_you_mean_builtin(glob);
  return hint.empty() ? "; globs match names of builtins such as 'sin' or 'math/sin'" : hint;
}

void require_path(const std::string& what, const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::exists(path, unknown) || unknown) return;  // if it cannot be examined, opening it reports why
  throw UsageError(fmt::format("{}: '{}' does not exist", what, visible(path)));
}

void require_run(const std::string& what, const std::string& folder) {
  require_path(what, folder);
  std::error_code unknown;
  if (std::filesystem::exists(JournalWriter::file_of(folder), unknown) || unknown) return;
  throw UsageError(fmt::format("{}: '{}' has no journal.jsonl; name the folder of a run", what, visible(folder)));
}

}  // namespace classay
