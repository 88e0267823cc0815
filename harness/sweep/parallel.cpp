#include "harness/sweep/parallel.h"

#include <algorithm>

#include "reference/certified/thread_caches.h"

namespace classay {

Parallel::~Parallel() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  given_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Parallel::run(std::size_t count, std::size_t fewest, const Work& work) {
  const std::size_t parts = std::min<std::size_t>(threads_, (count + fewest - 1) / fewest);
  if (parts <= 1) return work(0, count);
  while (helpers_.size() + 1 < parts) helpers_.emplace_back(&Parallel::serve, this, helpers_.size() + 1);
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    parts_ = parts;
    left_ = parts - 1;
    ++number_;
    exception_ = nullptr;
  }
  given_.notify_all();
  do_part(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return left_ == 0; });
  if (exception_) std::rethrow_exception(exception_);
}

// Part 0 is the caller's.
void Parallel::serve(std::size_t part) {
  std::size_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      given_.wait(lock, [&] { return is_over_ || (number_ != seen && part < parts_ && left_ > 0); });
      if (is_over_) break;
      seen = number_;
    }
    do_part(part);
    const std::lock_guard lock(mutex_);
    if (--left_ == 0) done_.notify_one();
  }
  certified::free_thread_caches();
}

void Parallel::do_part(std::size_t part) {
  try {
    (*work_)(count_ * part / parts_, count_ * (part + 1) / parts_);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!exception_) exception_ = std::current_exception();
  }
}

}  // namespace classay
