// This machine, this process, and its user.
#pragma once

#include <cstdint>
#include <filesystem>
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

}  // namespace classay
