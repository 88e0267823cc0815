#include "harness/worker/judging/background_task.h"

#include <utility>

#include "harness/process/watch.h"
#include "reference/certified/thread_caches.h"

namespace classay {

BackgroundTask::~BackgroundTask() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  given_.notify_one();
  thread_.join();
}

void BackgroundTask::start(Work work) {
  if (!thread_.joinable()) thread_ = std::thread(&BackgroundTask::serve, this);
  {
    const std::lock_guard lock(mutex_);
    work_ = std::move(work);
  }
  given_.notify_one();
}

void BackgroundTask::finish() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return !work_; });
  if (const std::exception_ptr thrown = std::exchange(exception_, nullptr)) std::rethrow_exception(thrown);
}

// Work that was started is done even if its owner is destroyed.
void BackgroundTask::serve() {
  const ending::AlternateStack stack;
  std::unique_lock lock(mutex_);
  for (;;) {
    given_.wait(lock, [this] { return is_over_ || work_; });
    if (!work_) break;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      work_();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    exception_ = thrown;
    work_ = nullptr;
    done_.notify_one();
  }
  certified::free_thread_caches();
}

}  // namespace classay
