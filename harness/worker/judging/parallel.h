// Splits a range into equal parts, one per thread. A batch is judged in less than a millisecond, so the threads are kept.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "harness/worker/judging/background_task.h"

namespace classay {

class Parallel {
 public:
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  // `threads`: number of threads, including the caller's. The others start at the first use.
  explicit Parallel(unsigned threads) : threads_(threads) {}

  // Calls work(begin, end) for equal parts of [0, count), none smaller than `fewest` unless it is the only one. Rethrows an
  // exception when all are done. One caller at a time; `work` must not call run().
  void run(std::size_t count, std::size_t fewest, const Work& work);

 private:
  unsigned threads_;
  std::vector<std::unique_ptr<BackgroundTask>> others_;
};

}  // namespace classay
