// Runs work in another thread while its owner continues. The thread is kept: a piece of work takes less than a millisecond,
// which is too short to start a thread.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace classay {

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

}  // namespace classay
