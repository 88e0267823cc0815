#include "harness/run/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "harness/run/protocol.h"
#include "harness/run/selection.h"

namespace classay {
namespace {

// A kind of case, and where the child's answer has it: a list under `member`, with the sentences that speak against the
// device under `against`, and those that are only told under `told`.
struct Kind {
  std::string_view name;
  std::string_view child;
  std::string_view member;
  std::string_view against;
  std::span<const Type> formats;
  std::span<const int> widths;
  std::span<const FrontEnd> front_ends;
  std::string_view told = "";
};

constexpr std::array kOne{1};
constexpr std::array kOfMacros{Type::i32};
constexpr std::array kOpenClC{FrontEnd::clc};

constexpr std::array kKinds = std::to_array<Kind>({
    {"fp-config", "arithmetic", "traits", "contradictions", kFloatTypes, kOne, kFrontEnds, "unclaimed"},
    {"fp-minimum", "arithmetic", "traits", "below_minimum", kFloatTypes, kOne, kFrontEnds},
    {"constants", "compiler", "constants", "objections", kTypesWithConstants, kOne, kOpenClC},
    {"macros", "compiler", "macros", "objections", kOfMacros, kOne, kOpenClC},
    {"printf", "language", "printed", "objections", kNumberTypes, kVectorWidths, kFrontEnds},
    {"prefetch", "language", "prefetched", "objections", kNumberTypes, kVectorWidths, kFrontEnds},
    {"vec-step", "compiler", "steps", "objections", kNumberTypes, kVectorWidths, kOpenClC},
    {"async-copy", "copies", "copied", "objections", kNumberTypes, kVectorWidths, kOpenClC},
});

const Kind& kind_named(std::string_view kind) { return *std::ranges::find(kKinds, kind, &Kind::name); }

MeasuredCase measured_named(const std::string& case_name) {
  for (const MeasuredCase& c : all_measured_cases()) {
    if (name(c) == case_name) return c;
  }
  throw std::invalid_argument("no such case: " + case_name);
}

// What a child that did not answer says of the device.
CaseVerdict verdict_of_misfortune(const ChildAnswer& measured) {
  return measured.timed_out ? CaseVerdict::timeout : verdict_for(measured.blame);
}

std::string joined(const Json& sentences) {
  std::string text;
  for (const Json& s : sentences) text += (text.empty() ? "" : "; ") + s.get<std::string>();
  return text;
}

}  // namespace

std::string name(const MeasuredCase& c) {
  return fmt::format("{}/misc/{}/{}/default/v{}", name(c.front_end), c.kind, info(c.format).name, c.width);
}

std::vector<MeasuredCase> all_measured_cases() {
  std::vector<MeasuredCase> all;
  for (const FrontEnd front_end : kFrontEnds) {
    for (const Kind& kind : kKinds) {
      if (std::ranges::find(kind.front_ends, front_end) == kind.front_ends.end()) continue;
      for (const Type format : kind.formats) {
        for (const int width : kind.widths) all.push_back({front_end, kind.name, format, width});
      }
    }
  }
  return all;
}

std::vector<std::string> measured_cases(std::span<const Glob> globs, bool with_il) {
  std::vector<std::string> chosen;
  for (const MeasuredCase& c : all_measured_cases()) {
    const std::string case_name = name(c);
    const bool is_open = c.front_end == FrontEnd::clc || with_il;
    const auto chooses = [&](const Glob& g) { return g.matches(case_name) && (is_open || names_front_end(g, case_name)); };
    const bool is_chosen = globs.empty() ? is_open : std::ranges::any_of(globs, chooses);
    if (is_chosen) chosen.push_back(case_name);
  }
  return chosen;
}

std::vector<std::string> measuring_child(const std::string& case_name) {
  const MeasuredCase c = measured_named(case_name);
  const Kind& kind = kind_named(c.kind);
  std::vector<std::string> words{std::string(kind.child)};
  if (kind.front_ends.size() > 1) words.insert(words.end(), {"--front-end", std::string(name(c.front_end))});
  return words;
}

Json measured_result(const std::string& case_name, const ChildAnswer& measured) {
  const MeasuredCase wanted = measured_named(case_name);
  const Kind& kind = kind_named(wanted.kind);
  const std::string_view format = info(wanted.format).name;
  const auto line = [&](CaseVerdict verdict, const std::string& reason) {
    return Json{{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
  };
  if (measured.answer.is_null()) {
    Json result = line(verdict_of_misfortune(measured), measured.misfortune);
    if (!measured.ended.is_null()) result["ended"] = measured.ended;
    return result;
  }
  const std::string error = measured.answer.value("error", "");
  if (!error.empty()) return line(CaseVerdict::resource_error, error);
  for (const Json& found : measured.answer.value(std::string(kind.member), Json::array())) {
    if (found.value("format", "") != format || found.value("width", wanted.width) != wanted.width) continue;
    if (found.contains("unsupported")) return line(CaseVerdict::unsupported, found.at("unsupported").get<std::string>());
    // A program that does not compile is one that the language is wrong in; the log says how.
    const bool is_wrong = found.value("does_not_build", false);
    if (found.contains("error")) {
      const CaseVerdict verdict = is_wrong ? CaseVerdict::fail : CaseVerdict::resource_error;
      Json result = line(verdict, found.at("error").get<std::string>());
      if (found.contains("log")) result["log"] = found.at("log");
      return result;
    }
    const Json& against = found.at(std::string(kind.against));
    const bool is_told = against.empty() && found.contains(std::string(kind.told));
    Json result = line(against.empty() ? CaseVerdict::pass : CaseVerdict::fail,
                       joined(is_told ? found.at(std::string(kind.told)) : against));
    result[std::string(kind.member)] = found;
    return result;
  }
  return line(CaseVerdict::unsupported, "the device has no " + std::string(format));
}

}  // namespace classay
