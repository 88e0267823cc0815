#include "harness/worker/search/device_search.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/journal/journal.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "harness/text/inputs.h"
#include "harness/worker/sweep/data_files.h"
#include "harness/worker/sweep/device_support.h"
#include "reference/number/real_scope.h"

namespace classay {
namespace {

// The steps of a search have any size and an unknown end, so launches have whole work-groups.
constexpr std::uint64_t kWithoutEnd = std::uint64_t{1} << 40;
constexpr Stretch kSteps{Making::table, 0, kWithoutEnd, kWithoutEnd};

// Ranks results for the search: a wrong NaN, or a zero of the wrong sign, has no error in ulp and counts as infinite.
double badness(const Judged& judged) {
  switch (judged.outcome) {
    case Tally::Outcome::undefined: return 0;
    case Tally::Outcome::right:
    case Tally::Outcome::poor: return std::fabs(judged.ulps);
    case Tally::Outcome::wrong: break;
  }
  return judged.ulps == 0 ? std::numeric_limits<double>::infinity() : std::fabs(judged.ulps);
}

}  // namespace

DeviceMeasure::DeviceMeasure(Device& device, const Task& task, unsigned threads)
    : task_(task),
      judge_(task, reported_arithmetic(device.capabilities(), *task.unit.row, task.unit.format), threads),
      plan_(Plan::of_inputs(*task.unit.row, task.unit.format, Making::table, {})),
      asker_(std::make_unique<Asker>(device, task.unit, plan_, kSteps)) {}

std::vector<double> DeviceMeasure::operator()(std::span<const Tuple> inputs) {
  std::vector<Tuple> unknown;
  for (const Tuple& t : inputs) {
    if (known_.emplace(t, 0).second) unknown.push_back(t);
  }
  if (!unknown.empty()) ask(unknown);
  std::vector<double> errors;
  errors.reserve(inputs.size());
  for (const Tuple& t : inputs) errors.push_back(known_.at(t));
  return errors;
}

void DeviceMeasure::ask(const std::vector<Tuple>& inputs) {
  const Batch batch{plan_.count(), inputs.size()};
  plan_.extend(inputs);
  asker_->submit(batch, task_.unit.widths.front());
  const Delivery delivery = asker_->wait();
  std::vector<std::byte> linear(batch.count * static_cast<std::uint64_t>(judge_.packing().bytes()));
  gather(delivery.launched.spread, delivery.output, linear);
  std::vector<Judged> judged(inputs.size());
  judge_.judge_all(plan_, batch.first, linear, judged);
  tally_.merge(judge_.tally(plan_, batch.first, linear, judged));
  for (std::size_t i = 0; i < inputs.size(); ++i) known_[inputs[i]] = badness(judged[i]);
}

namespace {

constexpr std::uint64_t kMostNotable = 4096;

bool is_searched(const Task& task) {
  const std::size_t arguments = argument_types(*task.unit.row, task.unit.format).size();
  if (goes_across_lanes(task.unit.row->signature)) return false;
  if (is_of_patterns(*task.unit.row, task.unit.format))
    return false;  // such a result is right or wrong, with no degree of
                   // error
  return task.tier == Tier::certify && task.shard.index == 0 && (arguments > 1 || task.unit.format == Type::f64);
}

std::vector<Tuple> notable_inputs(const Unit& unit, std::uint64_t seed) {
  std::vector<Tuple> known;
  const Plan plan(*unit.row, unit.format, Tier::smoke, seed, hard_inputs(*unit.row, unit.format));
  for (const Segment& s : plan.segments()) {
    if (!is_sent(s.making)) continue;
    const std::uint64_t step = s.making == Making::table ? 1 : s.count / kMostNotable + 1;
    for (std::uint64_t i = 0; i < s.count; i += step) known.push_back(plan.input(s.first + i));
  }
  return known;
}

}  // namespace

std::vector<Tuple> beginnings(const Unit& unit, std::uint64_t seed, std::span<const std::string> known) {
  std::vector<Tuple> all = notable_inputs(unit, seed);
  for (const std::string& folder : known) {
    for (const Tuple& t : known_inputs(folder, unit)) all.push_back(t);
  }
  return all;
}

SearchRecord searched(Device& device, const Task& task, const SearchEffort& effort, std::span<const Tuple> known,
                      const std::function<void(const SearchResult&)>& progress) {
  DeviceMeasure measure(device, task, judging_threads());
  find_worst(argument_types(*task.unit.row, task.unit.format), std::ref(measure), effort, known, progress);
  return search_record(measure.tally(), *task.unit.row, task.unit.format);
}

SearchRecord sampled(Device& device, const Task& task, std::uint64_t inputs, std::uint64_t seed) {
  DeviceMeasure measure(device, task, judging_threads());
  plain_sampling(argument_types(*task.unit.row, task.unit.format), std::ref(measure), inputs, seed);
  return search_record(measure.tally(), *task.unit.row, task.unit.format);
}

WorkerOptions::Search certifying_search(const std::vector<std::string>& known) {
  return [known](Device& device, const Task& task) -> std::optional<SearchRecord> {
    if (!is_searched(task)) return std::nullopt;
    const std::vector<Tuple> begin = beginnings(task.unit, task.seed, known);
    const RealScope scope;
    return searched(device, task, {.seed = task.seed}, begin);
  };
}

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
