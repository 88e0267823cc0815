#include "harness/supervisor/measured.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "harness/journal/unit.h"

namespace classay {
namespace {

// The verdict for a child that gave no result.
CaseVerdict verdict_of_misfortune(const ChildAnswer& measured) {
  return measured.timed_out ? CaseVerdict::timeout : verdict_for(measured.blame);
}

std::string joined(const Json& sentences) {
  std::string text;
  for (const Json& s : sentences) text += (text.empty() ? "" : "; ") + s.get<std::string>();
  return text;
}

Json line(const std::string& case_name, CaseVerdict verdict, const std::string& reason) {
  return {{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
}

// These children find a case unsupported only if the device lacks the type or the front end. Others have more reasons.
bool lacks_types_alone(std::string_view child) {
  return child == "arithmetic" || child == "compiler" || child == "language" || child == "copies" ||
         child == "spec-constants";
}

// Returns why a child's findings are not credible; empty: they are.
std::string objection_to_found(const Json& found, const MeasuredCase& wanted, const DeviceFacts& device) {
  if (found.contains("unsupported")) {
    const std::string why = found.at("unsupported");
    if (why.empty()) return "the verdict unsupported without a reason";
    if (!device.lacks || !lacks_types_alone(kind_of(wanted).child)) return "";
    const std::optional<std::string> lack = device.lacks(wanted.front_end, wanted.format);
    if (!lack) return "the verdict unsupported, and the device can be asked by its own description";
    return why == *lack ? "" : "the verdict unsupported for another reason than its description has";
  }
  if (found.contains("error")) return found.at("error").get<std::string>().empty() ? "an error without a reason" : "";
  const Json& against = found.at(std::string(kind_of(wanted).against));
  if (!against.is_array()) return "a list of objections that is none";
  const auto wrong = found.find("wrong");
  const bool is_wrong = wrong != found.end() && count_from(*wrong) > 0;
  return is_wrong && against.empty() ? wrong->dump() + " wrong under the verdict pass" : "";
}

// Makes a case's result from its findings. Throws Json::exception or std::invalid_argument where these are malformed.
Json found_result(const std::string& case_name, const Json& found, const MeasuredCase& wanted, const DeviceFacts& device) {
  if (const std::string why = objection_to_found(found, wanted, device); !why.empty()) throw std::invalid_argument(why);
  if (found.contains("unsupported")) return line(case_name, CaseVerdict::unsupported, found.at("unsupported"));
  if (found.contains("error")) {
    // The language requires that the program compiles, so a build error is a failure; the log has the details.
    const bool is_wrong = found.value("does_not_build", false);
    Json result = line(case_name, is_wrong ? CaseVerdict::fail : CaseVerdict::resource_error, found.at("error"));
    if (found.contains("log")) result["log"] = found.at("log").get<std::string>();
    return result;
  }
  const MeasuredKind& kind = kind_of(wanted);
  const Json& against = found.at(std::string(kind.against));
  const bool is_told = against.empty() && found.contains(std::string(kind.told));
  Json result = line(case_name, against.empty() ? CaseVerdict::pass : CaseVerdict::fail,
                     joined(is_told ? found.at(std::string(kind.told)) : against));
  result[std::string(kind.member)] = found;
  return result;
}

Json answered_result(const std::string& case_name, const Json& answer, const DeviceFacts& device) {
  const MeasuredCase wanted = measured_named(case_name);
  const std::string error = answer.value("error", "");
  if (!error.empty()) return line(case_name, CaseVerdict::resource_error, error);
  for (const Json& found : answer.value(std::string(kind_of(wanted).member), Json::array())) {
    if (found.value("format", "") != info(wanted.format).name) continue;
    if (found.value("width", wanted.width) != wanted.width) continue;
    return found_result(case_name, found, wanted, device);
  }
  throw std::invalid_argument("it has nothing of this case");
}

}  // namespace

std::vector<std::string> measured_cases(std::span<const Glob> globs, const OpenFrontEnds& open) {
  std::vector<std::string> chosen;
  for (const MeasuredCase& c : all_measured_cases()) {
    if (is_chosen(globs, open, c.front_end, name(c))) chosen.push_back(name(c));
  }
  return chosen;
}

Json measured_result(const std::string& case_name, const ChildAnswer& measured, const DeviceFacts& device) {
  if (measured.answer.is_null()) {
    Json result = line(case_name, verdict_of_misfortune(measured), measured.misfortune);
    if (!measured.ended.is_null()) result["ended"] = measured.ended;
    return result;
  }
  const auto incredible = [&](const std::string& why) {
    return line(case_name, CaseVerdict::harness_error, "the child's report is not credible: " + why);
  };
  try {
    return answered_result(case_name, measured.answer, device);
  } catch (const Json::exception& e) {
    return incredible(in_words(e));
  } catch (const std::invalid_argument& e) {
    return incredible(e.what());
  }
}

}  // namespace classay
