#include "harness/worker/search/known.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/journal/journal.h"
#include "harness/journal/tally_json.h"
#include "harness/text/inputs.h"

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

void take_worst(const std::string& text, const Unit& unit, Collector& found) {
  const Json line = read_json(text);
  if (line.at("builtin") != unit.row->name || line.at("format") != info(unit.format).name) return;
  for (const Json& input : line.at("inputs")) found.add(input.get<std::string>());
}

void read_worst_file(const std::filesystem::path& file, const Unit& unit, Collector& found) {
  const SafeFile opened = SafeFile::to_read(file);
  LineReader reader(opened, kLongestText);
  for (std::string text; reader.next(text);) {
    const std::string where = file.string() + ", line " + std::to_string(reader.number()) + ": ";
    try {
      take_worst(text, unit, found);
    } catch (const Json::exception& e) {
      throw FileError(where + in_words(e));
    } catch (const std::exception& e) {
      throw FileError(where + e.what());
    }
  }
}

void read_results(const std::filesystem::path& file, const Unit& unit, Collector& found) {
  read_journal(file, [&](const JournalLine& line) {
    const auto* const result = std::get_if<CaseResult>(&line.record);
    if (result == nullptr) return;
    const std::optional<Case> c = case_named(result->case_name);
    if (!c || c->row != unit.row || c->format != unit.format) return;
    const auto add = [&](const ResultSample& sample) { found.add(inputs_text(sample)); };
    if (result->tally) std::ranges::for_each(result->tally->worst, add);
    if (result->search) std::ranges::for_each(result->search->worst, add);
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
  const SafeFile file = SafeFile::to_append(worst_file(folder));
  if (!file.write(line.dump() + "\n")) throw FileError("cannot write " + file.name().string() + ": " + std::strerror(errno));
}

}  // namespace classay
