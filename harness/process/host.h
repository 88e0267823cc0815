// This machine, this process, and its user.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace classay {

struct SystemName {
  std::string host;
  std::string system;   // name and release
  std::string machine;  // "x86_64"
};
SystemName system_name();

std::uint64_t physical_memory();  // bytes

unsigned cores();  // at least 1

// The variable that limits the threads on which a worker judges.
inline constexpr const char* kJudgingThreads = "CLASSAY_JUDGING_THREADS";

// The arguments of this process in UTF-8, without its name.
std::vector<std::string> arguments_of(int argc, char** argv);

// Sets a variable of this process and its children. Precondition: no other thread reads the environment.
void set_variable(const char* name, const std::string& value);

int own_process();
[[noreturn]] void end_process(int code);  // without destructors, as a driver's may crash

// Makes a folder with a new name among the temporary files. Throws std::system_error.
std::filesystem::path new_temporary_folder(const std::string& prefix);

std::string user_name();  // "USER" if unknown

// Returns which of these groups the user belongs to, but not yet in this login.
std::vector<std::string> groups_to_come(const std::string& user, const std::vector<std::string>& groups);

bool is_executable(const std::filesystem::path& file);

// Permission to read and write a file.
struct Access {
  bool is_granted = false;  // to this process
  std::string group;        // empty: unknown
  bool group_has_it = false;
};
Access access_to(const std::filesystem::path& file);

// Measures how long a process was ready to run but had no processor. A busy machine causes this time, not the process.
class RunDelay {
 public:
  explicit RunDelay(int process) : process_(process) {}

  // Returns the longest wait of any thread since the last call. A new thread counts from its start. Zero if the kernel does
  // not count (/proc/PID/task/TID/schedstat: time on a processor, time in its queue).
  std::chrono::nanoseconds since_last();

  // Sums over all threads since the last call: time on a processor, and time ready without one. Threads that ended in
  // between are left out.
  struct Shares {
    std::chrono::nanoseconds ran{};
    std::chrono::nanoseconds waited{};
  };
  Shares shares_since_last();

 private:
  struct Times {
    std::uint64_t ran = 0;
    std::uint64_t waited = 0;
  };
  // Calls `take` with each thread's time on a processor and in the queue since the last call.
  template <class Take>
  void look(Take take);

  int process_;
  std::map<std::uint64_t, Times> threads_;  // totals
};

}  // namespace classay
