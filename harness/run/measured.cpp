#include "harness/run/measured.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "harness/run/protocol.h"

namespace classay {
namespace {

// A kind of case, and where the child's answer has it: a list under `member`, with the sentences that speak against the
// device under `against`.
struct Kind {
  std::string_view name;
  std::string_view child;
  std::string_view member;
  std::string_view against;
  std::span<const Type> formats;
  std::span<const int> widths;
};

constexpr std::array kOne{1};

constexpr std::array kKinds = std::to_array<Kind>({
    {"fp-config", "traits", "traits", "contradictions", kFloatTypes, kOne},
    {"constants", "traits", "constants", "objections", kTypesWithConstants, kOne},
    {"printf", "language", "printed", "objections", kNumberTypes, kVectorWidths},
    {"prefetch", "language", "prefetched", "objections", kNumberTypes, kVectorWidths},
    {"vec-step", "traits", "steps", "objections", kNumberTypes, kVectorWidths},
    {"async-copy", "copies", "copied", "objections", kNumberTypes, kVectorWidths},
});

// One case: a kind of a format and a width.
struct Measured {
  const Kind* kind = nullptr;
  Type format = Type::f32;
  int width = 1;

  std::string name() const {
    return "clc/misc/" + std::string(kind->name) + "/" + std::string(info(format).name) + "/default/v" +
           std::to_string(width);
  }
};

std::vector<Measured> all_measured() {
  std::vector<Measured> all;
  for (const Kind& kind : kKinds) {
    for (const Type format : kind.formats) {
      for (const int width : kind.widths) all.push_back({&kind, format, width});
    }
  }
  return all;
}

Measured measured_named(const std::string& case_name) {
  for (const Measured& m : all_measured()) {
    if (m.name() == case_name) return m;
  }
  throw std::invalid_argument("no such case: " + case_name);
}

// What a child that did not answer says of the device.
CaseVerdict verdict_of_misfortune(const ChildAnswer& measured) {
  return measured.timed_out ? CaseVerdict::timeout : CaseVerdict::crash;
}

std::string joined(const Json& sentences) {
  std::string text;
  for (const Json& s : sentences) text += (text.empty() ? "" : "; ") + s.get<std::string>();
  return text;
}

}  // namespace

std::vector<std::string> measured_cases(std::span<const Glob> globs) {
  std::vector<std::string> chosen;
  for (const Measured& m : all_measured()) {
    const std::string name = m.name();
    const bool matches = std::ranges::any_of(globs, [&](const Glob& g) { return g.matches(name); });
    if (globs.empty() || matches) chosen.push_back(name);
  }
  return chosen;
}

std::string_view measuring_child(const std::string& case_name) { return measured_named(case_name).kind->child; }

Json measured_result(const std::string& case_name, const ChildAnswer& measured) {
  const Measured wanted = measured_named(case_name);
  const Kind& kind = *wanted.kind;
  const std::string_view format = info(wanted.format).name;
  const auto line = [&](CaseVerdict verdict, const std::string& reason) {
    return Json{{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
  };
  if (measured.answer.is_null()) return line(verdict_of_misfortune(measured), measured.misfortune);
  const std::string error = measured.answer.value("error", "");
  if (!error.empty()) return line(CaseVerdict::resource_error, error);
  for (const Json& found : measured.answer.value(std::string(kind.member), Json::array())) {
    if (found.value("format", "") != format || found.value("width", wanted.width) != wanted.width) continue;
    // A program that does not compile is one that the language is wrong in; the log says how.
    const bool is_wrong = found.value("does_not_build", false);
    if (found.contains("error")) {
      return line(is_wrong ? CaseVerdict::fail : CaseVerdict::resource_error, found.at("error").get<std::string>());
    }
    const Json& against = found.at(std::string(kind.against));
    Json result = line(against.empty() ? CaseVerdict::pass : CaseVerdict::fail, joined(against));
    result[std::string(kind.member)] = found;
    return result;
  }
  return line(CaseVerdict::unsupported, "the device has no " + std::string(format));
}

}  // namespace classay
