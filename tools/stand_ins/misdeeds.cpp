#include "tools/stand_ins/misdeeds.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace classay::tests {
namespace {

using Deed = void (*)(int value);

template <class T>
T hidden(T value) {
  volatile T kept = value;
  return kept;
}

void crash(int /*value*/) { *hidden(reinterpret_cast<volatile int*>(0x10)) = 1; }  // NOLINT: it is meant to

void jump(int /*value*/) { hidden(reinterpret_cast<void (*)()>(0x20))(); }  // NOLINT: it is meant to

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

// Frees an address that malloc did not return; malloc detects it.
void free_wildly(int /*value*/) {
  alignas(16) static std::array<char, 64> block{};
  std::free(hidden(block.data() + 32));  // NOLINT: it is meant to be wrong
}

void raise_signal(int value) { std::raise(value); }

int deeper(volatile char* above, int depth) {
  std::array<volatile char, 4096> here{};
  here[0] = *above;
  if (hidden(depth) < 0) return 0;  // never
  return deeper(here.data(), depth + 1) + here[1];
}

void overflow(int /*value*/) {
  volatile char top = 0;
  deeper(&top, 0);
}

// Runs the misdeed in a thread without preparation.
void in_thread(Deed deed) { std::thread(deed, 0).join(); }

// Every thread ends the process, but none may do so before the first one is recorded.
void in_many_threads(Deed deed) {
  std::vector<std::jthread> all;
  for (int i = 0; i < 16; ++i) all.emplace_back(deed, 0);
}

// Exhausts an address space limited to its current size. noexcept keeps the exception out of the program's own handlers.
void use_up_memory(int /*value*/) noexcept {
  const rlimit none{0, RLIM_INFINITY};
  ::setrlimit(RLIMIT_AS, &none);
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
}

// Allocates until the system ends the process; requires a limit below 4 GiB.
void want_all_memory(int /*value*/) {
  std::vector<std::vector<char>> all;
  while (all.size() < 4096) all.emplace_back(std::size_t{1} << 20, 'x');
}

// Computes for `value` ms of processor time.
void compute(int value) {
  const auto spent = [] { return std::clock() * 1000 / CLOCKS_PER_SEC; };
  for (const auto begin = spent(); spent() - begin < value;) continue;
}

bool is_record(std::string_view name) { return name.find("memfd:classay ending") != std::string_view::npos; }

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

// Sets flush to zero, as libraries linked with -ffast-math do at loading.
void flush(int /*value*/) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#endif
}

// Only the three serious exceptions, because nearly every operation is inexact.
void trap(int /*value*/) { ::feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW); }

void compute_in_single(int /*value*/) {
#if defined(__x86_64__)
  const std::uint16_t word = 0x007f;
  __asm__ volatile("fldcw %0" : : "m"(word));
#endif
}

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

struct Row {
  std::string_view name;
  Deed deed;
};
constexpr auto kDeeds = std::to_array<Row>({
    {"crash", crash},
    {"jump", jump},
    {"made", made},
    {"free", free_wildly},
    {"abort", [](int) { std::abort(); }},
    {"abort-threads", [](int) { in_many_threads([](int) { std::abort(); }); }},
    {"exit", [](int value) { std::exit(value); }},  // NOLINT(concurrency-mt-unsafe): it is what some drivers do
    {"_exit", [](int value) { ::_exit(value); }},
    {"overflow", overflow},
    {"overflow-thread", [](int) { in_thread(overflow); }},
    {"thread", [](int) { in_thread(crash); }},
    {"memory", use_up_memory},
    {"all-memory", want_all_memory},
    {"raise", raise_signal},
    {"compute", compute},
    {"truncate", truncate_files},
    {"overwrite", overwrite_record},
    {"unmap", unmap_record},
    {"nonblock", set_nonblocking},
    {"leak", leak},
    {"close", [](int value) { ::close(value); }},
    {"close-all", close_all},
    {"close-output", close_output},
    {"replace", replace},
    {"flush", flush},
    {"round", [](int) { std::fesetround(FE_UPWARD); }},
    {"trap", trap},
    {"single", compute_in_single},
    {"pthread-exit", [](int) { ::pthread_exit(nullptr); }},
    {"throw", [](int) { throw std::runtime_error("as told"); }},
    {"hang",
     [](int) {
       for (;;) ::pause();
     }},
});

}  // namespace

bool is_misdeed(std::string_view name) { return std::ranges::find(kDeeds, name, &Row::name) != kDeeds.end(); }

bool misdeed(std::string_view name, int value) {
  const auto* const row = std::ranges::find(kDeeds, name, &Row::name);
  if (row == kDeeds.end()) return false;
  row->deed(value);
  return true;
}

}  // namespace classay::tests
