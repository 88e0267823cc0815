#include "harness/ending/system.h"

#include <sys/statvfs.h>

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace classay::ending {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// "0::/user.slice/a.scope" of version 2, "9:memory:/a" of version 1.
std::string behind(const std::string& text, const std::string& head) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(head);
    if (at != std::string::npos) return line.substr(at + head.size());
  }
  return "";
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::uint64_t number_behind(std::string_view text, std::string_view word) {
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ') continue;
    std::uint64_t number = 0;
    std::from_chars(line.data() + word.size() + 1, line.data() + line.size(), number);
    return number;
  }
  return 0;
}

std::uint64_t killed_for_memory() {
  constexpr std::string_view kWord = "oom_kill";
  const std::string groups = content_of("/proc/self/cgroup");
  std::string told = content_of("/sys/fs/cgroup" + behind(groups, "0::") + "/memory.events");
  if (told.empty()) told = content_of("/sys/fs/cgroup/memory" + behind(groups, ":memory:") + "/memory.oom_control");
  if (told.find(kWord) == std::string::npos) told = content_of("/proc/vmstat");
  return number_behind(told, kWord);
}

std::string full_disk_among(const std::vector<std::string>& folders) {
  constexpr std::uint64_t kRoom = std::uint64_t{128} << 10;  // for what a compiler writes of a kernel
  for (const std::string& folder : folders) {
    struct statvfs disk {};
    if (folder.empty() || ::statvfs(folder.c_str(), &disk) != 0) continue;
    const bool is_written_to = disk.f_blocks > 0 && (disk.f_flag & ST_RDONLY) == 0;
    if (is_written_to && std::uint64_t{disk.f_bavail} * disk.f_frsize < kRoom) return folder;
  }
  return "";
}

std::string full_disk() {
  const std::string temporary = variable("TMPDIR");
  return full_disk_among({temporary.empty() ? "/tmp" : temporary, "/dev/shm", variable("POCL_CACHE_DIR"),
                          variable("XDG_CACHE_HOME"), variable("HOME")});
}

}  // namespace classay::ending
