#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "tools/stand_ins/misdeeds_of_system.h"

namespace classay::tests {
namespace {

bool is_record(std::string_view name) { return name.find("memfd:classay ending") != std::string_view::npos; }

// The memory that the parent of this process shares with it.
std::span<char> record() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (!is_record(line)) continue;
    char* end = nullptr;
    const std::uintptr_t first = std::strtoull(line.c_str(), &end, 16);
    const std::uintptr_t last = std::strtoull(end + 1, nullptr, 16);
    return {reinterpret_cast<char*>(first), last - first};  // NOLINT: an address
  }
  return {};
}

}  // namespace

// Runs an illegal instruction in code without a file.
void made(int /*value*/) {
  constexpr std::size_t kPage = 4096;
  void* const code = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return;
#if defined(__x86_64__)
  constexpr std::array<unsigned char, 2> kIllegal{0x0f, 0x0b};
#else
  constexpr std::array<unsigned char, 4> kIllegal{};
#endif
  std::memcpy(code, kIllegal.data(), kIllegal.size());
  __builtin___clear_cache(static_cast<char*>(code), static_cast<char*>(code) + kPage);
  reinterpret_cast<void (*)()>(code)();  // NOLINT: it is code
}

// Exhausts an address space limited to its current size. noexcept keeps the exception out of the program's own handlers.
void use_up_memory(int /*value*/) noexcept {
  const rlimit none{0, RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &none);
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
}

// Truncates every open file of this process, and the memory that its parent shares with it.
void truncate_files(int /*value*/) {
  constexpr int kMost = 256;
  for (int fd = 0; fd < kMost; ++fd) static_cast<void>(::ftruncate(fd, 0) + 0);
  std::error_code none;
  const std::string parents = "/proc/" + std::to_string(::getppid()) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(parents, none)) {
    if (is_record(std::filesystem::read_symlink(entry, none).string())) std::filesystem::resize_file(entry, 0, none);
  }
  std::abort();
}

void overwrite_record(int value) {
  std::ranges::fill(record(), static_cast<char>(value == 0 ? 0xff : value));
  std::abort();
}

void unmap_record(int /*value*/) {
  const std::span<char> all = record();
  if (!all.empty()) ::munmap(all.data(), all.size());
}

// Sets O_NONBLOCK on all files of this process, and so for all processes that share them.
void set_nonblocking(int /*value*/) {
  constexpr int kMost = 256;
  for (int fd = 0; fd < kMost; ++fd) {
    if (const int flags = ::fcntl(fd, F_GETFL); flags >= 0) ::fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  }
}

// Uses `value` MiB once and never frees them.
void leak(int value) {
  const std::size_t size = static_cast<std::size_t>(value) << 20;
  if (void* const some = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      some != MAP_FAILED)
    std::memset(some, 1, size);
}

void close_all(int /*value*/) {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) ::close(descriptor);
}

// Replaces a descriptor by a different file.
void replace(int value) {
  const int other = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(other, value);
  ::close(other);
}

// Only the three serious exceptions, because nearly every operation is inexact.
void trap(int /*value*/) { ::feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW); }

// Closes every pipe above standard error that is open for writing, including the worker's output.
void close_output(int /*value*/) {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) {
    struct stat file {};
    if (::fstat(descriptor, &file) == 0 && S_ISFIFO(file.st_mode) &&
        (::fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_WRONLY) {
      ::close(descriptor);
    }
  }
}

void end_thread(int /*value*/) { ::pthread_exit(nullptr); }

}  // namespace classay::tests
