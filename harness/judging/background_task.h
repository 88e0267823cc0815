// Work that goes on in another thread while its owner does something else. The thread stays: what is done so is over in
// less than a millisecond, which is too little to start a thread for.
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
  ~BackgroundTask();  // waits; what the work threw is lost

  // Precondition: nothing is going on, or finish() has been called since.
  void start(Work work);
  // Waits for what was started, if anything was, and hands on its exception. What it wrote can be read then.
  void finish();

 private:
  void serve();

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable done_;
  Work work_;  // empty: nothing is going on
  bool is_over_ = false;
  std::exception_ptr exception_;
};

}  // namespace classay
