#include "harness/process/run_delay.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace classay {

template <class Take>
void RunDelay::look(Take take) {
  std::map<std::uint64_t, Times> now;
  std::error_code unknown;  // a process or thread that has ended does not wait
  using Tasks = std::filesystem::directory_iterator;
  for (auto task = Tasks("/proc/" + std::to_string(process_) + "/task", unknown); !unknown && task != Tasks();
       task.increment(unknown)) {
    const std::string name = task->path().filename().string();
    std::uint64_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    Times times;
    if (!(std::ifstream(task->path() / "schedstat") >> times.ran >> times.waited)) continue;
    const Times before = threads_[thread];
    take(times.ran - std::min(times.ran, before.ran), times.waited - std::min(times.waited, before.waited));
    now[thread] = times;
  }
  threads_ = std::move(now);
}

std::chrono::nanoseconds RunDelay::since_last() {
  std::uint64_t most = 0;
  look([&](std::uint64_t, std::uint64_t waited) { most = std::max(most, waited); });
  return std::chrono::nanoseconds(most);
}

RunDelay::Shares RunDelay::shares_since_last() {
  Shares all;
  look([&](std::uint64_t ran, std::uint64_t waited) {
    all.ran += std::chrono::nanoseconds(ran);
    all.waited += std::chrono::nanoseconds(waited);
  });
  return all;
}

}  // namespace classay
