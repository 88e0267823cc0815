#include "harness/journal/probe_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "kernels/il/environment.h"

namespace classay {
namespace {

constexpr std::array kOne{1};
constexpr std::array kOpenClC{FrontEnd::clc};
constexpr std::array kOpenCl{FrontEnd::clc, FrontEnd::il};
constexpr std::array kSources{FrontEnd::clc, FrontEnd::clspv};
constexpr std::array kDevices{FrontEnd::clc, FrontEnd::il, FrontEnd::clspv};
constexpr std::array kSpirV{FrontEnd::il};

// The types of collective functions of work-groups and sub-groups, and of atomic functions.
constexpr std::array kWorkGroupTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};
constexpr std::array kSubGroupTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                                    Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};
// The types that SPV_INTEL_subgroups shuffles.
constexpr std::array kShuffledTypes{Type::f16, Type::f32, Type::f64, Type::i16, Type::u16,
                                    Type::i32, Type::u32, Type::i64, Type::u64};
// The types that SPV_INTEL_subgroups reads and writes in blocks.
constexpr std::array kBlockTypes{Type::u8, Type::u16, Type::u32, Type::u64};
constexpr std::array kAtomicTypes{Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::i64, Type::u64};

// The types of image channels, by the range of their values: 0 to 1, -1 to 1, numbers.
constexpr std::array kUnormChannels{Type::u8, Type::u16};
constexpr std::array kSnormChannels{Type::i8, Type::i16};
constexpr std::array kSrgbChannels{Type::u8};
constexpr std::array kPackedTexels{Type::u16, Type::u32};
constexpr std::array kIntChannels{Type::i8, Type::i16, Type::i32, Type::u8, Type::u16, Type::u32};
constexpr std::array kFloatChannels{Type::f16, Type::f32};
constexpr std::array kHalfChannels{Type::u8, Type::u16, Type::i8, Type::i16, Type::f16};
constexpr std::array kDepths{Type::u16, Type::f32};
constexpr std::array kFloatDepths{Type::f32};
constexpr std::array kBorderChannels{Type::u8, Type::f32};
constexpr std::array kFilteredChannels{Type::u8, Type::u16, Type::i8, Type::i16, Type::f16, Type::f32};
constexpr std::array kAddressedChannels{Type::f32, Type::i32, Type::u32};

// Kinds older than `findings` have a field of their own in journals.
constexpr FindingFields without_notes(std::string_view member) { return {.member = member, .notes = ""}; }
constexpr FindingFields of_width(std::string_view member) { return {.member = member, .notes = "", .has_width = true}; }
constexpr FindingFields kConfig{.member = "traits", .violations = "contradictions", .notes = "unclaimed"};
constexpr FindingFields kMinimum{.member = "traits", .violations = "below_minimum", .notes = ""};

constexpr ProbeKind group(std::string_view name, std::span<const Type> formats, FindingFields fields = {}) {
  return {name, formats, kOne, kOpenCl, Isolation::by_format, Needs::type_and_feature, fields};
}
// The larger tiers write all floats to images.
constexpr ProbeKind image(std::string_view name, std::span<const Type> channels,
                          std::span<const FrontEnd> front_ends = kOpenCl) {
  return {name, channels, kOne, front_ends, Isolation::by_format, Needs::feature, {}, 20};
}
constexpr ProbeKind module(std::string_view name) {
  return {name, kNoFormat, kOne, kSpirV, Isolation::by_kind, Needs::feature};
}

constexpr std::array kListed = std::to_array<ProbeKind>({
    {"fp-config", kLanguageFloats, kOne, kOpenCl, Isolation::by_kind, Needs::type, kConfig},
    {"fp-minimum", kLanguageFloats, kOne, kOpenCl, Isolation::by_kind, Needs::type, kMinimum},
    {"components", kLanguageTypes, kOne, kOpenCl, Isolation::by_kind, Needs::type_and_feature},
    {"reinterpret", kLanguageTypes, kOne, kOpenCl, Isolation::by_kind, Needs::type_and_feature},
    {"copies", kLanguageTypes, kOne, kSpirV, Isolation::by_kind, Needs::type_and_feature},
    {"fma-khr", kLanguageFloats, kOne, kSpirV, Isolation::by_format, Needs::type_and_feature},
    {"fast-math-default", kLanguageFloats, kOne, kSpirV, Isolation::by_format, Needs::type_and_feature},
    {"fast-math-extended", kLanguageFloats, kOne, kSpirV, Isolation::by_format, Needs::type_and_feature},
    {"spec-constant-unary", kLanguageTypes, kOne, kSpirV, Isolation::by_format},
    {"spec-constant-binary", kLanguageTypes, kOne, kSpirV, Isolation::by_format},
    {"constants", kTypesWithConstants, kOne, kOpenClC, Isolation::by_kind, Needs::type, without_notes("constants")},
    {"literals", kTypesWithConstants, kOne, kOpenClC},
    {"macros", kNoFormat, kOne, kOpenClC, Isolation::by_kind, Needs::type, without_notes("macros")},
    {"printf", kLanguageTypes, kVectorWidths, kOpenCl, Isolation::by_kind, Needs::type, of_width("printed")},
    {"prefetch", kLanguageTypes, kVectorWidths, kOpenCl, Isolation::by_kind, Needs::type, of_width("prefetched")},
    {"vec-step", kLanguageTypes, kVectorWidths, kOpenClC, Isolation::by_kind, Needs::type, of_width("steps")},
    {"shuffle-width", kLanguageTypes, kOne, kOpenCl},
    {"vector-literal", kLanguageTypes, kOne, kOpenClC},
    {"mixed-operator", kLanguageTypes, kOne, kOpenClC},
    {"cast", kLanguageTypes, kOne, kOpenClC},
    {"layout", kLanguageTypes, kOne, kOpenClC},
    {"work-item", kNoFormat, kOne, kDevices, Isolation::by_kind, Needs::feature},
    {"work-item-unused", kNoFormat, kOne, kSources, Isolation::by_kind, Needs::feature},
    {"barrier", kNoFormat, kOne, kDevices, Isolation::by_kind, Needs::feature},
    {"async-copy", kLanguageTypes, kVectorWidths, kOpenCl, Isolation::by_kind, Needs::type, of_width("copied")},
    {"async-copy-extended", kNoFormat, kOne, kOpenClC, Isolation::by_kind, Needs::feature},
    group("work-group", kWorkGroupTypes, without_notes("collected")),
    group("work-group-arithmetic", kWorkGroupTypes, without_notes("findings")),
    {"sub-group", kSubGroupTypes, kOne, kDevices, Isolation::by_format, Needs::type_and_feature},
    group("sub-group-vote", kSubGroupTypes),
    group("sub-group-ballot", kSubGroupTypes),
    group("sub-group-non-uniform", kSubGroupTypes),
    group("sub-group-clustered", kSubGroupTypes),
    group("sub-group-shuffle", kSubGroupTypes),
    group("sub-group-relative-shuffle", kSubGroupTypes),
    group("sub-group-rotate", kSubGroupTypes),
    {"sub-group-shuffle-intel", kShuffledTypes, kOne, kSpirV, Isolation::by_format, Needs::type_and_feature},
    {"sub-group-block-intel", kBlockTypes, kOne, kSpirV, Isolation::by_format, Needs::type_and_feature},
    group("sub-group-broadcast-vector", kSubGroupTypes),
    {"atomic", kAtomicTypes, kOne, kDevices, Isolation::by_format, Needs::type_and_feature, without_notes("contended")},
    {"atomic-explicit", kAtomicTypes, kOne, kSources, Isolation::by_format, Needs::type_and_feature,
     without_notes("findings")},
    {"atomic-types", kNoFormat, kOne, kOpenClC, Isolation::by_kind, Needs::feature},
    {"address-space", kNoFormat, kOne, kOpenCl, Isolation::by_kind, Needs::feature},
    {"address-space-semantics", kNoFormat, kOne, kSpirV, Isolation::by_kind, Needs::feature},
    {"memory-order", kNoFormat, kOne, kOpenClC, Isolation::by_kind, Needs::feature},
    // Programs in SPIR-V have no kinds where the instructions do not depend on the format. OpenCL C 1.2 on Vulkan has no
    // sRGB, no half, no depth, no buffers and no images that a kernel reads and writes.
    image("image-read-unorm", kUnormChannels, kDevices),
    image("image-read-snorm", kSnormChannels, kDevices),
    image("image-read-srgb", kSrgbChannels),
    image("image-read-packed", kPackedTexels, kSources),
    image("image-read-int", kIntChannels, kDevices),
    image("image-read-float", kFloatChannels, kDevices),
    image("image-read-half", kHalfChannels),
    image("image-write-unorm", kUnormChannels, kDevices),
    image("image-write-snorm", kSnormChannels, kDevices),
    image("image-write-srgb", kSrgbChannels),
    image("image-write-packed", kPackedTexels, kSources),
    image("image-write-int", kIntChannels, kDevices),
    image("image-write-float", kFloatChannels, kDevices),
    image("image-write-half", kHalfChannels),
    image("image-address", kAddressedChannels, kDevices),
    image("image-1d", kAddressedChannels, kDevices),
    image("image-3d", kAddressedChannels, kDevices),
    image("image-1d-array", kAddressedChannels, kDevices),
    image("image-2d-array", kAddressedChannels, kDevices),
    image("image-1d-buffer", kAddressedChannels),
    image("image-read-write", kAddressedChannels, kOpenClC),
    image("image-nearest", kAddressedChannels, kSources),
    image("image-nearest-array", kAddressedChannels, kSources),
    image("image-linear", kFilteredChannels, kSources),
    image("image-linear-array", kFilteredChannels, kSources),
    image("image-linear-srgb", kSrgbChannels, kOpenClC),
    image("image-nearest-depth", kFloatDepths, kOpenClC),
    image("image-linear-depth", kDepths, kOpenClC),
    image("image-border", kBorderChannels, kSources),
});

// SPIR-V capabilities and versions that a specification of an environment requires.
std::vector<std::string> required_of_modules() {
  std::set<std::string> all;
  for (const il::Rules rules : {il::Rules::opencl, il::Rules::level_zero}) {
    for (const il::Requirement& r : il::requirements(rules))
      all.insert(std::string(kCapabilityKind) + std::string(r.capability));
  }
  for (const int version : il::kVersions) all.insert(fmt::format("{}{}.{}", kVersionKind, version / 10, version % 10));
  return {all.begin(), all.end()};
}

std::vector<ProbeKind> made_kinds() {
  std::vector<ProbeKind> all(kListed.begin(), kListed.end());
  static const std::vector<std::string> names = required_of_modules();
  for (const std::string& name : names) all.push_back(module(name));
  return all;
}

}  // namespace

std::string name(const ProbeCase& c) {
  return fmt::format("{}/misc/{}/{}/default/v{}", name(c.front_end), c.kind, info(c.format).name, c.width);
}

std::span<const ProbeKind> probe_kinds() {
  static const std::vector<ProbeKind> all = made_kinds();
  return all;
}

const ProbeKind& probe_kind(std::string_view name) { return *std::ranges::find(probe_kinds(), name, &ProbeKind::name); }

std::vector<ProbeCase> all_probe_cases() {
  std::vector<ProbeCase> all;
  for (const FrontEnd front_end : kFrontEnds) {
    for (const ProbeKind& kind : probe_kinds()) {
      if (std::ranges::find(kind.front_ends, front_end) == kind.front_ends.end()) continue;
      for (const Type format : kind.formats) {
        for (const int width : kind.widths) all.push_back({front_end, kind.name, format, width});
      }
    }
  }
  return all;
}

ProbeCase probe_case_named(const std::string& case_name) {
  static const std::map<std::string, ProbeCase> by_name = [] {
    std::map<std::string, ProbeCase> all;
    for (const ProbeCase& c : all_probe_cases()) all.emplace(name(c), c);
    return all;
  }();
  const auto found = by_name.find(case_name);
  if (found == by_name.end()) throw std::invalid_argument("no such case: " + case_name);
  return found->second;
}

std::vector<std::vector<std::string>> cases_by_child(std::span<const std::string> case_names) {
  using Key = std::tuple<FrontEnd, std::string_view, std::optional<Type>>;
  std::map<Key, std::size_t> places;
  std::vector<std::vector<std::string>> all;
  for (const std::string& case_name : case_names) {
    const ProbeCase c = probe_case_named(case_name);
    const bool is_apart = kind_of(c).isolation == Isolation::by_format;
    const auto [place, is_new] =
        places.emplace(Key{c.front_end, c.kind, is_apart ? std::optional(c.format) : std::nullopt}, all.size());
    if (is_new) all.emplace_back();
    all[place->second].push_back(case_name);
  }
  return all;
}

namespace {

constexpr std::array<std::string_view, 9> kFields{"case",           "violations", "notes",   "unsupported", "error",
                                                  "does_not_build", "log",        "details", "data"};

std::optional<std::string> reason_at(const Json& json, const char* field) {
  if (!json.contains(field)) return std::nullopt;
  std::string reason = json.at(field).get<std::string>();
  if (reason.empty()) throw std::invalid_argument("the field '" + std::string(field) + "' has no reason");
  return reason;
}

std::vector<std::string> sentences_at(const Json& json, const char* field) {
  const Json& all = json.at(field);
  if (!all.is_array()) throw std::invalid_argument("the field '" + std::string(field) + "' is not a list");
  return all.get<std::vector<std::string>>();
}

ProbeFields object_at(const Json& json, const char* field) {
  if (!json.at(field).is_object()) throw std::invalid_argument("the field '" + std::string(field) + "' is not an object");
  return probe_fields(json.at(field));
}

}  // namespace

ProbeFields probe_fields(Json fields) { return std::make_shared<const Json>(std::move(fields)); }

Json to_json(const std::string& case_name, const ProbeFinding& f) {
  Json json{{"case", case_name}};
  if (f.unsupported) json["unsupported"] = *f.unsupported;
  if (f.error) json["error"] = *f.error;
  if (f.does_not_build) json["does_not_build"] = true;
  if (f.has_result()) {
    json["violations"] = f.violations;
    json["notes"] = f.notes;
    json["details"] = f.details ? *f.details : Json::object();
  }
  if (!f.log.empty()) json["log"] = f.log;
  if (f.data) json["data"] = *f.data;
  return json;
}

ProbeFinding probe_finding_from(const Json& json) {
  for (const auto& [field, value] : json.items()) {
    if (std::ranges::find(kFields, field) == kFields.end()) throw std::invalid_argument("unknown field '" + field + "'");
  }
  ProbeFinding f{.unsupported = reason_at(json, "unsupported"), .error = reason_at(json, "error")};
  f.does_not_build = json.value("does_not_build", false);
  f.log = json.value("log", "");
  if (json.contains("data")) f.data = object_at(json, "data");
  if (f.does_not_build && !f.error) throw std::invalid_argument("'does_not_build' without an error");
  if (f.has_result()) {
    f.violations = sentences_at(json, "violations");
    f.notes = sentences_at(json, "notes");
    f.details = object_at(json, "details");
  } else if ((f.unsupported && f.error) || json.contains("violations")) {
    throw std::invalid_argument("a result and a reason to have none");
  }
  return f;
}

}  // namespace classay
