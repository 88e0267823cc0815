// Runs children in order, as many at a time as there may be workers, before their results are needed. Most of a child's time
// is compilation, most of it on one core.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "harness/supervisor/child_answer.h"

namespace classay {

// A child's command line, and the first case that it measures.
struct Question {
  std::string case_name;
  std::vector<std::string> child;
};

class AskedAhead {
 public:
  // Several threads call it at a time.
  using Ask = std::function<ChildAnswer(const Question&)>;

  AskedAhead(std::vector<Question> questions, int at_once, Ask ask);
  // Waits for running children and starts no others.
  ~AskedAhead();
  AskedAhead(const AskedAhead&) = delete;
  AskedAhead& operator=(const AskedAhead&) = delete;

  // Waits for the child's result. Call once per child; rethrows the exception of `ask`.
  ChildAnswer of(const std::vector<std::string>& child);

 private:
  void work(const std::stop_token& stop);

  std::vector<Question> questions_;
  Ask ask_;
  std::vector<std::promise<ChildAnswer>> told_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;  // end before the members that they use
};

}  // namespace classay
