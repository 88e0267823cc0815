// What a child writes of itself where its supervisor finds it when the child has ended, however it did: a page of memory
// that both share. The child finds it at a descriptor of a fixed number. Plain data, and believed as little as all that a
// driver may have written over.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace classay::ending {

// Where a child finds its page.
inline constexpr int kDescriptor = 3;

enum class Kind : std::uint8_t {
  none,
  signal,
  exit,
  thread,      // the driver ended the thread that called it
  descriptor,  // the driver closed a descriptor of the child's, or put another file in its place
};

struct Page {
  static constexpr std::uint64_t kMagic = 0x3167'6e69'646e'65ULL;  // "ending1"
  static constexpr std::size_t kName = 64;
  static constexpr std::size_t kFrames = 64;
  static constexpr std::size_t kWords = 256;
  static constexpr std::size_t kMaps = std::size_t{512} << 10;
  using Name = std::array<char, kName>;

  std::uint64_t magic;

  std::atomic<std::uint32_t> is_watching;      // the child has come as far as to write here
  std::atomic<std::uint32_t> means_to_end;     // its end is by intention
  std::atomic<std::uint32_t> calls_under_way;  // of the driver
  std::atomic<std::int32_t> launches_in_flight;
  Name call;    // of the driver: the last one
  Name kernel;  // that it was about, where it was about one

  std::atomic<Kind> kind;               // of the end that was seen; the first one to come is
  std::atomic<std::int32_t> noted_by;   // the thread that writes what follows
  std::atomic<std::uint32_t> is_noted;  // all of it
  std::int32_t signal;
  std::int32_t code;        // si_code, or the status of an exit
  std::int32_t sender;      // a process, where one sent the signal
  std::int32_t descriptor;  // that is not what it was
  std::uint32_t no_memory;  // there was none to be had then
  std::uint64_t address;
  std::uint64_t at;  // where the program was
  std::uint32_t frames_known;
  std::array<std::uint64_t, kFrames> frames;  // return addresses, the newest first
  std::uint32_t words_known;
  std::array<std::uint64_t, kWords> words;  // of the stack, as they lie there
  std::uint64_t own_address;                // of the program's code
  std::uint64_t driver_address;             // of a driver that was there from the beginning; 0: there was none
  std::array<char, kMaps> maps_before;      // /proc/self/maps before a driver was loaded, and at the end
  std::array<char, kMaps> maps_then;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace classay::ending
