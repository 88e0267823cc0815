// Holds the memory, the events and the command lists of one launch. Private to this folder.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/device/level_zero/memory.h"
#include "harness/device/level_zero/stream.h"

namespace classay::level_zero {

inline constexpr std::size_t kGuard = 4096;  // bytes in front of each output, a multiple of any pattern

// Events of one pool.
struct Events {
  OwnedPool pool;  // must outlive the events
  std::vector<OwnedEvent> all;
  // Makes at least this many. Precondition: no command will signal those that exist.
  void reserve(const Engine& engine, std::size_t count);
};

struct Slot {
  std::vector<Memory> outputs;  // a guard, then the kernel's part
  std::vector<Memory> inputs;
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  Memory reduced;                  // output of the reduction
  std::size_t reduced_bytes = 0;   // 0: the launch has none
  std::vector<std::size_t> used;   // for each output: the bytes that only the reduction reads
  std::string name;                // the kernel's
  std::uint64_t items = 0;
  std::size_t pieces = 0;
  Events pieces_done;
  Events ready;                  // one event: all outputs are visible to the host
  std::vector<OwnedList> lists;  // only with queued lists: one for each piece
};

// A part of an output.
struct Bytes {
  std::size_t first = 0;
  std::size_t count = 0;
};

// Returns the parts of an output that are read after a reduction: the guard, and the bytes beyond the used ones.
inline std::array<Bytes, 2> parts_read(const Slot& slot, std::size_t output) {
  const std::size_t used = slot.used.at(output);
  return {{{0, kGuard}, {kGuard + used, slot.bytes[output] - used}}};
}

}  // namespace classay::level_zero
