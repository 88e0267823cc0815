#include "harness/device/opencl/ndrange.h"

#include <algorithm>
#include <array>
#include <vector>

#include "harness/device/driver_call.h"
#include "harness/process/watch.h"

namespace classay::opencl {

std::size_t required_group_size(const cl::Kernel& kernel, cl_device_id device) {
  std::array<std::size_t, 3> sizes{};
  checked(clGetKernelWorkGroupInfo(kernel(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes.data(), nullptr),
          "clGetKernelWorkGroupInfo");
  return believable_group_size("clGetKernelWorkGroupInfo", sizes[0]);
}

std::uint64_t largest_group(const cl::Kernel& kernel, cl_device_id device) {
  std::size_t size = 0;
  checked(clGetKernelWorkGroupInfo(kernel(), device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
          "clGetKernelWorkGroupInfo");
  return size;
}

GroupLimits group_limits(cl_device_id device, const Version& environment) {
  const ending::Calling calling("clGetDeviceInfo");
  std::size_t items = 0;
  checked(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof items, &items, nullptr), "clGetDeviceInfo");
  std::size_t bytes = 0;
  checked(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, 0, nullptr, &bytes), "clGetDeviceInfo");
  std::vector<std::size_t> sizes(
      std::max<std::size_t>(believable_size("the list of sizes", bytes) / sizeof(std::size_t), 3));
  checked(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes.size() * sizeof(std::size_t), sizes.data(), nullptr),
          "clGetDeviceInfo");
  // OpenCL C 2.0 includes non-uniform work-groups; from 3.0 on a device reports them.
  cl_bool has_remainders = environment.major == 2 ? CL_TRUE : CL_FALSE;
  if (environment.major >= 3) {
    checked(
        clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof has_remainders, &has_remainders, nullptr),
        "clGetDeviceInfo");
  }
  return {.items = items,
          .sizes = {sizes[0], sizes[1], sizes[2]},
          .takes_ranges = true,
          .takes_remainders = has_remainders != CL_FALSE,
          .takes_nothing = environment >= Version{2, 1}};
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

void launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, const Range& range, cl::Event& done) {
  const auto sizes = [&](const std::array<std::uint64_t, 3>& of) { return std::array<std::size_t, 3>{of[0], of[1], of[2]}; };
  const auto size = sizes(range.size);
  const auto group = sizes(range.group);
  const auto offset = sizes(range.offset);
  const bool has_offset = range.offset != std::array<std::uint64_t, 3>{};
  cl_event event = nullptr;
  checked(clEnqueueNDRangeKernel(queue(), kernel(), range.dimensions, has_offset ? offset.data() : nullptr, size.data(),
                                 group[0] == 0 ? nullptr : group.data(), 0, nullptr, &event),
          "clEnqueueNDRangeKernel");
  done = cl::Event(event);
}

namespace {

double seconds_of(const cl::Event& event) {
  const ending::Calling calling("clGetEventProfilingInfo");
  cl_ulong start = 0;
  cl_ulong end = 0;
  checked(event.getProfilingInfo(CL_PROFILING_COMMAND_START, &start), "clGetEventProfilingInfo");
  checked(event.getProfilingInfo(CL_PROFILING_COMMAND_END, &end), "clGetEventProfilingInfo");
  return end >= start ? static_cast<double>(end - start) * 1e-9 : -static_cast<double>(start - end) * 1e-9;
}

}  // namespace

void Pieces::enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::span<const Piece> pieces) {
  done_.clear();
  items_ = 0;
  for (const Piece& piece : pieces) {
    Range range;
    range.size[0] = piece.count;
    range.offset[0] = piece.first;
    launch(queue, kernel, range, done_.emplace_back());
    items_ += piece.count;
  }
}

void Pieces::check() const {
  for (std::size_t i = 0; i + 1 < done_.size(); ++i) {
    cl_int status = CL_COMPLETE;
    checked(done_[i].getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status), "clGetEventInfo");
    if (status < 0) checked(status, "the kernel's execution status");
  }
}

double Pieces::seconds() const {
  double sum = 0;
  for (const cl::Event& done : done_) {
    const double seconds = seconds_of(done);
    if (seconds < 0) return seconds;
    sum += seconds;
  }
  return sum;
}

}  // namespace classay::opencl
