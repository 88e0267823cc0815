#include "harness/journal/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/journal/baseline.h"
#include "harness/journal/sealed.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 3> kStageNames{"first", "again", "confirm"};

CaseVerdict verdict_of(const Json& line) {
  const std::string spelled = line.at("verdict").get<std::string>();
  const std::optional<CaseVerdict> verdict = case_verdict_named(spelled);
  if (!verdict) throw std::invalid_argument("'" + spelled + "' is not a verdict");
  return *verdict;
}

// Journals of earlier versions have no blame; those versions blamed the driver for all other verdicts.
Blame blame_of(const Json& abnormal) {
  if (const auto said = abnormal.find("blame"); said != abnormal.end()) {
    const std::optional<Blame> blame = blame_named(said->get<std::string>());
    if (!blame) throw std::invalid_argument("'" + said->get<std::string>() + "' is not a cause");
    return *blame;
  }
  const CaseVerdict verdict = verdict_of(abnormal);
  if (verdict == CaseVerdict::harness_error) return Blame::ours;
  return verdict == CaseVerdict::resource_error ? Blame::resources : Blame::driver;
}

// Rejects a width that would match a valid one only after truncation.
int width_from(const Json& json) { return small_from(json, kLargestWidth); }

std::vector<int> widths_from(const Json& json) {
  std::vector<int> widths;
  for (const Json& width : json) widths.push_back(width_from(width));
  return widths;
}

Json task_line(const char* kind, const Unit& unit, Stage stage) {
  return {{"kind", kind}, {"unit", name(unit)}, {"widths", unit.widths}, {"stage", name(stage)}};
}

// The part of the key that a task and its continuation share, apart from the stage.
std::string task_key(const std::string& unit_name, const Json& widths) { return unit_name + " " + widths.dump(); }

// "math/fmod" from the name of a unit or case, in every front end.
std::string builtin_of(const std::string& name) {
  const std::size_t group = name.find('/') + 1;
  const std::size_t builtin = name.find('/', group) + 1;
  return name.substr(group, name.find('/', builtin) - group);
}

}  // namespace

std::string_view name(Stage s) { return kStageNames[static_cast<std::size_t>(s)]; }

CaseSummary summary(const Json& result) {
  CaseSummary s{.verdict = verdict_of(result), .reason = result.value("reason", ""), .repro = result.value("repro", "")};
  if (const auto counts = result.find("counts"); counts != result.end() && counts->is_object()) {
    s.judged = counts->value("judged", std::uint64_t{0});
    s.failed = counts->value("failed", std::uint64_t{0});
  }
  if (const auto worst = result.find("max_ulp"); worst != result.end() && worst->is_object()) {
    const auto value = worst->find("value");
    if (value != worst->end() && value->is_number()) s.worst = value->get<double>();
    const auto input = worst->find("input");
    if (input != worst->end() && input->is_array()) s.worst_input = input->get<std::vector<std::string>>();
  }
  if (const auto seconds = result.find("seconds"); seconds != result.end() && seconds->is_object()) {
    s.seconds = seconds->value("total", 0.0);
  }
  const auto inputs = result.find("inputs");
  // Cases that were cut short may have different inputs, so their hashes are not comparable.
  if (inputs != result.end() && inputs->is_object() && result.contains("answers") && !inputs->contains("of")) {
    s.answers = inputs->value("hash", "") + " " + result.at("answers").get<std::string>();
  }
  s.driver_notes = result.value("driver_notes", std::vector<std::string>());
  s.is_unexpected = is_unexpected(result);
  return s;
}

// Call before reading any field.
bool Record::is_damaged(const std::string& kind, const Json& line) {
  if (kind != "checkpoint" && kind != "attempt" && kind != "abnormal") return false;
  const std::string why = damage_of(line);
  if (why.empty()) return false;
  damages_.push_back(
      {.line = lines_,
       .what = fmt::format("line {} of the journal, of kind {}, is not as it was written ({}): nothing goes by "
                           "it, and its inputs run again",
                           lines_, kind, why)});
  return true;
}

void Record::apply(const Json& line) {
  ++lines_;
  const std::string kind = line.at("kind").get<std::string>();
  has_ended_ = kind == "end";
  if (is_damaged(kind, line)) return;
  if (kind == "result") {
    apply_result(line);
  } else if (kind == "checkpoint") {
    checkpoints_[task_key(line.at("unit").get<std::string>(), line.at("widths"))] = line;
  } else if (kind == "attempt") {
    units_[line.at("unit").get<std::string>()].attempts.emplace(width_from(line.at("width")), line.at("answer"));
  } else if (kind == "abnormal") {
    apply_abnormal(line);
  } else if (kind == "ignored") {
    const std::uint64_t number = count_from(line.at("line"));
    std::erase_if(damages_, [number](const Damage& d) { return d.line == number; });
  }
}

// Checkpoints are large, and a run has many units, so finished ones are dropped.
void Record::apply_result(const Json& line) {
  const std::string case_name = line.at("case").get<std::string>();
  cases_[case_name] = summary(line);
  if (cases_[case_name].verdict == CaseVerdict::timeout) note_hang(case_name);
  const std::string unit_name = case_name.substr(0, case_name.rfind('/'));
  const auto has_results = [&](const Json& checkpoint) {
    return std::ranges::all_of(checkpoint.at("widths"), [&](const Json& width) {
      return has_result(fmt::format("{}/v{}", unit_name, width_from(width)));
    });
  };
  std::erase_if(checkpoints_, [&](const auto& c) { return c.second.at("unit") == unit_name && has_results(c.second); });
}

void Record::apply_abnormal(const Json& line) {
  const std::string unit_name = line.at("unit").get<std::string>();
  if (verdict_of(line) == CaseVerdict::timeout) note_hang(unit_name);
  Unit& unit = units_[unit_name];
  const std::vector<int> in_flight = widths_from(line.at("in_flight"));
  for (const int width : widths_from(line.at("widths"))) {
    unit.ended[width] = {.verdict = verdict_of(line),
                         .blame = blame_of(line),
                         .reason = line.at("reason").get<std::string>(),
                         .is_in_flight = std::ranges::find(in_flight, width) != in_flight.end()};
  }
}

void Record::note_hang(const std::string& name) { hung_.emplace(builtin_of(name), name); }

std::string Record::hung_in(const std::string& unit_name) const {
  const auto found = hung_.find(builtin_of(unit_name));
  return found == hung_.end() ? "" : found->second;
}

bool Record::has_attempt(const std::string& unit_name, int width) const {
  const auto found = units_.find(unit_name);
  return found != units_.end() && found->second.attempts.contains(width);
}

Record::Unit Record::unit(const std::string& unit_name) const {
  const auto found = units_.find(unit_name);
  return found == units_.end() ? Unit() : found->second;
}

bool Record::has_result(const std::string& case_name) const {
  const auto found = cases_.find(case_name);
  return found != cases_.end() && found->second.verdict != CaseVerdict::missing && !found->second.is_forgotten;
}

// A task that resumes from a checkpoint also resumes its cuts.
void Record::forget_partial() {
  std::set<std::string> units;
  for (auto& [case_name, s] : cases_) {
    s.is_forgotten = s.verdict == CaseVerdict::partial;
    if (s.is_forgotten) units.insert(case_name.substr(0, case_name.rfind('/')));
  }
  std::erase_if(checkpoints_, [&](const auto& c) {
    const Json& state = c.second.at("state");
    const bool is_cut = state.contains("cuts") && !state.at("cuts").empty();
    return is_cut || units.contains(c.second.at("unit").template get<std::string>());
  });
}

Record::Totals Record::totals() const {
  Totals totals{};
  for (const auto& [case_name, summary] : cases_) ++totals[static_cast<std::size_t>(summary.verdict)];
  return totals;
}

Json Record::state_for(const std::string& unit_name, const std::vector<int>& widths, Stage stage) const {
  const auto found = checkpoints_.find(task_key(unit_name, widths));
  return found != checkpoints_.end() && found->second.value("stage", "") == name(stage) ? found->second.at("state") : Json();
}

FrontEnds front_ends(const Record& record) {
  constexpr std::string_view kSpirv = "il/";
  FrontEnds found;
  for (const auto& [case_name, spirv] : record.cases()) {
    if (!case_name.starts_with(kSpirv) || spirv.answers.empty()) continue;
    const auto language = record.cases().find("clc/" + case_name.substr(kSpirv.size()));
    if (language == record.cases().end()) continue;
    // The inputs differ (a shard or a different tier), so the results cannot be compared.
    const std::string& answers = language->second.answers;
    if (answers.substr(0, answers.find(' ')) != spirv.answers.substr(0, spirv.answers.find(' '))) continue;
    ++found.compared;
    if (answers != spirv.answers) found.differing.push_back(case_name);
  }
  return found;
}

Json start_line(const Unit& unit, Stage stage) { return task_line("start", unit, stage); }

Json checkpoint_line(const Unit& unit, Stage stage, const Json& state) {
  Json line = task_line("checkpoint", unit, stage);
  line["state"] = state;
  return sealed(std::move(line));
}

Json attempt_line(const Unit& unit, int width, const Json& answer) {
  return sealed({{"kind", "attempt"}, {"unit", name(unit)}, {"width", width}, {"answer", answer}});
}

Json ignored_line(const Record::Damage& damage) {
  return {{"kind", "ignored"}, {"line", damage.line}, {"what", damage.what}};
}

Json end_line(const Record& record, const Json& left_out, const std::vector<std::string>& stale) {
  Json totals = Json::object();
  const Record::Totals counts = record.totals();
  for (std::size_t v = 0; v < counts.size(); ++v) {
    if (counts[v] > 0) totals[std::string(name(static_cast<CaseVerdict>(v)))] = counts[v];
  }
  Json line{{"kind", "end"}, {"totals", totals}, {"left_out", left_out}};
  if (!stale.empty()) line["stale"] = stale;
  if (const FrontEnds both = front_ends(record); both.compared > 0) {
    line["front_ends"] = {{"compared", both.compared}, {"differing", both.differing}};
  }
  return line;
}

}  // namespace classay
