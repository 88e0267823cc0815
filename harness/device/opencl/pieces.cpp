#include "harness/device/opencl/pieces.h"

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
