// Lists the fields of the records of a journal, in the order in which they are written. schema_test.cpp compares them with
// data/schema/journal.schema.json.
#pragma once

#include "harness/journal/codec.h"
#include "harness/journal/record.h"
#include "harness/journal/result_fields.h"
#include "harness/journal/run_header.h"

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

// Lists the fields of the first record of a journal, in the order in which they are written.

template <>
struct Codec<Shard> {
  static Json write(const Shard& shard) { return name(shard); }
  static Shard read(const Json& json) {
    const std::optional<Shard> shard = shard_named(Codec<std::string>::read(json));
    if (!shard) refuse_value(json, "a shard such as 2/4, of at most 65536");
    return *shard;
  }
};
static_assert(kMostShards == 65536);

// An empty list is written as "auto". In a list, older versions ignored the word.
struct ModesCodec {
  static Json write(const std::vector<std::string>& modes) {
    return modes.empty() ? Json("auto") : ListCodec<std::string>::write(modes);
  }
  static std::vector<std::string> read(const Json& json) {
    if (json == "auto") return {};
    std::vector<std::string> modes = ListCodec<std::string>::read(json);
    std::erase(modes, "auto");
    return modes;
  }
};

// Reads null, which the schema allows, as empty text.
struct AddressCodec {
  static Json write(const std::string& value) { return value; }
  static std::string read(const Json& json) { return json.is_null() ? "" : Codec<std::string>::read(json); }
};

template <>
struct Fields<Suite> {
  static constexpr auto kAll = std::tuple(field("version", &Suite::version),
                                          field_as<PresentCodec<std::string>>("commit", &Suite::commit, Presence::if_set),
                                          field_as<PresentCodec<bool>>("dirty", &Suite::dirty, Presence::if_set),
                                          field_as<PresentCodec<std::string>>("build", &Suite::build, Presence::if_set));
};

template <>
struct Fields<Build> {
  static constexpr auto kAll =
      std::tuple(field("version", &Build::version, Presence::optional), field("commit", &Build::commit, Presence::optional),
                 field("dirty", &Build::dirty, Presence::optional), field("id", &Build::id, Presence::optional));
};

template <>
struct Fields<HostIdentity> {
  static constexpr auto kAll = std::tuple(field("name", &HostIdentity::name, Presence::optional),
                                          field("system", &HostIdentity::system, Presence::optional),
                                          field("machine", &HostIdentity::machine, Presence::optional),
                                          field("processor", &HostIdentity::processor, Presence::optional),
                                          field("cores", &HostIdentity::cores, Presence::optional),
                                          field("instruction_set", &HostIdentity::instruction_set, Presence::optional));
};

template <>
struct Fields<DeviceIdentity> {
  using D = DeviceIdentity;
  static constexpr auto kAll = std::tuple(
      field("backend", &D::backend, Presence::optional), field_as<AddressCodec>("address", &D::address, Presence::optional),
      field("name", &D::name), field("platform", &D::platform, Presence::optional),
      field("platform_version", &D::platform_version, Presence::optional), field("vendor", &D::vendor, Presence::optional),
      field("version", &D::version, Presence::optional), field("driver", &D::driver, Presence::optional),
      field("profile", &D::profile, Presence::optional), field("environment", &D::environment, Presence::optional),
      field("il_versions", &D::il_versions, Presence::optional), field("has_compiler", &D::has_compiler, Presence::optional),
      field("shares_memory", &D::shares_memory, Presence::optional),
      field("compute_units", &D::compute_units, Presence::optional));
};

// Writes the complete description, with the fields that DeviceIdentity does not have.
template <>
struct Codec<DeviceIdentity> {
  static Json write(const DeviceIdentity& device) { return or_null(device.description); }
  static DeviceIdentity read(const Json& json) {
    auto device = read_fields<DeviceIdentity>(json);
    device.description = shared(json);
    return device;
  }
};

template <>
struct Fields<Settings> {
  using S = Settings;
  static constexpr auto kAll = std::tuple(
      field("device", &S::device, Presence::optional),
      field_as<PresentCodec<std::vector<std::string>>>("filters", &S::filters, Presence::optional),
      field_as<ModesCodec>("modes", &S::modes, Presence::optional), field("with_il", &S::with_il, Presence::optional),
      field("edition", &S::edition, Presence::optional), field("profile", &S::profile, Presence::optional),
      field("time_budget", &S::time_budget, Presence::optional), field("case_time", &S::case_time, Presence::optional),
      field_as<PresentCodec<double>>("timeout", &S::timeout, Presence::optional),
      field_as<PresentCodec<double>>("short_timeout", &S::short_timeout, Presence::optional),
      field_as<PresentCodec<double>>("patience", &S::patience, Presence::optional),
      field("known", &S::known, Presence::optional), field("dump_kernels", &S::dump_kernels, Presence::optional),
      field("workers", &S::workers, Presence::optional), field("models", &S::models, Presence::optional),
      field("compare_on_device", &S::compare_on_device, Presence::optional),
      field("reads_all_results", &S::reads_all_results, Presence::if_set));
};

template <>
struct Fields<RemoteWorker> {
  using R = RemoteWorker;
  static constexpr auto kAll =
      std::tuple(field("command", &R::command, Presence::optional), field("build", &R::build, Presence::optional),
                 field("host", &R::host, Presence::optional));
};

template <>
struct Fields<InjectedDefect> {
  using D = InjectedDefect;
  static constexpr auto kAll = std::tuple(field("name", &D::name), field("wrong", &D::wrong, Presence::optional),
                                          field("hash", &D::hash, Presence::optional));
};

template <>
struct Fields<Covers> {
  static constexpr auto kAll =
      std::tuple(field("file", &Covers::file, Presence::if_set), field("hash", &Covers::hash, Presence::if_set),
                 field("ranges", &Covers::ranges, Presence::if_set));
};

template <>
struct Fields<HashedFile> {
  static constexpr auto kAll = std::tuple(field("file", &HashedFile::file), field("hash", &HashedFile::hash));
};

template <>
struct Fields<RunHeader> {
  using R = RunHeader;
  static constexpr auto kAll = std::tuple(
      field("schema", &R::schema), field("minor", &R::minor, Presence::optional), field("kind", &R::kind),
      field("suite", &R::suite), field("device", &R::device),
      field_as<PresentCodec<HostIdentity>>("host", &R::host, Presence::if_set),
      field("options", &R::options, Presence::optional),
      field_as<PresentCodec<std::uint64_t, BitsCodec>>("seed", &R::seed, Presence::if_set), field("tier", &R::tier),
      field("edition", &R::edition), field("il_edition", &R::il_edition, Presence::if_set), field("profile", &R::profile),
      field_as<PresentCodec<Shard>>("shard", &R::shard, Presence::if_set),
      field_as<PresentCodec<std::uint64_t>>("cases", &R::cases, Presence::if_set),
      field("start", &R::start, Presence::if_set), field("label", &R::label, Presence::if_set),
      field_as<PresentCodec<RemoteWorker>>("worker", &R::worker, Presence::if_set),
      field_as<PresentCodec<std::uint64_t>>("measured", &R::measured, Presence::if_set),
      field_as<ObjectCodec>("selfcheck", &R::selfcheck, Presence::if_set),
      field_as<PresentCodec<InjectedDefect>>("plant", &R::plant, Presence::if_set),
      field_as<PresentCodec<Covers>>("covers", &R::covers, Presence::if_set),
      field_as<PresentCodec<HashedFile>>("baseline", &R::baseline, Presence::if_set),
      field_as<PresentCodec<HashedFile>>("limits", &R::limits, Presence::if_set),
      field("merged", &R::merged, Presence::if_set));
};

}  // namespace classay
