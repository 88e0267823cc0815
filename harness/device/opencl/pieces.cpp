#include "harness/device/opencl/pieces.h"

#include <algorithm>

#include "harness/device/driver_call.h"
#include "harness/device/opencl/ndrange.h"
#include "harness/process/watch.h"

namespace classay::opencl {
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

void Pieces::enqueue(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::uint64_t items, std::uint64_t length) {
  done_.clear();
  items_ = items;
  for (std::uint64_t first = 0; first < items; first += length) {
    Range piece;
    piece.size[0] = std::min(length, items - first);
    piece.offset[0] = first;
    launch(queue, kernel, piece, done_.emplace_back());
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
