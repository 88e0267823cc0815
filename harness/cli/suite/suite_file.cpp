#include "harness/cli/suite/suite_file.h"

#include <fmt/format.h>

// Only this file includes the parser, which is costly to compile. Debian's package would link its shared library. Assertions
// of version 3.3 fail for invalid text such as "[[[", and optimised builds would assume that they hold. Without them the
// parser reports an error.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(...) static_assert(true)  // NOLINT
#define TOML_HEADER_ONLY 1                    // NOLINT
#define TOML_ENABLE_FORMATTERS 0              // NOLINT
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <utility>

#include "harness/process/safe_file.h"
#include "harness/text/number.h"
#include "harness/text/visible.h"
#include "suites/nearest.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLine = 4096;  // also bounds how deep dotted keys nest
constexpr std::size_t kMostLines = 100'000;
constexpr std::size_t kLongestName = 64;
constexpr std::array<std::string_view, 4> kOutputs{"html", "junit", "csv", "markdown"};
constexpr std::array<std::string_view, 3> kEntryKeys{"skips", "fails", "flakes"};
constexpr std::array<std::string_view, 5> kExpected{"fail", "crash", "timeout", "device-lost", "resource-error"};

using Names = std::vector<std::string_view>;

SuitePlace place_of(const toml::source_region& region) { return {region.begin.line, region.begin.column}; }

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a number with a point";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::none: return "nothing";
    default: return "a date or time";
  }
}

// Members in the order of the file; toml++ sorts them by name.
std::vector<std::pair<const toml::key*, const toml::node*>> members_of(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> all;
  for (const auto& [key, node] : table) all.emplace_back(&key, &node);
  std::ranges::sort(all, {}, [](const auto& member) { return place_of(member.first->source()); });
  return all;
}

bool is_name_of_run(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  return !name.empty() && name.size() <= kLongestName && name.front() != '.' && name.front() != '-' &&
         std::ranges::all_of(name, is_plain);
}

bool is_variable(std::string_view name) {
  const bool has_only_these = is_name_of_run(name) && name.find_first_of("-.") == std::string_view::npos;
  return has_only_these && !(name.front() >= '0' && name.front() <= '9');
}

bool is_one_word(std::string_view text) {
  return !text.empty() && text != "-" && is_visible(text) && text.find(' ') == std::string_view::npos;
}

// "pocl" from "pocl", "Intel-R-OpenCL" from "Intel(R) OpenCL": a part of a folder's name.
std::string folder_part(std::string_view device) {
  std::string part;
  for (const char c : device) {
    const bool is_plain = is_name_of_run(std::string(1, 'a') + c);
    if (is_plain) part += c;
    if (!is_plain && !part.empty() && part.back() != '-') part += '-';
  }
  while (part.ends_with('-')) part.pop_back();
  return part;
}

}  // namespace

std::string_view name(SuiteEntry::Kind kind) { return kEntryKeys.at(static_cast<std::size_t>(kind)); }

std::string SuiteFile::at(const SuitePlace& place) const {
  return fmt::format("{}:{}:{}", visible(file_.string()), place.line, place.column);
}

UsageError SuiteFile::error(const SuitePlace& place, const std::string& message) const {
  std::istringstream lines(text_);
  std::string line;
  for (std::size_t i = 0; i < place.line && std::getline(lines, line); ++i) {
  }
  std::size_t bytes = 0;
  for (std::size_t left = place.column - 1; left > 0 && bytes < line.size(); --left) {
    do ++bytes;
    while (bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xc0) == 0x80);  // the rest of a character
  }
  return UsageError(fmt::format("{}: {}", at(place), message), line, bytes);
}

class SuiteReader {
 public:
  SuiteReader(SuiteFile& suite, std::span<const std::string> options, const SuiteFile::Refused& refused)
      : suite_(suite), options_(options), refused_(refused) {}

  void read() {
    const toml::table root = parsed();
    SuiteRun common;
    const toml::array* runs = nullptr;
    for (const auto& [key, node] : members_of(root)) {
      if (*key == "out") {
        suite_.out_ = text(*key, *node);
      } else if (*key == "outputs") {
        read_outputs(*key, *node);
      } else if (*key == "run") {
        runs = &tables(*key, *node);
      } else {
        read_common(common, *key, *node, {"out", "outputs", "run"});
      }
    }
    if (runs == nullptr) throw suite_.error({}, "the file has no run; add a table [[run]] with a name");
    for (const toml::node& run : *runs) read_run(common, *run.as_table());
    refuse_clashes();
  }

 private:
  [[noreturn]] void refuse(const toml::source_region& where, const std::string& message) const {
    throw suite_.error(place_of(where), message);
  }

  toml::table parsed() const {
    try {
      return toml::parse(suite_.text_);
    } catch (const toml::parse_error& e) {
      throw suite_.error(place_of(e.source()), visible(e.description()));
    }
  }

  std::string text(const toml::key& key, const toml::node& node) const {
    const auto* const found = node.as_string();
    if (found == nullptr) {
      refuse(node.source(),
             fmt::format("'{0}' is {1}; write a string, as in {0} = \"...\"", visible(key.str()), kind_of(node)));
    }
    if (found->get().find('\0') != std::string::npos) {
      refuse(node.source(), fmt::format("'{}' contains a NUL character; remove it", visible(key.str())));
    }
    return found->get();
  }

  std::string word(const toml::key& key, const toml::node& node) const {
    std::string found = text(key, node);
    if (is_one_word(found)) return found;
    refuse(node.source(), fmt::format("'{}' is {}; write one word without blanks", key.str(), in_quotes(found)));
  }

  std::vector<std::string> texts(const toml::key& key, const toml::node& node) const {
    const toml::array* const list = node.as_array();
    if (list == nullptr) return {text(key, node)};
    std::vector<std::string> all;
    for (const toml::node& element : *list) all.push_back(text(key, element));
    if (all.empty()) refuse(node.source(), fmt::format("'{}' is an empty list; leave it out", visible(key.str())));
    return all;
  }

  const toml::table& table(const toml::key& key, const toml::node& node) const {
    if (const toml::table* const found = node.as_table()) return *found;
    refuse(node.source(), fmt::format("'{0}' is {1}; write a table [{0}]", key.str(), kind_of(node)));
  }

  const toml::array& tables(const toml::key& key, const toml::node& node) const {
    const toml::array* const found = node.as_array();
    const bool is_list = found != nullptr && !found->empty() &&
                         std::ranges::all_of(*found, [](const toml::node& one) { return one.is_table(); });
    if (is_list) return *found;
    refuse(node.source(), fmt::format("'{0}' is not a list of tables; write [[{0}]] for each", key.str()));
  }

  [[noreturn]] void refuse_unknown(const toml::key& key, const Names& known) const {
    const std::string hint = did_you_mean(key.str(), known);
    refuse(key.source(), fmt::format("unknown key {}{}", in_quotes(key.str()),
                                     hint.empty() ? "; docs/cli.md lists the keys of suite files" : hint));
  }

  void read_outputs(const toml::key& key, const toml::node& node) {
    for (const auto& [command, file] : members_of(table(key, node))) {
      if (std::ranges::find(kOutputs, command->str()) == kOutputs.end()) {
        refuse_unknown(*command, {kOutputs.begin(), kOutputs.end()});
      }
      const std::string path = text(*command, *file);
      if (path.empty()) refuse(file->source(), fmt::format("'{}' is empty; name a file or folder", command->str()));
      suite_.outputs_.emplace(command->str(), path);
    }
  }

  // A key that a run may have too. `more`: further keys of this table, for the message.
  void read_common(SuiteRun& run, const toml::key& key, const toml::node& node, Names more) const {
    if (key == "env") return read_environment(run, key, node);
    if (const auto found = std::ranges::find(kEntryKeys, key.str()); found != kEntryKeys.end()) {
      const auto kind = static_cast<SuiteEntry::Kind>(found - kEntryKeys.begin());
      for (const toml::node& entry : tables(key, node)) run.entries.push_back(entry_of(kind, *entry.as_table()));
      return;
    }
    if (const auto why = refused_.find(key.str()); why != refused_.end()) {
      refuse(key.source(), fmt::format("'{}' is not a key of suite files; {}", key.str(), why->second));
    }
    if (std::ranges::find(options_, key.str()) == options_.end()) {
      more.insert(more.end(), kEntryKeys.begin(), kEntryKeys.end());
      more.insert(more.end(), options_.begin(), options_.end());
      more.emplace_back("env");
      refuse_unknown(key, more);
    }
    std::erase_if(run.options, [&](const SuiteOption& other) { return other.key == key.str(); });
    run.options.push_back(option(key, node));
  }

  SuiteOption option(const toml::key& key, const toml::node& node) const {
    SuiteOption found{.key = std::string(key.str()), .place = place_of(key.source())};
    if (node.is_boolean()) {
      found.flag = node.as_boolean()->get();
    } else if (node.is_integer()) {
      found.values = {std::to_string(node.as_integer()->get())};
    } else if (node.is_string() || node.is_array()) {
      found.values = texts(key, node);
      found.is_list = node.is_array();
    } else {
      refuse(node.source(), fmt::format("'{0}' is {1}; write a string, as in {0} = \"...\"", key.str(), kind_of(node)));
    }
    return found;
  }

  void read_environment(SuiteRun& run, const toml::key& key, const toml::node& node) const {
    for (const auto& [variable, value] : members_of(table(key, node))) {
      const std::string name(variable->str());
      if (!is_variable(name)) {
        refuse(variable->source(),
               fmt::format("{} is not the name of a variable; write letters, digits and '_'", in_quotes(name)));
      }
      std::erase_if(run.environment, [&](const std::string& other) { return other.starts_with(name + "="); });
      run.environment.push_back(name + "=" + text(*variable, *value));
    }
  }

  SuiteEntry entry_of(SuiteEntry::Kind kind, const toml::table& table) const {
    SuiteEntry entry{.kind = kind, .place = place_of(table.source())};
    if (kind != SuiteEntry::Kind::skip) entry.verdict = kind == SuiteEntry::Kind::fail ? "fail" : "flake";
    for (const auto& [key, node] : members_of(table)) read_entry_key(entry, *key, *node);
    for (const auto& [key, is_missing] :
         {std::pair("cases", entry.cases.empty()), std::pair("owner", entry.owner.empty()),
          std::pair("reason", entry.reason.empty()), std::pair("expires", entry.expires.empty())}) {
      if (is_missing) {
        throw suite_.error(entry.place,
                           fmt::format("this entry of {} has no '{}'; add it: an entry needs cases, owner, reason "
                                       "and expires",
                                       name(kind), key));
      }
    }
    return entry;
  }

  void read_entry_key(SuiteEntry& entry, const toml::key& key, const toml::node& node) const {
    const bool is_fail = entry.kind == SuiteEntry::Kind::fail;
    if (key == "cases") {
      entry.cases = texts(key, node);
      if (std::ranges::any_of(entry.cases, [](const std::string& glob) { return glob.starts_with('!'); })) {
        refuse(node.source(), "a glob of 'cases' cannot begin with '!'; name the cases that the entry is about");
      }
    } else if (key == "owner") {
      entry.owner = word(key, node);
    } else if (key == "issue") {
      entry.issue = word(key, node);
    } else if (key == "reason") {
      entry.reason = text(key, node);
    } else if (key == "expires") {
      const auto* const day = node.as_date();
      if (day == nullptr) {
        refuse(node.source(), fmt::format("'expires' is {}; write a date without quotes, as 2027-03-31", kind_of(node)));
      }
      const toml::date d = day->get();
      entry.expires = fmt::format("{:04}-{:02}-{:02}", d.year, d.month, d.day);
    } else if (key == "verdict" && is_fail) {
      entry.verdict = text(key, node);
      if (std::ranges::find(kExpected, entry.verdict) == kExpected.end()) {
        refuse(node.source(),
               fmt::format("{} cannot be expected; write one of {}", in_quotes(entry.verdict), fmt::join(kExpected, ", ")));
      }
    } else if (key == "ulp" && is_fail) {
      entry.ulp = ulp_of(node);
    } else {
      Names known{"cases", "owner", "reason", "issue", "expires"};
      if (is_fail) known.insert(known.end(), {"verdict", "ulp"});
      refuse_unknown(key, known);
    }
  }

  std::string ulp_of(const toml::node& node) const {
    const std::optional<double> error = node.value<double>();
    if (!node.is_number() || !(*error >= 0)) refuse(node.source(), "'ulp' is not a number of 0 or more; write one, as 2.5");
    return fmt::format("{}", *error);
  }

  void read_run(const SuiteRun& common, const toml::table& table) {
    SuiteRun run = common;
    run.place = place_of(table.source());
    for (const auto& [key, node] : members_of(table)) {
      if (*key != "name") {
        read_common(run, *key, *node, {"name"});
        continue;
      }
      run.name = text(*key, *node);
      if (!is_name_of_run(run.name)) {
        refuse(node->source(), fmt::format("{} is not the name of a run; write up to {} letters, digits and any of '-_.'",
                                           in_quotes(run.name), kLongestName));
      }
    }
    if (run.name.empty()) throw suite_.error(run.place, "this run has no name; add one, as in name = \"pocl\"");
    add_for_each_device(run);
  }

  // A run with a list of devices is one run for each.
  void add_for_each_device(const SuiteRun& run) {
    const auto device = std::ranges::find(run.options, "device", &SuiteOption::key);
    if (device == run.options.end() || !device->is_list) {
      suite_.runs_.push_back(run);
      return;
    }
    for (const std::string& one : device->values) {
      SuiteRun of_device = run;
      SuiteOption& option = of_device.options[static_cast<std::size_t>(device - run.options.begin())];
      option.values = {one};
      option.is_list = false;
      of_device.name += "-" + folder_part(one);
      suite_.runs_.push_back(of_device);
    }
  }

  void refuse_clashes() const {
    std::map<std::string_view, SuitePlace> seen;
    for (const SuiteRun& run : suite_.runs_) {
      const auto [first, is_new] = seen.emplace(run.name, run.place);
      if (!is_new) {
        throw suite_.error(run.place, fmt::format("the run '{}' exists already, at {}; choose a different name", run.name,
                                                  suite_.at(first->second)));
      }
    }
    std::set<std::string> files;
    for (const auto& [command, file] : suite_.outputs_) {
      const std::string path = std::filesystem::path(file).lexically_normal().string();
      if (seen.contains(path) || !files.insert(path).second) {
        throw suite_.error({}, fmt::format("outputs: '{}' is the name of a run or of another output; choose a different "
                                           "file for {}",
                                           visible(file), command));
      }
    }
  }

  SuiteFile& suite_;
  std::span<const std::string> options_;
  const SuiteFile::Refused& refused_;
};

SuiteFile SuiteFile::parse(const std::string& text, const std::filesystem::path& file, std::span<const std::string> options,
                           const Refused& refused) {
  SuiteFile suite;
  suite.file_ = file;
  suite.text_ = text;
  SuiteReader(suite, options, refused).read();
  return suite;
}

SuiteFile SuiteFile::read(const std::filesystem::path& file, std::span<const std::string> options, const Refused& refused) {
  try {
    const SafeFile opened = SafeFile::to_read(file);
    LineReader reader(opened, kLongestLine);
    std::string text;
    for (std::string line; reader.next(line);) {
      text += line + "\n";
      if (reader.number() > kMostLines) throw UsageError(fmt::format("{}: longer than {} lines", file.string(), kMostLines));
    }
    return parse(text, file, options, refused);
  } catch (const FileError& e) {
    throw UsageError(e.what());
  }
}

}  // namespace classay
