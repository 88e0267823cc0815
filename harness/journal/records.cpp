#include "harness/journal/records.h"

#include <algorithm>
#include <array>

#include "harness/journal/fields.h"
#include "harness/journal/sealed.h"

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

StartRecord start_of(const Unit& unit, Stage stage) { return {.unit = name(unit), .widths = unit.widths, .stage = stage}; }

}  // namespace classay
