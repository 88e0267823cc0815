// The second kernel of a launch (Reduction in backend.h): enqueued behind the first, and what comes back of both. One
// for each slot; it keeps its memory from launch to launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/devices/opencl/stream.h"

namespace classay::opencl {

class Reducer {
 public:
  // Of the first kernel: what it was given, which is a part of `whole` with a guard in front, and bytes of it. The slot
  // owns both.
  struct Output {
    cl_mem whole = nullptr;
    cl_mem behind_guard = nullptr;
    std::size_t bytes = 0;
  };

  bool is_on() const { return is_on_; }  // was the last launch of the slot one with a reduction?
  void turn_off() { is_on_ = false; }

  // The kernel, behind all that is in the queue.
  void enqueue(const cl::Context& context, const cl::CommandQueue& queue, const Reduction& reduction,
               std::vector<Output> outputs, std::size_t guard, std::uint32_t poison);
  // What it gives, the guards, and what lies beyond what it used: an event for all of them.
  cl::Event read(const cl::CommandQueue& queue, std::uint32_t poison);
  // All has been read. Throws DeviceError where the driver says so and it has not.
  void put(Finished& finished, std::uint32_t poison) const;
  // After an error: what may still be read into is kept as long as the process lives.
  void abandon();

 private:
  struct Read {
    std::vector<std::byte> guard;
    std::vector<std::byte> beyond;
  };
  struct Memory {
    std::vector<Read> reads;  // of each output
    std::vector<std::byte> reduced;
  };

  bool is_on_ = false;
  cl::Buffer result_;
  std::size_t capacity_ = 0;
  cl::Event done_;
  std::vector<Output> outputs_;
  std::vector<std::size_t> used_;
  Memory memory_;
};

}  // namespace classay::opencl
