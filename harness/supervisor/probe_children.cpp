#include "harness/supervisor/probe_children.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

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

}  // namespace classay
