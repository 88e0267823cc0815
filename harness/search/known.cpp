#include "harness/search/known.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "harness/run/journal.h"
#include "harness/run/tally_json.h"
#include "harness/words/inputs.h"

namespace classay {
namespace {

std::filesystem::path worst_file(const std::string& folder) { return std::filesystem::path(folder) / "worst.jsonl"; }

class Collector {
 public:
  explicit Collector(const Unit& unit) : asked_(case_of(unit, unit.widths.front())) {}

  void add(const std::string& text) {
    const Tuple tuple = read_input(asked_, text);
    if (std::ranges::find(found_, tuple) == found_.end()) found_.push_back(tuple);
  }
  std::vector<Tuple> take() { return std::move(found_); }

 private:
  Case asked_;
  std::vector<Tuple> found_;
};

void read_worst_file(const std::filesystem::path& file, const Unit& unit, Collector& found) {
  std::ifstream in(file);
  std::size_t number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    try {
      const Json line = Json::parse(text);
      if (line.at("builtin") != unit.row->name || line.at("format") != info(unit.format).name) continue;
      for (const Json& input : line.at("inputs")) found.add(input.get<std::string>());
    } catch (const std::exception& e) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + e.what());
    }
  }
  if (in.bad()) throw std::runtime_error("cannot read " + file.string());
}

void read_results(const std::filesystem::path& file, const Unit& unit, Collector& found) {
  read_journal(file, [&](const Json& line) {
    if (line.value("kind", "") != "result") return;
    const std::optional<Case> c = case_named(line.value("case", ""));
    if (!c || c->row != unit.row || c->format != unit.format) return;
    for (const Json& sample : line.value("worst", Json::array())) found.add(inputs_text(sample));
    if (!line.contains("search")) return;
    for (const Json& sample : line.at("search").value("worst", Json::array())) found.add(inputs_text(sample));
  });
}

}  // namespace

std::vector<Tuple> known_inputs(const std::string& folder, const Unit& unit) {
  Collector found(unit);
  if (std::filesystem::exists(worst_file(folder))) read_worst_file(worst_file(folder), unit, found);
  if (const auto journal = JournalWriter::file_of(folder); std::filesystem::exists(journal)) {
    read_results(journal, unit, found);
  }
  return found.take();
}

void keep(const std::string& folder, const Unit& unit, std::span<const Tuple> inputs) {
  std::filesystem::create_directories(folder);
  Json texts = Json::array();
  for (const Tuple& t : inputs) texts.push_back(input_text(case_of(unit, unit.widths.front()), t));
  const Json line{{"builtin", unit.row->name}, {"format", info(unit.format).name}, {"inputs", std::move(texts)}};
  std::ofstream out(worst_file(folder), std::ios::app);
  out << line.dump() << "\n";
  if (!out.flush()) throw std::runtime_error("cannot write " + worst_file(folder).string());
}

}  // namespace classay
