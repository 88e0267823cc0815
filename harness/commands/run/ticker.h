// Does something every so often, in a thread of its own, until it is gone.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace classay {

class Ticker {
 public:
  Ticker(std::chrono::milliseconds period, std::function<void()> tick)
      : thread_([this, period, tick = std::move(tick)](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, stop, period, [&] { return stop.stop_requested(); })) tick();
        }) {}
  // Not inline: GCC 14 sees an uninitialised thread in an optional Ticker where it has both, and is wrong.
  [[gnu::noinline]] ~Ticker() {}  // NOLINT(modernize-use-equals-default)
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // ends before what it waits with
};

}  // namespace classay
