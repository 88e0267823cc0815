#include "harness/journal/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/journal/baseline.h"
#include "harness/journal/fields.h"
#include "harness/journal/read_json.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 3> kStageNames{"first", "again", "confirm"};

constexpr std::array kSealedKinds{Fields<CheckpointRecord>::kKind, Fields<AttemptRecord>::kKind,
                                  Fields<AbnormalRecord>::kKind};

bool is_sealed(std::string_view kind) { return std::ranges::find(kSealedKinds, kind) != kSealedKinds.end(); }

struct Writer {
  Json operator()(const UnreadRecord& record) const {
    throw std::logic_error("a record of kind " + record.kind + " that was not read cannot be written");
  }
  template <HasKind T>
  Json operator()(const T& record) const {
    return is_sealed(Fields<T>::kKind) ? sealed(write_fields(record)) : write_fields(record);
  }
};

}  // namespace

std::string_view name(Stage s) { return kStageNames[static_cast<std::size_t>(s)]; }

std::optional<Stage> stage_named(std::string_view spelled) {
  const auto* const at = std::ranges::find(kStageNames, spelled);
  if (at == kStageNames.end()) return std::nullopt;
  return static_cast<Stage>(at - kStageNames.begin());
}

Json to_json(const JournalRecord& record) { return std::visit(Writer(), record); }

JournalRecord journal_record_from(const Json& json) {
  if (!json.is_object() || !json.contains("kind")) {
    throw std::invalid_argument("malformed; the journal was damaged or edited (no kind of line)");
  }
  const std::string kind = Codec<std::string>::read(json.at("kind"));
  if (kind == Fields<CaseResult>::kKind) return case_result_from(json);
  const std::string damage = is_sealed(kind) ? damage_of(json) : "";
  if (!damage.empty()) return UnreadRecord{.kind = kind, .damage = damage};
  return read_kind<JournalRecord, StartRecord, CheckpointRecord, AttemptRecord, AbnormalRecord, HealthRecord, IgnoredRecord,
                   EndRecord>(kind, json)
      .value_or(UnreadRecord{.kind = kind, .damage = ""});
}

std::string record_text(const JournalRecord& record) { return json_text(to_json(record)); }

StartRecord start_of(const Unit& unit, Stage stage) { return {.unit = name(unit), .widths = unit.widths, .stage = stage}; }

namespace {

// Journals of earlier versions have no blame; those versions blamed the driver for all other verdicts.
Blame blame_of(const AbnormalRecord& abnormal) {
  if (abnormal.blame) return *abnormal.blame;
  if (abnormal.verdict == CaseVerdict::harness_error) return Blame::ours;
  return abnormal.verdict == CaseVerdict::resource_error ? Blame::resources : Blame::driver;
}

// The part of the key that a task and its continuation share, apart from the stage.
std::string task_key(const std::string& unit_name, const std::vector<int>& widths) {
  return fmt::format("{} {}", unit_name, fmt::join(widths, ","));
}

// "math/fmod" from the name of a unit or case, in every front end.
std::string builtin_of(const std::string& name) {
  const std::size_t group = name.find('/') + 1;
  const std::size_t builtin = name.find('/', group) + 1;
  return name.substr(group, name.find('/', builtin) - group);
}

}  // namespace

CaseSummary summary(const CaseResult& result) {
  CaseSummary s{.verdict = result.verdict, .reason = result.reason, .repro = result.repro.value_or("")};
  if (result.counts) {
    s.judged = result.counts->judged;
    s.failed = result.counts->failed;
  }
  if (result.max_ulp && *result.max_ulp) {
    s.worst = (*result.max_ulp)->value;
    s.worst_input = (*result.max_ulp)->input;
  }
  if (result.seconds) s.seconds = result.seconds->total;
  // Cases that were cut short may have different inputs, so their hashes are not comparable.
  if (result.inputs && !result.answers.empty() && !result.inputs->of) s.answers = result.inputs->hash + " " + result.answers;
  s.driver_notes = result.driver_notes;
  s.is_unexpected = is_unexpected(result);
  return s;
}

void Record::apply(const JournalRecord& record) {
  ++lines_;
  has_ended_ = false;
  std::visit([this](const auto& one) { apply_one(one); }, record);
}

void Record::apply_one(const EndRecord& /*end*/) { has_ended_ = true; }

void Record::apply_one(const UnreadRecord& unread) {
  if (unread.damage.empty()) return;
  damages_.push_back(
      {.line = lines_,
       .what = fmt::format("line {} of the journal, of kind {}, is not as it was written ({}): nothing goes by "
                           "it, and its inputs run again",
                           lines_, unread.kind, unread.damage)});
}

// Checkpoints are large, and a run has many units, so finished ones are dropped.
void Record::apply_one(const CaseResult& result) {
  const std::string& case_name = result.case_name;
  cases_[case_name] = summary(result);
  if (result.verdict == CaseVerdict::timeout) note_hang(case_name);
  const std::string unit_name = case_name.substr(0, case_name.rfind('/'));
  std::erase_if(checkpoints_, [&](const auto& c) {
    return c.second.unit == unit_name && std::ranges::all_of(c.second.widths, [&](int width) {
             return has_result(fmt::format("{}/v{}", unit_name, width));
           });
  });
}

void Record::apply_one(const CheckpointRecord& checkpoint) {
  checkpoints_[task_key(checkpoint.unit, checkpoint.widths)] = checkpoint;
}

void Record::apply_one(const AttemptRecord& attempt) {
  units_[attempt.unit].attempts.emplace(attempt.width, attempt.answer);
}

void Record::apply_one(const AbnormalRecord& abnormal) {
  if (abnormal.verdict == CaseVerdict::timeout) note_hang(abnormal.unit);
  Unit& unit = units_[abnormal.unit];
  for (const int width : abnormal.widths) {
    unit.ended[width] = {.verdict = abnormal.verdict,
                         .blame = blame_of(abnormal),
                         .reason = abnormal.reason,
                         .is_in_flight = std::ranges::find(abnormal.in_flight, width) != abnormal.in_flight.end()};
  }
}

void Record::apply_one(const IgnoredRecord& ignored) {
  std::erase_if(damages_, [&](const Damage& d) { return d.line == ignored.line; });
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
    const SharedJson& state = c.second.state;
    const bool is_cut = state && state->contains("cuts") && !state->at("cuts").empty();
    return is_cut || units.contains(c.second.unit);
  });
}

Record::Totals Record::totals() const {
  Totals totals{};
  for (const auto& [case_name, summary] : cases_) ++totals[static_cast<std::size_t>(summary.verdict)];
  return totals;
}

SharedJson Record::state_for(const std::string& unit_name, const std::vector<int>& widths, Stage stage) const {
  const auto found = checkpoints_.find(task_key(unit_name, widths));
  return found != checkpoints_.end() && found->second.stage == stage ? found->second.state : nullptr;
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

EndRecord end_of(const Record& record, std::vector<std::string> left_out, std::vector<std::string> stale) {
  EndRecord end{.left_out = std::move(left_out), .stale = std::move(stale)};
  const Record::Totals counts = record.totals();
  for (std::size_t v = 0; v < counts.size(); ++v) {
    if (counts[v] > 0) end.totals[static_cast<CaseVerdict>(v)] = counts[v];
  }
  if (FrontEnds both = front_ends(record); both.compared > 0) end.front_ends = std::move(both);
  return end;
}

}  // namespace classay
