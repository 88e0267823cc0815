// Decides when a worker has grown so much that a fresh process should take its place. Drivers may keep what each program
// took until their process ends, and a run builds thousands.
#pragma once

#include <cstdint>
#include <optional>

namespace classay {

// Returns how many bytes a worker may grow on a machine with `memory` bytes (0: unknown): a 32nd. The minimum is 128 MiB,
// since a fresh process costs as much as some small tasks. The maximum is 512 MiB, since there may be many workers.
std::uint64_t growth_allowed(std::uint64_t memory);

class MemoryGrowth {
 public:
  explicit MemoryGrowth(std::uint64_t memory) : allowed_(growth_allowed(memory)) {}
  // Called after each task with the bytes of memory that the process has. The first task has loaded everything that all
  // tasks need, so a later increase is growth.
  bool is_too_much(std::uint64_t resident);

 private:
  std::uint64_t allowed_;
  std::optional<std::uint64_t> first_;
};

}  // namespace classay
