#include "harness/supervisor/probe_results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/unit.h"

namespace classay {
namespace {

// The verdict for a child that ended without a finding.
CaseVerdict verdict_without_finding(const ChildAnswer& end) {
  return end.timed_out ? CaseVerdict::timeout : verdict_for(end.blame);
}

// Returns why a finding is not credible; empty: it is.
std::string objection_to(const ProbeFinding& finding, const ProbeCase& c, const DeviceFacts& device) {
  if (finding.unsupported) {
    if (!device.lacks || kind_of(c).needs != Needs::type) return "";
    const std::optional<std::string> lack = device.lacks(c.front_end, c.format);
    if (!lack) return "the verdict unsupported, but the device's description supports the case";
    return *finding.unsupported == *lack ? "" : "the verdict unsupported for another reason than its description has";
  }
  const std::uint64_t wrong =
      finding.details && finding.details->contains("wrong") ? count_from(finding.details->at("wrong")) : 0;
  return wrong > 0 && finding.violations.empty() ? std::to_string(wrong) + " wrong under the verdict pass" : "";
}

// The finding as a field of the result.
Json recorded(const ProbeFinding& finding, const ProbeCase& c) {
  const FindingFields& fields = kind_of(c).fields;
  Json json{{"format", info(c.format).name}};
  if (fields.has_width) json["width"] = c.width;
  json[std::string(fields.violations)] = finding.violations;
  if (!fields.notes.empty() && !finding.notes.empty()) json[std::string(fields.notes)] = finding.notes;
  if (!finding.details) return json;
  for (const auto& [field, value] : finding.details->items()) {
    if (!json.contains(field)) json[field] = value;
  }
  return json;
}

CaseResult result_of(const std::string& case_name, const ProbeFinding& finding, const DeviceFacts& device) {
  const ProbeCase c = probe_case_named(case_name);
  if (const std::string why = objection_to(finding, c, device); !why.empty()) throw std::invalid_argument(why);
  CaseResult result{.case_name = case_name};
  if (finding.unsupported) {
    result.verdict = CaseVerdict::unsupported;
    result.reason = *finding.unsupported;
    return result;
  }
  if (finding.error) {
    // The language requires that the program compiles, so a build error is a failure; the log has the details.
    result.verdict = finding.does_not_build ? CaseVerdict::fail : CaseVerdict::resource_error;
    result.reason = *finding.error;
    if (!finding.log.empty()) result.log = finding.log;
    return result;
  }
  const FindingFields& fields = kind_of(c).fields;
  const bool passes = finding.violations.empty();
  const std::vector<std::string>& sentences = passes && !fields.notes.empty() ? finding.notes : finding.violations;
  result.verdict = passes ? CaseVerdict::pass : CaseVerdict::fail;
  result.reason = fmt::format("{}", fmt::join(sentences, "; "));
  result.others.emplace_back(fields.member, shared(recorded(finding, c)));
  return result;
}

}  // namespace

std::vector<std::string> chosen_probe_cases(std::span<const Glob> globs, const OpenFrontEnds& open) {
  std::vector<std::string> chosen;
  for (const ProbeCase& c : all_probe_cases()) {
    if (is_chosen(globs, open, c.front_end, name(c))) chosen.push_back(name(c));
  }
  return chosen;
}

CaseResult probe_result(const std::string& case_name, const ChildAnswer& report, const DeviceFacts& device) {
  CaseResult result{.case_name = case_name};
  if (report.answer == nullptr) {
    result.verdict = verdict_without_finding(report);
    result.reason = report.misfortune;
    result.ended = report.ended;
    return result;
  }
  const auto not_credible = [&](const std::string& why) {
    result.verdict = CaseVerdict::harness_error;
    result.reason = "the child's report is not credible: " + why;
    return result;
  };
  try {
    if (!report.answer->contains("case")) {
      result.verdict = CaseVerdict::resource_error;
      result.reason = report.answer->at("error").get<std::string>();
      return result;
    }
    return result_of(case_name, probe_finding_from(*report.answer), device);
  } catch (const Json::exception& e) {
    return not_credible(in_words(e));
  } catch (const std::invalid_argument& e) {
    return not_credible(e.what());
  }
}

}  // namespace classay
