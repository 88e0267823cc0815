// Enqueues the second kernel of a launch (Reduction in backend.h), and reads the results of both. Each slot has one; it
// keeps its memory from launch to launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/opencl/api.h"

namespace classay::opencl {

class Reducer {
 public:
  // An output of the first kernel: a part of `whole` behind a guard, its size, and pinned memory for both, if there is any.
  // The slot owns them.
  struct Output {
    cl_mem whole = nullptr;
    cl_mem behind_guard = nullptr;
    std::size_t bytes = 0;
    std::byte* host = nullptr;
  };

  bool is_on() const { return is_on_; }  // the slot's last launch had a reduction
  void turn_off() { is_on_ = false; }

  // Enqueues the kernel after all commands in the queue.
  void enqueue(const cl::Context& context, const cl::CommandQueue& queue, const Reduction& reduction,
               std::vector<Output> outputs, std::size_t guard, std::uint32_t poison);
  // Reads the reduction's output, the guards, and what lies beyond `used`. Returns an event for all of them.
  cl::Event read(const cl::CommandQueue& queue, std::uint32_t poison);
  // Called after all reads. Throws DeviceError if the driver reports success but did not read.
  void put(Finished& finished, std::uint32_t poison) const;
  // Called after an error: keeps the memory that may still be written until the process ends.
  void abandon();

 private:
  struct Read {
    std::span<std::byte> guard;
    std::span<std::byte> beyond;
  };
  struct Memory {
    std::vector<std::vector<std::byte>> unpinned;  // for each output without pinned memory
    std::vector<std::byte> reduced;
  };

  // Chooses the host memory of the guards and of what lies beyond `used`.
  void place_reads();

  bool is_on_ = false;
  cl::Buffer result_;
  std::size_t capacity_ = 0;
  cl::Event done_;
  std::vector<Output> outputs_;
  std::vector<std::size_t> used_;
  std::size_t guard_ = 0;
  std::vector<Read> reads_;  // for each output
  Memory memory_;
};

}  // namespace classay::opencl
