#include "harness/run/fp_config.h"

#include <algorithm>

#include "harness/run/protocol.h"

namespace classay {
namespace {

Json verdict_line(Type format, CaseVerdict verdict, const std::string& reason) {
  return {{"kind", "result"}, {"case", fp_config_case(format)}, {"verdict", name(verdict)}, {"reason", reason}};
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

std::string fp_config_case(Type format) { return "clc/misc/fp-config/" + std::string(info(format).name) + "/default/v1"; }

std::vector<Type> fp_config_formats(std::span<const Glob> globs) {
  std::vector<Type> chosen;
  for (const Type format : kFloatTypes) {
    const std::string name = fp_config_case(format);
    const bool matches = std::ranges::any_of(globs, [&](const Glob& g) { return g.matches(name); });
    if (globs.empty() || matches) chosen.push_back(format);
  }
  return chosen;
}

Json fp_config_result(Type format, const ChildAnswer& measured) {
  if (measured.answer.is_null()) return verdict_line(format, verdict_of_misfortune(measured), measured.misfortune);
  const std::string error = measured.answer.value("error", "");
  if (!error.empty()) return verdict_line(format, CaseVerdict::resource_error, error);
  for (const Json& traits : measured.answer.at("traits")) {
    if (traits.value("format", "") != info(format).name) continue;
    const Json& contradictions = traits.at("contradictions");
    Json result =
        verdict_line(format, contradictions.empty() ? CaseVerdict::pass : CaseVerdict::fail, joined(contradictions));
    result["traits"] = traits;
    return result;
  }
  return verdict_line(format, CaseVerdict::unsupported, "the device has no " + std::string(info(format).name));
}

}  // namespace classay
