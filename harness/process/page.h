// Defines the page of memory in which a child records its own end for its supervisor. The child finds it at a descriptor
// with a fixed number. The page is plain data and not trusted, because a driver may overwrite it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace classay::ending {

// The child's descriptor of its page.
inline constexpr int kDescriptor = 3;

enum class Kind : std::uint8_t {
  none,
  signal,
  exit,
  thread,      // the driver ended the thread that called it
  descriptor,  // the driver closed or replaced a descriptor of the child
};

struct Page {
  static constexpr std::uint64_t kMagic = 0x3167'6e69'646e'65ULL;  // "ending1"
  static constexpr std::size_t kName = 64;
  static constexpr std::size_t kFrames = 64;
  static constexpr std::size_t kWords = 256;
  static constexpr std::size_t kMaps = std::size_t{512} << 10;
  using Name = std::array<char, kName>;

  std::uint64_t magic;

  std::atomic<std::uint32_t> is_watching;      // the child has called watch()
  std::atomic<std::uint32_t> means_to_end;     // the end is intended
  std::atomic<std::uint32_t> calls_under_way;  // calls of the driver that have not returned
  std::atomic<std::int32_t> launches_in_flight;
  Name call;    // the driver's last function
  Name kernel;  // the kernel of that call, if any

  std::atomic<Kind> kind;               // kind of the first end
  std::atomic<std::int32_t> noted_by;   // thread that writes the members below
  std::atomic<std::uint32_t> is_noted;  // the note is complete
  std::int32_t signal;
  std::int32_t code;        // si_code, or the exit status
  std::int32_t sender;      // the process that sent the signal; 0: none
  std::int32_t descriptor;  // the closed or replaced descriptor
  std::uint32_t no_memory;  // no memory was available at the end
  std::uint64_t address;
  std::uint64_t at;  // program counter
  std::uint32_t frames_known;
  std::array<std::uint64_t, kFrames> frames;  // return addresses, newest first
  std::uint32_t words_known;
  std::array<std::uint64_t, kWords> words;  // stack contents, in memory order
  std::uint64_t own_address;                // an address in the program's code
  std::uint64_t driver_address;             // an address in a driver linked from the start; 0: none
  std::array<char, kMaps> maps_before;      // /proc/self/maps before a driver was loaded, and at the end
  std::array<char, kMaps> maps_then;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

// Holds the supervisor's side of a page: anonymous memory passed to a child. On POSIX the supervisor reads it
// through its descriptor and never maps it. If a driver truncates the memory, a process that reads a mapping of it ends
// (SIGBUS).
class SharedPage {
 public:
  SharedPage();  // without memory for the page, only the system's evidence remains
  ~SharedPage();
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;

  using Handle = std::intptr_t;              // a descriptor, or a handle of Windows
  Handle handle() const { return handle_; }  // not inherited by itself; -1: none
  bool exists() const { return exists_; }
  std::unique_ptr<const Page> copy() const { return copied_page(handle_); }

  // Returns a copy of the page behind a handle. Null: it is truncated, or a driver has overwritten its mark, which no
  // code of this program changes.
  static std::unique_ptr<const Page> copied_page(Handle handle);

 private:
  Handle handle_ = -1;
  bool exists_ = false;
};

}  // namespace classay::ending
