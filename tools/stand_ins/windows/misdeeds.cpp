// clang-format off
#include <windows.h>
// clang-format on
#include <io.h>

#include <array>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "harness/process/page.h"
#include "tools/stand_ins/misdeeds_of_system.h"

namespace classay::tests {
namespace {

constexpr int kMost = 256;  // descriptors that are looked at

// The memory that the parent of this process shares with it. It begins with the mark of a page.
std::span<char> record() {
  MEMORY_BASIC_INFORMATION about{};
  for (const char* at = nullptr; ::VirtualQuery(at, &about, sizeof about) != 0; at += about.RegionSize) {
    at = static_cast<const char*>(about.BaseAddress);
    if (about.Type != MEM_MAPPED || about.Protect != PAGE_READWRITE || about.RegionSize < sizeof(ending::Page)) continue;
    std::uint64_t mark = 0;
    std::memcpy(&mark, at, sizeof mark);
    if (mark == ending::Page::kMagic) return {static_cast<char*>(about.BaseAddress), about.RegionSize};
  }
  return {};
}

}  // namespace

void made(int /*value*/) {
  constexpr std::array<unsigned char, 2> kIllegal{0x0f, 0x0b};
  void* const code = ::VirtualAlloc(nullptr, 4096, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
  if (code == nullptr) return;
  std::memcpy(code, kIllegal.data(), kIllegal.size());
  reinterpret_cast<void (*)()>(code)();  // NOLINT: it is code
}

// Windows has no limit on the address space of a process, so a job limits its committed memory.
void use_up_memory(int /*value*/) noexcept {
  HANDLE const job = ::CreateJobObjectW(nullptr, nullptr);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
  limits.ProcessMemoryLimit = SIZE_T{256} << 20;
  ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  ::AssignProcessToJobObject(job, ::GetCurrentProcess());
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
}

void truncate_files(int /*value*/) {
  for (int fd = 0; fd < kMost; ++fd) static_cast<void>(::_chsize(fd, 0));
  std::abort();
}

void overwrite_record(int value) {
  const std::span<char> all = record();
  if (!all.empty()) std::memset(all.data(), value == 0 ? 0xff : value, all.size());
  std::abort();
}

void unmap_record(int /*value*/) {
  const std::span<char> all = record();
  if (!all.empty()) ::UnmapViewOfFile(all.data());
}

// A pipe of Windows is set to return at once by PIPE_NOWAIT.
void set_nonblocking(int /*value*/) {
  DWORD mode = PIPE_READMODE_BYTE | PIPE_NOWAIT;
  for (int fd = 0; fd < kMost; ++fd) {
    const std::intptr_t handle = ::_get_osfhandle(fd);
    if (handle != -1)
      ::SetNamedPipeHandleState(reinterpret_cast<HANDLE>(handle), &mode, nullptr, nullptr);  // NOLINT: a handle
  }
}

void leak(int value) {
  const std::size_t size = static_cast<std::size_t>(value) << 20;
  void* const some = ::VirtualAlloc(nullptr, size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
  if (some != nullptr) std::memset(some, 1, size);
}

void close_all(int /*value*/) {
  for (int descriptor = 3; descriptor < kMost; ++descriptor) ::_close(descriptor);
}

void replace(int value) {
  const int other = ::_open("NUL", 0);
  ::_dup2(other, value);
  ::_close(other);
}

void trap(int /*value*/) {
  unsigned now = 0;
  ::_controlfp_s(&now, _MCW_EM & ~unsigned{_EM_ZERODIVIDE | _EM_INVALID | _EM_OVERFLOW}, _MCW_EM);
}

// The pipes above standard error are all open for writing.
void close_output(int /*value*/) {
  for (int descriptor = 3; descriptor < kMost; ++descriptor) {
    const std::intptr_t handle = ::_get_osfhandle(descriptor);
    if (handle != -1 && ::GetFileType(reinterpret_cast<HANDLE>(handle)) == FILE_TYPE_PIPE) ::_close(descriptor);  // NOLINT
  }
}

void end_thread(int /*value*/) { ::ExitThread(0); }

}  // namespace classay::tests
