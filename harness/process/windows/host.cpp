#include "harness/process/host.h"

#include <io.h>
#include <process.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <system_error>
#include <thread>

#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay {

namespace fs = std::filesystem;

// GetVersionEx reports the version that a program states in its manifest; RtlGetVersion reports the system's.
SystemName system_name() {
  std::array<wchar_t, MAX_COMPUTERNAME_LENGTH + 1> host{};
  auto size = static_cast<DWORD>(host.size());
  ::GetComputerNameW(host.data(), &size);
  RTL_OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  using GetVersion = LONG(WINAPI*)(RTL_OSVERSIONINFOW*);
  const HMODULE system = ::GetModuleHandleW(L"ntdll.dll");
  const auto get_version = reinterpret_cast<GetVersion>(
      reinterpret_cast<void*>(::GetProcAddress(system, "RtlGetVersion")));  // NOLINT: a function
  if (get_version != nullptr) get_version(&version);
  return {windows::utf8(host.data()),
          "Windows " + std::to_string(version.dwMajorVersion) + "." + std::to_string(version.dwMinorVersion) + "." +
              std::to_string(version.dwBuildNumber),
          "x86_64"};
}

std::uint64_t physical_memory() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  ::GlobalMemoryStatusEx(&memory);
  return memory.ullTotalPhys;
}

unsigned cores() { return std::max(1U, std::thread::hardware_concurrency()); }

// The arguments of main are in the code page of the system, which lacks letters.
std::vector<std::string> arguments_of(int /*argc*/, char** /*argv*/) {
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> all;
  for (int i = 1; i < count; ++i) all.push_back(windows::utf8(words[i]));
  ::LocalFree(static_cast<void*>(words));
  return all;
}

void set_variable(const char* name, const std::string& value) { ::_putenv_s(name, value.c_str()); }

int own_process() { return ::_getpid(); }

void end_process(int code) { ::_exit(code); }

fs::path new_temporary_folder(const std::string& prefix) {
  static std::atomic<unsigned> number = 0;
  for (;;) {
    fs::path folder = fs::temp_directory_path() / (prefix + std::to_string(own_process()) + "-" + std::to_string(++number));
    std::error_code error;
    if (fs::create_directory(folder, error)) return folder;
    if (error) throw std::system_error(error, folder.string());
  }
}

std::string user_name() {
  std::array<wchar_t, UNLEN + 1> name{};
  auto size = static_cast<DWORD>(name.size());
  return ::GetUserNameW(name.data(), &size) != 0 ? windows::utf8(name.data()) : "USER";
}

std::vector<std::string> groups_to_come(const std::string& /*user*/, const std::vector<std::string>& /*groups*/) {
  return {};
}

bool is_executable(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

Access access_to(const fs::path& file) {
  constexpr int kToReadAndWrite = 6;
  return {.is_granted = ::_waccess(file.c_str(), kToReadAndWrite) == 0, .group = ""};
}

// Windows does not count the time that a thread waits for a processor.
std::chrono::nanoseconds RunDelay::since_last() { return {}; }

RunDelay::Shares RunDelay::shares_since_last() { return {}; }

}  // namespace classay
