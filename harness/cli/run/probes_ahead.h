// Runs probe children in order, as many at a time as there may be workers, before their results are needed. Most of a
// child's time is compilation, most of it on one core.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "harness/supervisor/probe_children.h"

namespace classay {

class ProbesAhead {
 public:
  using Cases = std::vector<std::string>;  // of one child
  // Runs cases and reports each. Several threads call it at a time.
  using Run = std::function<void(const Cases& cases, const ReportProbe& report)>;

  ProbesAhead(std::vector<Cases> children, int at_once, Run run);
  // Waits for running children and starts no others.
  ~ProbesAhead();
  ProbesAhead(const ProbesAhead&) = delete;
  ProbesAhead& operator=(const ProbesAhead&) = delete;

  // Waits until the case is reported. Call once per case; rethrows the exception of `run`.
  ChildAnswer of(const std::string& case_name);

 private:
  void work(const std::stop_token& stop);
  void run(const Cases& cases);

  std::vector<Cases> children_;
  Run run_;
  std::map<std::string, std::promise<ChildAnswer>> reports_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;  // end before the members that they use
};

}  // namespace classay
