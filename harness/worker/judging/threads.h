// Threads that a judge keeps: one for work in the background, and several for parts of a range.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace classay {

// Runs work in another thread while its owner continues. The thread is kept: a piece of work takes less than a millisecond,
// which is too short to start a thread.
class BackgroundTask {
 public:
  using Work = std::function<void()>;

  BackgroundTask() = default;
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;
  ~BackgroundTask();  // waits; an exception of the work is lost

  // Precondition: nothing is running, or finish() has been called since.
  void start(Work work);
  // Waits for the work, if any was started, and rethrows its exception. The work's output can be read afterwards.
  void finish();

 private:
  void serve();

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable done_;
  Work work_;  // empty: nothing is running
  bool is_over_ = false;
  std::exception_ptr exception_;
};

// Splits a range into equal parts, one per thread. A batch is judged in less than a millisecond, so the threads are kept.
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
