#include "harness/process/system.h"

#include "harness/process/host.h"
#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay::ending {

std::uint64_t resident_memory() {
  PROCESS_MEMORY_COUNTERS counters{};
  counters.cb = sizeof counters;
  return ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof counters) != 0 ? counters.WorkingSetSize : 0;
}

std::uint64_t machine_memory() { return physical_memory(); }

// Windows has no counterpart of these states.
bool is_stopped(int /*pid*/) { return false; }
std::uint64_t killed_for_memory() { return 0; }

std::string full_disk_among(const std::vector<std::string>& folders) {
  constexpr std::uint64_t kRoom = std::uint64_t{128} << 10;  // space that a compiler needs for its files of a kernel
  for (const std::string& folder : folders) {
    ULARGE_INTEGER free{};
    ULARGE_INTEGER total{};
    if (folder.empty() || ::GetDiskFreeSpaceExW(windows::wide(folder).c_str(), &free, &total, nullptr) == 0) continue;
    if (total.QuadPart > 0 && free.QuadPart < kRoom) return folder;
  }
  return "";
}

std::string full_disk() {
  std::error_code error;
  return full_disk_among({std::filesystem::temp_directory_path(error).string()});
}

}  // namespace classay::ending
