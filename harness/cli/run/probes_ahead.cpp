#include "harness/cli/run/probes_ahead.h"

#include <set>

namespace classay {

ProbesAhead::ProbesAhead(std::vector<Cases> children, int at_once, Run run)
    : children_(std::move(children)), run_(std::move(run)) {
  for (const Cases& cases : children_) {
    for (const std::string& c : cases) reports_[c];
  }
  for (int i = 0; i < at_once; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
}

ProbesAhead::~ProbesAhead() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

ChildAnswer ProbesAhead::of(const std::string& case_name) { return reports_.at(case_name).get_future().get(); }

void ProbesAhead::work(const std::stop_token& stop) {
  for (std::size_t i = next_++; i < children_.size() && !stop.stop_requested(); i = next_++) run(children_[i]);
}

void ProbesAhead::run(const Cases& cases) {
  std::set<std::string> left(cases.begin(), cases.end());
  try {
    run_(cases, [&](const std::string& case_name, const ChildAnswer& answer) {
      if (left.erase(case_name) > 0) reports_.at(case_name).set_value(answer);
    });
  } catch (...) {
    for (const std::string& c : left) reports_.at(c).set_exception(std::current_exception());
  }
}

}  // namespace classay
