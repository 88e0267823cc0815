#include "harness/process/host.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

namespace classay {

namespace fs = std::filesystem;

SystemName system_name() {
  utsname u{};
  ::uname(&u);
  return {u.nodename, std::string(u.sysname) + " " + u.release, u.machine};
}

std::uint64_t physical_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

unsigned cores() { return std::max(1U, std::thread::hardware_concurrency()); }

std::vector<std::string> arguments_of(int argc, char** argv) { return {argv + 1, argv + argc}; }

void set_variable(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

int own_process() { return ::getpid(); }

void end_process(int code) { ::_exit(code); }

fs::path new_temporary_folder(const std::string& prefix) {
  std::string name = (fs::temp_directory_path() / (prefix + "XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  return name;
}

std::string user_name() {
  const passwd* const found = ::getpwuid(::geteuid());  // NOLINT(concurrency-mt-unsafe): there is one thread
  return found == nullptr ? "USER" : found->pw_name;
}

std::vector<std::string> groups_to_come(const std::string& user, const std::vector<std::string>& groups) {
  std::array<gid_t, 256> have{};
  const int count = ::getgroups(static_cast<int>(have.size()), have.data());
  std::vector<std::string> all;
  for (const std::string& name : groups) {
    const group* const found = ::getgrnam(name.c_str());  // NOLINT(concurrency-mt-unsafe): there is one thread
    if (found == nullptr || count < 0) continue;
    const bool has_it = std::find(have.begin(), have.begin() + count, found->gr_gid) != have.begin() + count;
    for (char** member = found->gr_mem; !has_it && *member != nullptr; ++member) {
      if (user == *member) all.push_back(name);
    }
  }
  return all;
}

bool is_executable(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

Access access_to(const fs::path& file) {
  Access access{.is_granted = ::access(file.c_str(), R_OK | W_OK) == 0};
  struct stat about {};
  if (::stat(file.c_str(), &about) != 0) return access;
  const group* const found = ::getgrgid(about.st_gid);  // NOLINT(concurrency-mt-unsafe): there is one thread
  access.group = found == nullptr ? std::to_string(about.st_gid) : found->gr_name;
  access.group_has_it = (about.st_mode & (S_IRGRP | S_IWGRP)) == (S_IRGRP | S_IWGRP);
  return access;
}

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
