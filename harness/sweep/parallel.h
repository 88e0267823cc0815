// Threads that stay: a batch is judged in less than a millisecond, which is too little to start threads for.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace classay {

class Parallel {
 public:
  using Work = std::function<void(std::size_t begin, std::size_t end)>;

  // So many threads at a time, the caller's among them. The others start when they are needed first.
  explicit Parallel(unsigned threads) : threads_(threads) {}
  Parallel(const Parallel&) = delete;
  Parallel& operator=(const Parallel&) = delete;
  ~Parallel();

  // Calls work(begin, end) for equal parts of [0, count), none of which is smaller than `fewest` unless it is the only one,
  // and hands on an exception when all are done. One caller at a time; `work` does not call it again.
  void run(std::size_t count, std::size_t fewest, const Work& work);

 private:
  void serve(std::size_t part);
  void do_part(std::size_t part);

  unsigned threads_;
  std::vector<std::thread> helpers_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::condition_variable done_;
  // Of the run that goes on.
  const Work* work_ = nullptr;
  std::size_t count_ = 0;
  std::size_t parts_ = 0;
  std::size_t left_ = 0;    // parts of helpers that are not done yet
  std::size_t number_ = 0;  // of runs so far
  bool is_over_ = false;
  std::exception_ptr exception_;
};

}  // namespace classay
