// Decides when a worker has grown so much that a fresh process should take its place. Drivers may keep what each program
// took until their process ends, and a run builds thousands.
#pragma once

#include <cstdint>
#include <optional>

namespace classay {

// How much a worker may grow where there are so many bytes of memory: a 32nd, but at least 128 MiB, since a fresh process
// costs as much as some small tasks, and at most 512 MiB, since there may be many workers. 0: nobody knows how many.
std::uint64_t growth_allowed(std::uint64_t memory);

class MemoryGrowth {
 public:
  explicit MemoryGrowth(std::uint64_t memory) : allowed_(growth_allowed(memory)) {}
  // Called after each task with the bytes that the process has. The first task has loaded what every task needs: what comes
  // on top of it is growth.
  bool is_too_much(std::uint64_t resident);

 private:
  std::uint64_t allowed_;
  std::optional<std::uint64_t> first_;
};

}  // namespace classay
