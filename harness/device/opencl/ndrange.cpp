#include "harness/device/opencl/ndrange.h"

#include <array>

#include "harness/device/driver_call.h"

namespace classay::opencl {

std::size_t required_group_size(const cl::Kernel& kernel, cl_device_id device) {
  std::array<std::size_t, 3> sizes{};
  checked(clGetKernelWorkGroupInfo(kernel(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes.data(), nullptr),
          "clGetKernelWorkGroupInfo");
  return believable_group_size("clGetKernelWorkGroupInfo", sizes[0]);
}

// OpenCL 1.2, clEnqueueNDRangeKernel: CL_INVALID_WORK_GROUP_SIZE "if local_work_size is NULL" and the kernel requires a
// size, if it is a different size, and if it does not divide the launch. Without a requirement the implementation chooses
// the size for any number of work-items.
void launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::uint64_t items, std::size_t group_size,
            cl::Event& done) {
  checked(queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(in_whole_groups(items, group_size)),
                                     group_size == 0 ? cl::NullRange : cl::NDRange(group_size), nullptr, &done),
          "clEnqueueNDRangeKernel");
}

}  // namespace classay::opencl
