#include "harness/journal/records.h"

#include <algorithm>
#include <array>

#include "harness/journal/result_fields.h"
#include "harness/journal/sealed.h"

namespace classay {
namespace {

constexpr std::array<std::string_view, 3> kStageNames{"first", "again", "confirm"};

template <class T>
concept IsSealed = requires {
  Fields<T>::kIsSealed;
};

}  // namespace

std::string_view name(Stage s) { return kStageNames[static_cast<std::size_t>(s)]; }

std::optional<Stage> stage_named(std::string_view spelled) {
  const auto* const at = std::ranges::find(kStageNames, spelled);
  if (at == kStageNames.end()) return std::nullopt;
  return static_cast<Stage>(at - kStageNames.begin());
}

Json to_json(const RunRecord& record) {
  return std::visit([]<class T>(const T& one) { return IsSealed<T> ? sealed(write_fields(one)) : write_fields(one); },
                    record);
}

Json to_json(const CaseResult& result) { return write_fields(result); }
CaseResult case_result_from(const Json& json) { return read_fields<CaseResult>(json); }

std::optional<CaseResult> result_of_case(const std::string& case_name, const Json& record) {
  if (record.at("kind") != Fields<CaseResult>::kKind || record.at("case") != case_name) return std::nullopt;
  return case_result_from(record);
}

std::optional<RunRecord> run_record_from(const Json& json) {
  const std::string kind = json.at("kind").get<std::string>();
  return read_kind<StartRecord, CheckpointRecord, AttemptRecord, AbnormalRecord, HealthRecord, IgnoredRecord, EndRecord>(
      kind, json);
}

StartRecord start_of(const Unit& unit, Stage stage) { return {.unit = name(unit), .widths = unit.widths, .stage = stage}; }

}  // namespace classay
