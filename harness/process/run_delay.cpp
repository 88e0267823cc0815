#include "harness/process/run_delay.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace classay {

std::chrono::nanoseconds RunDelay::since_last() {
  namespace fs = std::filesystem;
  std::map<std::uint64_t, std::uint64_t> now;
  std::uint64_t most = 0;
  std::error_code unknown;  // a process or thread that has ended waits for nothing
  for (auto task = fs::directory_iterator("/proc/" + std::to_string(process_) + "/task", unknown);
       !unknown && task != fs::directory_iterator(); task.increment(unknown)) {
    const std::string name = task->path().filename().string();
    std::uint64_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    std::uint64_t ran = 0;
    std::uint64_t waited = 0;
    if (!(std::ifstream(task->path() / "schedstat") >> ran >> waited)) continue;
    const auto before = waited_.find(thread);
    const std::uint64_t earlier = before == waited_.end() ? 0 : before->second;
    most = std::max(most, waited - std::min(waited, earlier));
    now[thread] = waited;
  }
  waited_ = std::move(now);
  return std::chrono::nanoseconds(most);
}

}  // namespace classay
