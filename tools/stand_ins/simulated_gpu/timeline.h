// Defines the clock of a simulated GPU: every command has a start and an end in simulated seconds, and no real time counts.
// The GPU runs kernels, copies to the host and copies from the host at the same time, each kind one after the other. The
// driver (driver.cpp) and the test that loads it share one object.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace classay::simulated_gpu {

struct Figures {
  double results_per_second = 500e9;           // by kernels
  double bytes_per_second = 25e9;              // on the bus, in each direction
  double pageable_bytes_per_second = 6e9;      // on the bus, if the host's memory is not pinned
  double memory_bytes_per_second = 2e12;       // in the GPU, for fills and digests
  double command_seconds = 5e-6;               // from the start of a command to its first byte or result
  double call_seconds = 2e-6;                  // a driver call on the host
  double wake_seconds = 20e-6;                 // from the end of a command to the return of the call that waits for it
  double watchdog_seconds = 0;                 // a longer kernel loses the device; 0: no limit
  std::uint64_t largest_allocation = 1 << 26;  // bytes, which limit the size of launches
};

enum class Engine : std::uint8_t { kernels, to_host, from_host };

struct Span {
  double start = 0;
  double end = 0;
};

struct Timeline {
  Figures figures;
  double now = 0;                // the host thread's time
  std::array<double, 3> free{};  // when the last command of an engine ends
  std::array<double, 3> busy{};  // seconds of commands of an engine
  double longest_kernel = 0;     // seconds
  std::uint64_t kernels = 0;     // number of kernels
  std::uint64_t bytes_read = 0;  // copied to the host
  std::uint64_t hazards = 0;     // commands that use a buffer while another command still writes or reads it
  bool is_lost = false;

  // Runs a command after `ready`, and after the engine's commands before it.
  Span run(Engine engine, double ready, double seconds) {
    const auto e = static_cast<std::size_t>(engine);
    Span span{.start = std::max({now, ready, free.at(e)})};
    span.end = span.start + figures.command_seconds + seconds;
    free.at(e) = span.end;
    busy.at(e) += span.end - span.start;
    return span;
  }
  void call() { now += figures.call_seconds; }
  // The host's thread sleeps until a command has ended.
  void wait(double end) {
    if (end > now) now = end + figures.wake_seconds;
  }
  double busy_of(Engine engine) const { return busy.at(static_cast<std::size_t>(engine)); }
  double share(Engine engine) const { return busy_of(engine) / now; }
};

// Exported by the driver under this name.
inline constexpr const char* kTimeline = "simulated_gpu_timeline";
using TimelineOf = Timeline*();

}  // namespace classay::simulated_gpu
