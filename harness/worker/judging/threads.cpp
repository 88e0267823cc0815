#include "harness/worker/judging/threads.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "harness/process/watch.h"
#include "reference/certified/thread_caches.h"

namespace classay {

void Parallel::run(std::size_t count, std::size_t fewest, const Work& work) {
  const std::size_t parts = std::min<std::size_t>(threads_, (count + fewest - 1) / fewest);
  if (parts <= 1) return work(0, count);
  const auto do_part = [&](std::size_t part) { work(count * part / parts, count * (part + 1) / parts); };
  while (others_.size() + 1 < parts) others_.push_back(std::make_unique<BackgroundTask>());
  for (std::size_t part = 1; part < parts; ++part) others_[part - 1]->start([&do_part, part] { do_part(part); });
  // No part may outlive this call, even if one throws.
  std::exception_ptr exception;
  const auto keep_thrown = [&exception](const auto& what) {
    try {
      what();
    } catch (...) {
      if (!exception) exception = std::current_exception();
    }
  };
  keep_thrown([&] { do_part(0); });
  for (std::size_t part = 1; part < parts; ++part) keep_thrown([&] { others_[part - 1]->finish(); });
  if (exception) std::rethrow_exception(exception);
}

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
