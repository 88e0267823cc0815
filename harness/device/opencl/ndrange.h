// Launches a kernel with the work-group size that it requires, in one command or in pieces. Private to this folder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/launch_grid.h"
#include "harness/device/opencl/api.h"

namespace classay::opencl {

// Returns the work-group size that the kernel declares (reqd_work_group_size, LocalSize); 0: none.
std::size_t required_group_size(const cl::Kernel& kernel, cl_device_id device);

// Returns the work-items of the largest work-group in which the kernel can run.
std::uint64_t largest_group(const cl::Kernel& kernel, cl_device_id device);

GroupLimits group_limits(cl_device_id device, const Version& environment);

// Enqueues the kernel. A required size makes the launch a multiple of it; such kernels ignore work-items that are not in
// the launch (backend.h).
void launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::uint64_t items, std::size_t group_size,
            cl::Event& done);
void launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const Range& range, cl::Event& done);

// Enqueues a launch in pieces (harness/device/launch_grid.h), and reports on all of them.
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
