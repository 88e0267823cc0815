#include "harness/process/system.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
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

// Control groups: "0::/user.slice/a.scope" in version 2, "9:memory:/a" in version 1.
std::string behind(const std::string& text, const std::string& head) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(head);
    if (at != std::string::npos) return line.substr(at + head.size());
  }
  return "";
}

// Returns the number at the start of a text; 0: none ("max").
std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Returns the smallest limit of a control group and its parents; 0: no limit.
std::uint64_t smallest_limit(const std::string& root, std::filesystem::path group, const std::string& file) {
  std::uint64_t smallest = 0;
  for (;; group = group.parent_path()) {
    const std::uint64_t limit = number_in(content_of(root + group.string() + "/" + file));
    if (limit != 0 && (smallest == 0 || limit < smallest)) smallest = limit;
    if (group.empty() || group == group.parent_path()) return smallest;
  }
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

std::uint64_t resident_memory() {
  const std::string pages = content_of("/proc/self/statm");
  const std::size_t second = pages.find(' ');
  if (second == std::string::npos) return 0;
  return number_in(std::string_view(pages).substr(second + 1)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t machine_memory() {
  const std::string groups = content_of("/proc/self/cgroup");
  const auto all =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::uint64_t smallest = all;
  for (const std::uint64_t limit :
       {smallest_limit("/sys/fs/cgroup", behind(groups, "0::"), "memory.max"),
        smallest_limit("/sys/fs/cgroup/memory", behind(groups, ":memory:"), "memory.limit_in_bytes")}) {
    if (limit != 0) smallest = std::min(smallest, limit);
  }
  return smallest;
}

// "42 (a name, which may contain brackets) T 1 ..."
bool is_stopped_by(std::string_view stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos || stat.size() < name_end + 3) return false;
  return stat[name_end + 2] == 'T' || stat[name_end + 2] == 't';
}

bool is_stopped(int pid) { return is_stopped_by(content_of("/proc/" + std::to_string(pid) + "/stat")); }

std::uint64_t killed_for_memory() {
  constexpr std::string_view kWord = "oom_kill";
  const std::string groups = content_of("/proc/self/cgroup");
  std::string told = content_of("/sys/fs/cgroup" + behind(groups, "0::") + "/memory.events");
  if (told.empty()) told = content_of("/sys/fs/cgroup/memory" + behind(groups, ":memory:") + "/memory.oom_control");
  if (told.find(kWord) == std::string::npos) told = content_of("/proc/vmstat");
  return number_behind(told, kWord);
}

std::string full_disk_among(const std::vector<std::string>& folders) {
  constexpr std::uint64_t kRoom = std::uint64_t{128} << 10;  // space that a compiler needs for its files of a kernel
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
