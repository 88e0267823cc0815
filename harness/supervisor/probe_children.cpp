#include "harness/supervisor/probe_children.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>

#include "harness/journal/case_result.h"
#include "harness/journal/probe_kinds.h"
#include "harness/journal/unit.h"

namespace classay {
namespace {

using std::chrono::milliseconds;

class Runner {
 public:
  Runner(std::vector<std::string> cases, const ProbeChildren& children, const ReportProbe& report)
      : left_(std::move(cases)), children_(children), report_(report) {}

  void run() {
    while (!left_.empty()) {
      const std::size_t before = left_.size();
      const ChildAnswer end = run_child();
      if (left_.empty()) return;
      const bool is_fruitful = left_.size() < before;
      if (end.is_lost && wait_for_connection(is_fruitful)) continue;
      if (end.is_lost || is_final(end) || children_.is_stopped()) return report_rest(end);
      report_next(end);
      if (is_hopeless(end, is_fruitful)) return report_rest(not_run(end));
    }
  }

 private:
  // Reports findings until the child ends; returns its end.
  ChildAnswer run_child() {
    milliseconds patience = children_.patience();
    if (patience.count() == 0) return out_of_time();
    AnsweringChild child(children_.child(left_), patience);
    for (; !left_.empty(); patience = children_.patience()) {
      if (patience.count() == 0) return out_of_time();
      ChildAnswer answer = child.next({"case", "error"}, patience);
      if (answer.answer == nullptr || !answer.answer->contains("case")) return answer;
      if (answer.answer->at("case") != left_.front()) return not_credible(answer.answer->at("case"));
      report_next(answer);
    }
    return {};
  }

  static ChildAnswer out_of_time() { return {.answer = {}, .misfortune = "the time budget is spent", .timed_out = true}; }

  ChildAnswer not_credible(const Json& case_name) const {
    return {
        .answer = {},
        .misfortune = "the child's report is not credible: it is about " + shortened(case_name) + ", not " + left_.front(),
        .blame = Blame::ours};
  }

  // The device cannot be opened, or the time is used up.
  bool is_final(const ChildAnswer& end) const {
    return end.answer != nullptr || (end.timed_out && children_.patience().count() == 0);
  }

  // Returns false if no pause is left. A lost connection proves nothing about the device.
  bool wait_for_connection(bool is_fruitful) {
    if (is_fruitful) pauses_ = 0;
    if (pauses_ == children_.pauses.size()) return false;
    const auto end = ChildProcess::Clock::now() + children_.pauses[pauses_++];
    while (ChildProcess::Clock::now() < end && !children_.is_stopped()) std::this_thread::sleep_for(milliseconds(50));
    return !children_.is_stopped();
  }

  // Returns the end of a case that did not run. The evidence stays with the cases that ran.
  static ChildAnswer not_run(ChildAnswer end) {
    end.misfortune = "not run, because the cases before it ended like this: " + end.misfortune;
    end.ended = nullptr;
    return end;
  }

  bool is_hopeless(const ChildAnswer& end, bool is_fruitful) {
    crashes_ = is_fruitful ? 0 : crashes_ + 1;
    hangs_ = is_fruitful || !end.timed_out ? 0 : hangs_ + 1;
    return crashes_ >= kMaxCrashes || hangs_ >= kMaxHangs;
  }

  void report_next(const ChildAnswer& answer) {
    report_(left_.front(), answer);
    left_.erase(left_.begin());
  }
  void report_rest(const ChildAnswer& answer) {
    while (!left_.empty()) report_next(answer);
  }

  std::vector<std::string> left_;
  const ProbeChildren& children_;
  const ReportProbe& report_;
  std::size_t pauses_ = 0;
  int crashes_ = 0;  // children in a row that reported nothing
  int hangs_ = 0;
};

}  // namespace

void run_probe_children(std::vector<std::string> cases, const ProbeChildren& children, const ReportProbe& report) {
  Runner(std::move(cases), children, report).run();
}

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
