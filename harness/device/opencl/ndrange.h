// Launches a kernel, with the work-group size that it requires. Private to this folder.
#pragma once

#include <cstdint>

#include "harness/device/opencl/stream.h"

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

}  // namespace classay::opencl
