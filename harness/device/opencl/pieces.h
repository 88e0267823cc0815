// Enqueues a launch in pieces (harness/device/launch_grid.h), and reports on all of them. Private to this folder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/launch_grid.h"
#include "harness/device/opencl/stream.h"

namespace classay::opencl {

class Pieces {
 public:
  // Enqueues the kernel for each piece, in a queue that is in order.
  void enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::span<const Piece> pieces);
  // Notes that the launch consists of one command.
  void begin(const cl::Event& done, std::uint64_t items) {
    done_.assign(1, done);
    items_ = items;
  }

  const cl::Event& last() const { return done_.back(); }
  std::uint64_t items() const { return items_; }
  // Throws DeviceError for a piece that failed. Precondition: the last piece has ended.
  void check() const;
  // Returns the device's time of all pieces. Negative if the clock ran backwards: callers then reject the time, and do not
  // read it as centuries.
  double seconds() const;

 private:
  std::vector<cl::Event> done_;
  std::uint64_t items_ = 0;
};

}  // namespace classay::opencl
