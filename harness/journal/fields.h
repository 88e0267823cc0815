// Lists the fields of the records of a journal, in the order in which they are written. schema_test.cpp compares them with
// data/schema/journal.schema.json.
#pragma once

#include "harness/journal/records.h"
#include "harness/journal/result_fields.h"

namespace classay {

std::optional<Stage> stage_named(std::string_view spelled);
template <>
struct Codec<Stage> : NamedCodec<Stage, stage_named> {};

using WidthsCodec = ListCodec<int, WidthCodec>;

// Counts by verdict, in the order of CaseVerdict.
template <>
struct Codec<std::map<CaseVerdict, std::uint64_t>> {
  static Json write(const std::map<CaseVerdict, std::uint64_t>& counts) {
    Json object = Json::object();
    for (const auto& [verdict, count] : counts) object.push_back({std::string(name(verdict)), count});
    return object;
  }
  static std::map<CaseVerdict, std::uint64_t> read(const Json& json) {
    std::map<CaseVerdict, std::uint64_t> counts;
    for (const auto& [spelled, count] : Codec<std::map<std::string, std::uint64_t>>::read(json)) {
      counts[Codec<CaseVerdict>::read(spelled)] = count;
    }
    return counts;
  }
};

template <>
struct Fields<StartRecord> {
  static constexpr std::string_view kKind = "start";
  static constexpr auto kAll = std::tuple(field("unit", &StartRecord::unit, Presence::optional),
                                          field_as<WidthsCodec>("widths", &StartRecord::widths, Presence::optional),
                                          field("stage", &StartRecord::stage, Presence::optional));
};

template <>
struct Fields<CheckpointRecord> {
  static constexpr std::string_view kKind = "checkpoint";
  static constexpr auto kAll =
      std::tuple(field("unit", &CheckpointRecord::unit), field_as<WidthsCodec>("widths", &CheckpointRecord::widths),
                 field("stage", &CheckpointRecord::stage), field("state", &CheckpointRecord::state));
};

template <>
struct Fields<AttemptRecord> {
  static constexpr std::string_view kKind = "attempt";
  static constexpr auto kAll =
      std::tuple(field("unit", &AttemptRecord::unit), field_as<WidthCodec>("width", &AttemptRecord::width),
                 field("answer", &AttemptRecord::answer));
};

template <>
struct Fields<AbnormalRecord> {
  static constexpr std::string_view kKind = "abnormal";
  static constexpr auto kAll = std::tuple(
      field("unit", &AbnormalRecord::unit), field("verdict", &AbnormalRecord::verdict),
      field("blame", &AbnormalRecord::blame, Presence::if_set), field("reason", &AbnormalRecord::reason),
      field_as<WidthsCodec>("widths", &AbnormalRecord::widths),
      field_as<WidthsCodec>("in_flight", &AbnormalRecord::in_flight), field("log", &AbnormalRecord::log, Presence::optional),
      field("ended", &AbnormalRecord::ended, Presence::if_set));
};

template <>
struct Fields<HealthRecord> {
  static constexpr std::string_view kKind = "health";
  using R = HealthRecord;
  static constexpr auto kAll =
      std::tuple(field("healthy", &R::healthy, Presence::optional), field("message", &R::message, Presence::optional),
                 field("after", &R::after, Presence::optional));
};

template <>
struct Fields<IgnoredRecord> {
  static constexpr std::string_view kKind = "ignored";
  static constexpr auto kAll = std::tuple(field("line", &IgnoredRecord::line), field("what", &IgnoredRecord::what));
};

template <>
struct Fields<FrontEnds> {
  static constexpr auto kAll =
      std::tuple(field("compared", &FrontEnds::compared), field("differing", &FrontEnds::differing));
};

template <>
struct Fields<EndRecord> {
  static constexpr std::string_view kKind = "end";
  static constexpr auto kAll = std::tuple(
      field("totals", &EndRecord::totals), field("left_out", &EndRecord::left_out, Presence::optional),
      field("stale", &EndRecord::stale, Presence::if_set), field("front_ends", &EndRecord::front_ends, Presence::if_set),
      field("unusable", &EndRecord::unusable, Presence::if_set));
};

}  // namespace classay
