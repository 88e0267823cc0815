#include "harness/protocol/measured_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace classay {
namespace {

constexpr std::array kOne{1};
constexpr std::array kOfMacros{Type::i32};
constexpr std::array kOpenClC{FrontEnd::clc};
constexpr std::array kOpenCl{FrontEnd::clc, FrontEnd::il};

constexpr std::array kKinds = std::to_array<MeasuredKind>({
    {"fp-config", "arithmetic", "traits", "contradictions", kLanguageFloats, kOne, kOpenCl, "unclaimed"},
    {"fp-minimum", "arithmetic", "traits", "below_minimum", kLanguageFloats, kOne, kOpenCl},
    {"constants", "compiler", "constants", "objections", kTypesWithConstants, kOne, kOpenClC},
    {"macros", "compiler", "macros", "objections", kOfMacros, kOne, kOpenClC},
    {"printf", "language", "printed", "objections", kLanguageTypes, kVectorWidths, kOpenCl},
    {"prefetch", "language", "prefetched", "objections", kLanguageTypes, kVectorWidths, kOpenCl},
    {"vec-step", "compiler", "steps", "objections", kLanguageTypes, kVectorWidths, kOpenClC},
    {"async-copy", "copies", "copied", "objections", kLanguageTypes, kVectorWidths, kOpenClC},
    {"work-group", "groups", "collected", "objections", kCollectedTypes, kOne, kOpenClC, "", true},
    {"sub-group", "sub-groups", "findings", "objections", kSubGroupTypes, kOne, kOpenClC, "told", true},
    {"atomic", "atomics", "contended", "objections", kContendedTypes, kOne, kOpenClC, "", true},
    {"image-read-unorm", "images", "findings", "objections", kUnormChannels, kOne, kOpenClC, "told", true, true},
    {"image-read-snorm", "images", "findings", "objections", kSnormChannels, kOne, kOpenClC, "told", true, true},
    {"image-read-srgb", "images", "findings", "objections", kSrgbChannels, kOne, kOpenClC, "told", true, true},
    {"image-read-int", "images", "findings", "objections", kIntChannels, kOne, kOpenClC, "told", true, true},
    {"image-read-float", "images", "findings", "objections", kFloatChannels, kOne, kOpenClC, "told", true, true},
    {"image-write-unorm", "images", "findings", "objections", kUnormChannels, kOne, kOpenClC, "told", true, true},
    {"image-write-snorm", "images", "findings", "objections", kSnormChannels, kOne, kOpenClC, "told", true, true},
    {"image-write-srgb", "images", "findings", "objections", kSrgbChannels, kOne, kOpenClC, "told", true, true},
    {"image-write-int", "images", "findings", "objections", kIntChannels, kOne, kOpenClC, "told", true, true},
    {"image-write-float", "images", "findings", "objections", kFloatChannels, kOne, kOpenClC, "told", true, true},
    {"image-address", "images", "findings", "objections", kAddressedChannels, kOne, kOpenClC, "told", true, true},
});

}  // namespace

std::string name(const MeasuredCase& c) {
  return fmt::format("{}/misc/{}/{}/default/v{}", name(c.front_end), c.kind, info(c.format).name, c.width);
}

std::vector<MeasuredCase> all_measured_cases() {
  std::vector<MeasuredCase> all;
  for (const FrontEnd front_end : kFrontEnds) {
    for (const MeasuredKind& kind : kKinds) {
      if (std::ranges::find(kind.front_ends, front_end) == kind.front_ends.end()) continue;
      for (const Type format : kind.formats) {
        for (const int width : kind.widths) all.push_back({front_end, kind.name, format, width});
      }
    }
  }
  return all;
}

MeasuredCase measured_named(const std::string& case_name) {
  for (const MeasuredCase& c : all_measured_cases()) {
    if (name(c) == case_name) return c;
  }
  throw std::invalid_argument("no such case: " + case_name);
}

const MeasuredKind& kind_of(const MeasuredCase& c) { return *std::ranges::find(kKinds, c.kind, &MeasuredKind::name); }

std::vector<std::string> measuring_child(const std::string& case_name, Tier tier) {
  const MeasuredCase c = measured_named(case_name);
  const MeasuredKind& kind = kind_of(c);
  std::vector<std::string> words{std::string(kind.child)};
  if (kind.front_ends.size() > 1) words.insert(words.end(), {"--front-end", std::string(name(c.front_end))});
  if (kind.has_own_child) words.insert(words.end(), {"--format", std::string(info(c.format).name)});
  if (kind.is_of_images) words.insert(words.end(), {"--kind", std::string(kind.name), "--tier", std::string(name(tier))});
  return words;
}

}  // namespace classay
