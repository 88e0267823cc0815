// Children that are asked in their order, as many at a time as there may be workers, each before its answer is wanted: what
// one takes is the compiler's work, most of it on one core.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "harness/run/child_answer.h"

namespace classay {

// A child by its words, and the first case that it answers.
struct Question {
  std::string case_name;
  std::vector<std::string> child;
};

class AskedAhead {
 public:
  // Called by several threads at a time.
  using Ask = std::function<ChildAnswer(const Question&)>;

  AskedAhead(std::vector<Question> questions, int at_once, Ask ask);
  // Waits for those that are being asked; begins no other.
  ~AskedAhead();
  AskedAhead(const AskedAhead&) = delete;
  AskedAhead& operator=(const AskedAhead&) = delete;

  // Waits for it. Once for each child; throws what asking it threw.
  ChildAnswer of(const std::vector<std::string>& child);

 private:
  void work(const std::stop_token& stop);

  std::vector<Question> questions_;
  Ask ask_;
  std::vector<std::promise<ChildAnswer>> told_;
  std::atomic<std::size_t> next_ = 0;
  std::vector<std::jthread> threads_;  // end before what they ask with
};

}  // namespace classay
