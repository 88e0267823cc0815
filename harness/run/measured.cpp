#include "harness/run/measured.h"

#include <algorithm>

#include "harness/protocol/protocol.h"

namespace classay {
namespace {

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

std::vector<std::string> measured_cases(std::span<const Glob> globs, const OpenFrontEnds& open) {
  std::vector<std::string> chosen;
  for (const MeasuredCase& c : all_measured_cases()) {
    if (is_chosen(globs, open, c.front_end, name(c))) chosen.push_back(name(c));
  }
  return chosen;
}

Json measured_result(const std::string& case_name, const ChildAnswer& measured) {
  const MeasuredCase wanted = measured_named(case_name);
  const MeasuredKind& kind = kind_of(wanted);
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
