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
  std::string_view member;
  std::string_view against;
  std::array<std::string_view, 4> formats;
};
constexpr std::array kKinds = std::to_array<Kind>({
    {"fp-config", "traits", "contradictions", {"f16", "f32", "f64"}},
    {"constants", "constants", "objections", {"f16", "f32", "f64", "i32"}},
});

std::string case_name_of(const Kind& kind, std::string_view format) {
  return "clc/misc/" + std::string(kind.name) + "/" + std::string(format) + "/default/v1";
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

Json result_of(const Kind& kind, std::string_view format, const std::string& case_name, const ChildAnswer& measured) {
  const auto line = [&](CaseVerdict verdict, const std::string& reason) {
    return Json{{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
  };
  if (measured.answer.is_null()) return line(verdict_of_misfortune(measured), measured.misfortune);
  const std::string error = measured.answer.value("error", "");
  if (!error.empty()) return line(CaseVerdict::resource_error, error);
  for (const Json& found : measured.answer.value(std::string(kind.member), Json::array())) {
    if (found.value("format", "") != format) continue;
    // A program of constants that does not compile is one whose constants are wrong; the log says how.
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

}  // namespace

std::vector<std::string> measured_cases(std::span<const Glob> globs) {
  std::vector<std::string> chosen;
  for (const Kind& kind : kKinds) {
    for (const std::string_view format : kind.formats) {
      const std::string name = case_name_of(kind, format);
      const bool matches = std::ranges::any_of(globs, [&](const Glob& g) { return g.matches(name); });
      if (!format.empty() && (globs.empty() || matches)) chosen.push_back(name);
    }
  }
  return chosen;
}

Json measured_result(const std::string& case_name, const ChildAnswer& measured) {
  for (const Kind& kind : kKinds) {
    for (const std::string_view format : kind.formats) {
      if (case_name_of(kind, format) == case_name) return result_of(kind, format, case_name, measured);
    }
  }
  throw std::invalid_argument("no such case: " + case_name);
}

}  // namespace classay
