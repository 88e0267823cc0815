// A range in equal parts, one to a thread. A batch is judged in less than a millisecond: the threads stay from run to run.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "harness/judging/background_task.h"

namespace classay {

class Parallel {
 public:
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  // So many threads at a time, the caller's among them. The others start when they are needed first.
  explicit Parallel(unsigned threads) : threads_(threads) {}

  // Calls work(begin, end) for equal parts of [0, count), none of which is smaller than `fewest` unless it is the only one,
  // and hands on an exception when all are done. One caller at a time; `work` does not call it again.
  void run(std::size_t count, std::size_t fewest, const Work& work);

 private:
  unsigned threads_;
  std::vector<std::unique_ptr<BackgroundTask>> others_;
};

}  // namespace classay
