// Calls a function at intervals, in its own thread, until destroyed.
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
  // Not inline: GCC 14 warns wrongly about an uninitialised thread if it can inline the destructor into an optional Ticker.
  [[gnu::noinline]] ~Ticker() {}  // NOLINT(modernize-use-equals-default)
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // ends before the members that it waits with
};

}  // namespace classay
