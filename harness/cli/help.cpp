#include "harness/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "harness/process/host.h"
#include "harness/text/usage_error.h"
#include "harness/worker/sweep/worker.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 28;  // of the texts

constexpr std::array kGroups{kSelection, kDevice, kTime, kOutput, kDebugging};

// Lines of an entry: the left column, then the text, wrapped.
std::string entry(const std::string& left, const std::string& text) {
  std::string all = "  " + left;
  std::size_t column = all.size();
  if (column + 2 > kIndent) {
    all += '\n';
    column = 0;
  }
  all.append(kIndent - column, ' ');
  column = kIndent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > kIndent && column + 1 + word.size() > kWidth) {
      all += '\n' + std::string(kIndent, ' ');
      column = kIndent;
    }
    if (column > kIndent) {
      all += ' ';
      ++column;
    }
    all += word;
    column += word.size();
  }
  return all + "\n";
}

std::string names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) {
    if (!is_old_name("--" + name)) names.push_back("--" + name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string option_entry(const CLI::Option& option) {
  const bool takes_value = option.get_expected_min() > 0 && option.get_type_size() > 0;
  std::string value = takes_value ? option.get_type_name() : "";
  value = value.substr(0, value.find(':'));  // CLI11 adds the names of validators
  const std::string standard = takes_value ? option.get_default_str() : "";
  return entry(names_of(option) + (value.empty() ? "" : " " + value),
               option.get_description() + (standard.empty() ? "" : " (default: " + standard + ")"));
}

std::string arguments_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional() || option->get_group().empty()) continue;
    text += entry(option->get_name(true, false), option->get_description());
  }
  return text.empty() ? "" : "\nArguments:\n" + text;
}

std::string options_text(const CLI::App& app) {
  std::string all;
  std::vector<std::string> groups(kGroups.begin(), kGroups.end());
  for (const std::string& group : app.get_groups()) {
    if (!group.empty() && std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  for (const std::string& group : groups) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
      if (option->nonpositional() && option->get_group() == group) text += option_entry(*option);
    }
    if (!text.empty()) all += "\n" + group + ":\n" + text;
  }
  return all;
}

std::string commands_text(const CLI::App& app) {
  std::string text;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) text += entry(command->get_name(), command->get_description());
  }
  return text.empty() ? "" : "\nCommands:\n" + text;
}

}  // namespace

bool is_old_name(const std::string& option) {
  static const std::set<std::string, std::less<>> kOld{"--colour",  "--edition", "--list",   "--plant",  "--planted",
                                                       "--vacuous", "--whole",   "--worker", "--workers"};
  return kOld.contains(option);
}

std::string Help::make_usage(const CLI::App* app, std::string name) const {
  static const std::map<std::string, std::string, std::less<>> kWords{
      {"oracle", "classay oracle NAME FORMAT ARG... [OPTIONS]\n       classay oracle [NAME [FORMAT]] - [OPTIONS]"},
      {"judge", "classay judge NAME FORMAT ARG... = RESULT... [OPTIONS]\n       classay judge [NAME [FORMAT]] - [OPTIONS]"},
      {"list", "classay list [GLOB...] [OPTIONS]"},
      {"devices", "classay devices [OPTIONS]"},
      {"doctor", "classay doctor [OPTIONS]"},
      {"selfcheck", "classay selfcheck [OPTIONS]"},
      {"repro", "classay repro DIR CASE [OPTIONS]\n       classay repro --device D --case CASE --input BITS... [OPTIONS]"},
      {"bench", "classay bench GLOB... [OPTIONS]"},
      {"search", "classay search NAME FORMAT [OPTIONS]"},
      {"run", "classay run [GLOB...] [OPTIONS]\n       classay run SUITE.toml [OPTIONS]"},
      {"resume", "classay resume DIR [OPTIONS]"},
      {"merge", "classay merge OUT IN... [OPTIONS]"},
      {"classay", "classay COMMAND [OPTIONS]"}};
  const auto found = kWords.find(app->get_name());
  return found == kWords.end() ? CLI::Formatter::make_usage(app, std::move(name)) : "Usage: " + found->second + "\n";
}

std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
  return app->get_description() + "\n\n" + make_usage(app, std::move(name)) + commands_text(*app) + arguments_text(*app) +
         options_text(*app) + (app->get_footer().empty() ? "" : "\n" + app->get_footer());
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const auto check = [least, most](std::string& word) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && least <= value && value <= most) return "";
    return fmt::format("'{}' is not a whole number from {} to {}", word, least, most);
  };
  return CLI::Validator(check, "");
}

CLI::Option* add_list_option(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                             const std::string& help) {
  return command.add_option(name, values, help)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

namespace {

void add_to(CLI::App& app, GlobalWords& words) {
  app.add_option("--color,--colour", words.colour, "Use colours: auto (on terminals), always or never")
      ->type_name("WHEN")
      ->group(kOutput)
      ->capture_default_str();
  app.add_option("--cpu", words.cpu, "Use no wider instruction set than SET in this program's own loops")
      ->type_name("SET")
      ->group(kDebugging);
}

void choose_instruction_sets(const std::string& set) {
  // No other thread that could read the environment runs yet.
  if (!set.empty()) set_variable(kCpuVariable, set);
  try {
    usable_sets();
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{}: {}", set.empty() ? kCpuVariable : "--cpu", e.what()));
  }
}

}  // namespace

void add_global_options(CLI::App& app, GlobalWords& words) {
  add_to(app, words);
  for (CLI::App* command : app.get_subcommands({})) {
    command->get_help_ptr()->group(kOutput);
    add_to(*command, words);
  }
}

void apply(const GlobalWords& words, const Streams& streams) {
  if (words.colour != "auto" && words.colour != "always" && words.colour != "never") {
    throw UsageError(fmt::format("--color: '{}' is not auto, always or never", words.colour));
  }
  if (words.colour != "auto") {
    for (Terminal* stream : {&streams.out, &streams.err}) stream->use_colour(words.colour == "always");
  }
  choose_instruction_sets(words.cpu);
  (void)judging_threads();  // refuses a wrong variable before anything runs
}

}  // namespace classay
