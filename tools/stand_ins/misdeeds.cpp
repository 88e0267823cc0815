#include "tools/stand_ins/misdeeds.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tools/stand_ins/misdeeds_of_system.h"

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

// Frees an address that malloc did not return; malloc detects it.
void free_wildly(int /*value*/) {
  alignas(16) static std::array<char, 64> block{};
  std::free(hidden(block.data() + 32));  // NOLINT: it is meant to be wrong
}

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

// Sets flush to zero, as libraries linked with -ffast-math do at loading.
void flush(int /*value*/) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);
#endif
}

void compute_in_single(int /*value*/) {
#if defined(__x86_64__)
  const std::uint16_t word = 0x007f;
  __asm__ volatile("fldcw %0" : : "m"(word));
#endif
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
    {"raise", [](int value) { std::raise(value); }},
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
    {"pthread-exit", end_thread},
    {"throw", [](int) { throw std::runtime_error("as told"); }},
    {"hang",
     [](int) {
       for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
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
