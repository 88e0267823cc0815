#include "harness/journal/measured_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "kernels/il/environment.h"

namespace classay {
namespace {

constexpr std::array kOne{1};
constexpr std::array kOpenClC{FrontEnd::clc};
constexpr std::array kOpenCl{FrontEnd::clc, FrontEnd::il};
constexpr std::array kSpirV{FrontEnd::il};

constexpr std::array kListed = std::to_array<MeasuredKind>({
    {"fp-config", "arithmetic", "traits", "contradictions", kLanguageFloats, kOne, kOpenCl, "unclaimed"},
    {"fp-minimum", "arithmetic", "traits", "below_minimum", kLanguageFloats, kOne, kOpenCl},
    {"components", "components", "findings", "objections", kLanguageTypes, kOne, kOpenCl, "told"},
    {"reinterpret", "reinterpret", "findings", "objections", kLanguageTypes, kOne, kOpenCl, "told"},
    {"spec-constant-unary", "spec-constants", "findings", "objections", kLanguageTypes, kOne, kSpirV, "told",
     OwnChild::by_both},
    {"spec-constant-binary", "spec-constants", "findings", "objections", kLanguageTypes, kOne, kSpirV, "told",
     OwnChild::by_both},
    {"constants", "compiler", "constants", "objections", kTypesWithConstants, kOne, kOpenClC},
    {"literals", "compiler", "findings", "objections", kTypesWithConstants, kOne, kOpenClC, "told"},
    {"macros", "compiler", "macros", "objections", kNoFormat, kOne, kOpenClC},
    {"printf", "language", "printed", "objections", kLanguageTypes, kVectorWidths, kOpenCl},
    {"prefetch", "language", "prefetched", "objections", kLanguageTypes, kVectorWidths, kOpenCl},
    {"vec-step", "compiler", "steps", "objections", kLanguageTypes, kVectorWidths, kOpenClC},
    {"async-copy", "copies", "copied", "objections", kLanguageTypes, kVectorWidths, kOpenCl},
    {"work-group", "groups", "collected", "objections", kCollectedTypes, kOne, kOpenCl, "", OwnChild::by_both},
    {"work-group-arithmetic", "groups", "findings", "objections", kCollectedTypes, kOne, kOpenCl, "", OwnChild::by_both},
    {"sub-group", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-vote", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-ballot", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-non-uniform", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-clustered", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-shuffle", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"sub-group-relative-shuffle", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told",
     OwnChild::by_both},
    {"sub-group-rotate", "groups", "findings", "objections", kSubGroupTypes, kOne, kOpenCl, "told", OwnChild::by_both},
    {"atomic", "atomics", "contended", "objections", kContendedTypes, kOne, kOpenCl, "", OwnChild::by_both},
    {"atomic-explicit", "atomics", "findings", "objections", kContendedTypes, kOne, kOpenClC, "", OwnChild::by_both},
    {"image-read-unorm", "images", "findings", "objections", kUnormChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-read-snorm", "images", "findings", "objections", kSnormChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-read-srgb", "images", "findings", "objections", kSrgbChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-read-int", "images", "findings", "objections", kIntChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-read-float", "images", "findings", "objections", kFloatChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-read-half", "images", "findings", "objections", kHalfChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-unorm", "images", "findings", "objections", kUnormChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-snorm", "images", "findings", "objections", kSnormChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-srgb", "images", "findings", "objections", kSrgbChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-int", "images", "findings", "objections", kIntChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-float", "images", "findings", "objections", kFloatChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-write-half", "images", "findings", "objections", kHalfChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-address", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-1d", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-3d", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-1d-array", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-2d-array", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
    {"image-1d-buffer", "images", "findings", "objections", kAddressedChannels, kOne, kOpenCl, "told", OwnChild::with_tier},
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

std::vector<MeasuredKind> made_kinds() {
  std::vector<MeasuredKind> all(kListed.begin(), kListed.end());
  static const std::vector<std::string> names = required_of_modules();
  for (const std::string& name : names) {
    all.push_back({name, "modules", "findings", "objections", kNoFormat, kOne, kSpirV, "told", OwnChild::by_kind});
  }
  return all;
}

const std::vector<MeasuredKind>& kinds() {
  static const std::vector<MeasuredKind> all = made_kinds();
  return all;
}

}  // namespace

std::string name(const MeasuredCase& c) {
  return fmt::format("{}/misc/{}/{}/default/v{}", name(c.front_end), c.kind, info(c.format).name, c.width);
}

std::vector<MeasuredCase> all_measured_cases() {
  std::vector<MeasuredCase> all;
  for (const FrontEnd front_end : kFrontEnds) {
    for (const MeasuredKind& kind : kinds()) {
      if (std::ranges::find(kind.front_ends, front_end) == kind.front_ends.end()) continue;
      for (const Type format : kind.formats) {
        for (const int width : kind.widths) all.push_back({front_end, kind.name, format, width});
      }
    }
  }
  return all;
}

MeasuredCase measured_named(const std::string& case_name) {
  static const std::map<std::string, MeasuredCase> by_name = [] {
    std::map<std::string, MeasuredCase> all;
    for (const MeasuredCase& c : all_measured_cases()) all.emplace(name(c), c);
    return all;
  }();
  const auto found = by_name.find(case_name);
  if (found == by_name.end()) throw std::invalid_argument("unknown case: " + case_name);
  return found->second;
}

const MeasuredKind& kind_of(const MeasuredCase& c) { return *std::ranges::find(kinds(), c.kind, &MeasuredKind::name); }

std::vector<std::string> measuring_child(const std::string& case_name, Tier tier) {
  const MeasuredCase c = measured_named(case_name);
  const MeasuredKind& kind = kind_of(c);
  std::vector<std::string> words{std::string(kind.child)};
  if (kind.front_ends.size() > 1) words.insert(words.end(), {"--front-end", std::string(name(c.front_end))});
  const auto add = [&](const char* word, std::string_view value) { words.insert(words.end(), {word, std::string(value)}); };
  const bool is_of_both = kind.own_child == OwnChild::by_both || kind.own_child == OwnChild::with_tier;
  if (is_of_both || kind.own_child == OwnChild::by_format) add("--format", info(c.format).name);
  if (is_of_both || kind.own_child == OwnChild::by_kind) add("--kind", kind.name);
  if (kind.own_child == OwnChild::with_tier) add("--tier", name(tier));
  return words;
}

}  // namespace classay
