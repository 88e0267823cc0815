#include "tools/inject/corpus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <sstream>

#include "harness/text/visible.h"
#include "harness/worker/sweep/data_files.h"
#include "suites/cases.h"
#include "suites/nearest.h"
#include "tools/inject/source.h"

namespace classay::planted {
namespace {

struct Said {
  std::string value;
  std::size_t line = 0;
};

struct Entry {
  std::string name;
  std::size_t line = 0;
  std::multimap<std::string, Said> values;
};

constexpr std::array<std::string_view, 18> kKeys{"builtin", "class", "wrong", "clause",  "verdict", "tier",
                                                 "share",   "case",  "width", "mode",    "options", "lane",
                                                 "vector",  "after", "text",  "replace", "module",  "launch"};
constexpr std::array<std::string_view, 2> kRepeated{"replace", "module"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw CorpusError(fmt::format("line {}: {}", line, why));
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string w; in >> w;) words.push_back(w);
  return words;
}

class Lines {
 public:
  void take(const std::string& line) {
    ++number_;
    if (line.starts_with("  ")) return go_on(line.substr(2));
    last_ = nullptr;
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with('[')) return begin(line);
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) refuse(number_, fmt::format("'{}' is neither a [name] nor KEY: VALUE", line));
    if (entries.empty()) refuse(number_, "a value before the first [name]");
    put(line.substr(0, colon), trimmed(line.substr(colon + 1)));
  }

  std::vector<Entry> entries;

 private:
  void begin(const std::string& line) {
    const std::string name = line.substr(1, line.size() - 2);
    const bool is_name = line.size() > 2 && line.ends_with(']') &&
                         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == std::string::npos;
    if (!is_name) refuse(number_, fmt::format("'{}' is not the name of a defect, such as [sqrt-one-input]", line));
    if (std::ranges::find(entries, name, &Entry::name) != entries.end()) {
      refuse(number_, fmt::format("there is a {} already", name));
    }
    entries.push_back({.name = name, .line = number_, .values = {}});
  }

  void put(const std::string& key, const std::string& value) {
    Entry& entry = entries.back();
    if (!is_among(key, kKeys)) refuse(number_, fmt::format("unknown key '{}'{}", key, did_you_mean(key, kKeys)));
    if (entry.values.contains(key) && !is_among(key, kRepeated)) refuse(number_, fmt::format("'{}' stands twice", key));
    last_ = &entry.values.emplace(key, Said{value, number_})->second;
  }

  void go_on(const std::string& line) {
    if (last_ == nullptr) refuse(number_, "nothing stands before it that could go on");
    last_->value += (last_->value.empty() ? "" : "\n") + line;
  }

  std::size_t number_ = 0;
  Said* last_ = nullptr;
};

class Reader {
 public:
  explicit Reader(const Entry& entry) : entry_(entry) {}

  Plant read() {
    plant_.name = entry_.name;
    plant_.wrong = required("wrong").value;
    plant_.clause = required("clause").value;
    read_verdict();
    read_class();
    read_builtin();
    plant_.share = text("share");
    plant_.lane = text("lane");
    plant_.vector = text("vector");
    plant_.after = text("after");
    plant_.text = text("text");
    read_changes();
    plant_.options = words_of(text("options"));
    read_cases();
    check();
    return plant_;
  }

 private:
  const Said* find(const std::string& key) const {
    const auto at = entry_.values.find(key);
    return at == entry_.values.end() ? nullptr : &at->second;
  }
  std::string text(const std::string& key) const {
    const Said* const said = find(key);
    return said == nullptr ? "" : said->value;
  }
  const Said& required(const std::string& key) const {
    const Said* const said = find(key);
    if (said == nullptr || said->value.empty()) refuse(entry_.line, fmt::format("{} has no '{}'", entry_.name, key));
    return *said;
  }

  void read_verdict() {
    if (const Said* const said = find("verdict")) {
      const std::optional<CaseVerdict> verdict = case_verdict_named(said->value);
      if (!verdict) refuse(said->line, fmt::format("'{}' is not a verdict", said->value));
      plant_.verdict = *verdict;
    }
    if (plant_.is_oddity()) {
      if (const Said* const said = find("tier")) refuse(said->line, "a deviation that has to pass has no tier");
      return;
    }
    const Said& said = required("tier");
    plant_.tier = tier_named(said.value);
    if (!plant_.tier) refuse(said.line, fmt::format("no tier '{}'", said.value));
  }

  void read_class() {
    const Said& said = required("class");
    const std::span<const std::string_view> known = plant_.is_oddity() ? std::span<const std::string_view>(kOddityClasses)
                                                                       : std::span<const std::string_view>(kDefectClasses);
    if (!is_among(said.value, known)) {
      refuse(said.line, fmt::format("unknown class '{}'{}", said.value, did_you_mean(said.value, known)));
    }
    plant_.kind = said.value;
  }

  void read_builtin() {
    const Said* const said = find("builtin");
    if (said == nullptr) return;
    const std::vector<std::string> words = words_of(said->value);
    if (words.size() < 2) refuse(said->line, "'builtin' takes a name and formats, as in sqrt f32");
    plant_.row = classay::find(words[0]);
    if (plant_.row == nullptr) {
      refuse(said->line, fmt::format("no builtin '{}'{}", words[0], did_you_mean_builtin(words[0])));
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::optional<Type> type = type_named(words[i]);
      const bool is_format = type && plant_.row->formats.contains(*type) && speaks(FrontEnd::clc, *plant_.row, *type);
      if (!is_format) refuse(said->line, fmt::format("{} has no {}", words[0], words[i]));
      plant_.formats.push_back(*type);
    }
  }

  void read_changes() {
    for (auto [at, end] = entry_.values.equal_range("replace"); at != end; ++at) {
      const std::string& value = at->second.value;
      const std::size_t arrow = value.find(" => ");
      if (arrow == std::string::npos || arrow == 0) refuse(at->second.line, "'replace' takes FIND => WITH");
      plant_.replacements.push_back({value.substr(0, arrow), value.substr(arrow + 4)});
    }
    for (auto [at, end] = entry_.values.equal_range("module"); at != end; ++at) {
      ModuleChange m;
      int used = 0;
      const std::string& value = at->second.value;
      // NOLINTNEXTLINE(cert-err34-c): a number that is too large belongs to no instruction
      const int count = std::sscanf(value.c_str(), "%u word %u: %u -> %u%n", &m.opcode, &m.word, &m.was, &m.becomes, &used);
      if (count != 4 || static_cast<std::size_t>(used) != value.size()) {
        refuse(at->second.line, "'module' takes OPCODE word N: WAS -> BECOMES");
      }
      plant_.modules.push_back(m);
    }
    if (const Said* const said = find("launch")) plant_.launch = launch_from(*said);
  }

  static LaunchChange launch_from(const Said& said) {
    if (said.value == "odd") return {.loss = LaunchLoss::last_of_odd};
    if (said.value == "even") return {.loss = LaunchLoss::last_of_even};
    if (said.value == "last row") return {.loss = LaunchLoss::last_row};
    const std::vector<std::string> words = words_of(said.value);
    std::uint64_t number = 0;
    if (words.size() == 2) std::from_chars(words[1].data(), words[1].data() + words[1].size(), number);
    if (number != 0 && words[0] == "every") return {.every = number};
    if (number != 0 && words[0] == "rest") return {.loss = LaunchLoss::rest, .unit = number};
    if (number != 0 && words[0] == "group") return {.loss = LaunchLoss::group, .unit = number};
    if (number != 0 && words[0] == "groups-above") return {.loss = LaunchLoss::large_group, .unit = number};
    refuse(said.line, "'launch' takes odd, even, last row, every N, rest N, group N or groups-above N");
  }

  void read_cases() {
    plant_.cases = words_of(text("case"));
    if (!plant_.cases.empty()) return;
    if (plant_.row == nullptr) refuse(entry_.line, fmt::format("{} has neither a builtin nor a case", entry_.name));
    const std::span<const int> all = widths(*plant_.row);
    const std::string width = find("width") == nullptr ? std::to_string(all.front()) : text("width");
    const std::string mode = find("mode") == nullptr ? "default" : text("mode");
    for (const Type format : plant_.formats) {
      const std::string c =
          fmt::format("clc/{}/{}/{}/{}/v{}", name(plant_.row->group), plant_.row->name, info(format).name, mode, width);
      if (!case_named(c)) refuse(entry_.line, fmt::format("there is no case {}", c));
      plant_.cases.push_back(c);
    }
  }

  void check() const {
    const bool has_snippet = !plant_.lane.empty() || !plant_.vector.empty() || !plant_.after.empty();
    const bool has_more = !plant_.text.empty() || !plant_.replacements.empty() || !plant_.modules.empty() || plant_.launch;
    if (!has_snippet && !has_more) refuse(entry_.line, fmt::format("{} plants nothing", entry_.name));
    if (!has_snippet) return;
    if (plant_.row == nullptr) refuse(entry_.line, fmt::format("{} has a snippet and no builtin", entry_.name));
    if (!takes_snippets(*plant_.row)) refuse(entry_.line, fmt::format("no snippet goes into {}", plant_.row->name));
    if (!plant_.lane.empty() && !plant_.vector.empty()) refuse(entry_.line, "'lane' and 'vector' do not go together");
    const bool is_across = goes_across_lanes(plant_.row->signature);
    if (is_across && !plant_.lane.empty())
      refuse(entry_.line, fmt::format("{} goes across lanes: it takes 'vector'", plant_.row->name));
  }

  const Entry& entry_;
  Plant plant_;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw CorpusError("cannot read " + file.string());
  return text.str();
}

}  // namespace

std::vector<Plant> parse_corpus(const std::string& text, const std::string& file) {
  try {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.take(line);
    std::vector<Plant> plants;
    for (const Entry& entry : lines.entries) plants.push_back(Reader(entry).read());
    return plants;
  } catch (const CorpusError& e) {
    throw CorpusError(fmt::format("{}, {}", file, e.what()));
  }
}

std::vector<Plant> corpus() {
  const std::filesystem::path folder = data_folder("planted");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<Plant> all;
  for (const std::filesystem::path& file : files) {
    for (Plant& plant : parse_corpus(text_of(file), file.string())) {
      if (std::ranges::find(all, plant.name, &Plant::name) != all.end()) {
        throw CorpusError(fmt::format("{}: there is a {} in another file already", file.string(), plant.name));
      }
      all.push_back(std::move(plant));
    }
  }
  return all;
}

}  // namespace classay::planted
