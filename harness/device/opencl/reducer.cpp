#include "harness/device/opencl/reducer.h"

#include <algorithm>
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/opencl/ndrange.h"
#include "harness/device/opencl/stream.h"
#include "harness/device/poison.h"
#include "harness/process/watch.h"

namespace classay::opencl {

void Reducer::enqueue(const cl::Context& context, const cl::CommandQueue& queue, const Reduction& reduction,
                      std::vector<Output> outputs, std::size_t guard, std::uint32_t poison) {
  outputs_ = std::move(outputs);
  used_ = reduction.used;
  guard_ = guard;
  memory_.reduced.resize(reduction.bytes);
  ending::Calling calling("clCreateKernel", reduction.kernel);
  cl_int error = CL_SUCCESS;
  cl::Kernel kernel(dynamic_cast<const OpenclProgram&>(*reduction.program).get(), reduction.kernel.c_str(), &error);
  checked(error, "clCreateKernel");
  if (capacity_ < reduction.bytes) {
    calling.next("clCreateBuffer", reduction.kernel);
    result_ = cl::Buffer(context, CL_MEM_READ_WRITE, reduction.bytes, nullptr, &error);
    checked(error, "clCreateBuffer");
    capacity_ = reduction.bytes;
  }
  calling.next("clEnqueueFillBuffer", reduction.kernel);
  checked(queue.enqueueFillBuffer(result_, cl_uint{poison}, 0, reduction.bytes), "clEnqueueFillBuffer");
  calling.next("clSetKernelArg", reduction.kernel);
  cl_uint argument = 0;
  checked(kernel.setArg(argument++, result_), "clSetKernelArg");
  for (const Output& o : outputs_) {
    checked(clSetKernelArg(kernel(), argument++, sizeof(cl_mem), &o.behind_guard), "clSetKernelArg");
  }
  for (const std::uint64_t s : reduction.scalars) checked(kernel.setArg(argument++, cl_ulong{s}), "clSetKernelArg");
  calling.next("clEnqueueNDRangeKernel", reduction.kernel);
  launch(queue, kernel, reduction.items, 0, done_);  // requires no group size
  is_on_ = true;
}

void Reducer::place_reads() {
  memory_.unpinned.resize(outputs_.size());
  reads_.resize(outputs_.size());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Output& output = outputs_[i];
    const std::size_t beyond = output.bytes - used_.at(i);
    std::vector<std::byte>& unpinned = memory_.unpinned[i];
    if (output.host == nullptr) unpinned.resize(guard_ + beyond);
    std::byte* const guard = output.host != nullptr ? output.host : unpinned.data();
    std::byte* const behind = guard + guard_ + (output.host != nullptr ? used_.at(i) : 0);
    reads_[i] = {.guard = {guard, guard_}, .beyond = {behind, beyond}};
  }
}

cl::Event Reducer::read(const cl::CommandQueue& queue, std::uint32_t poison) {
  const ending::Calling calling("clEnqueueReadBuffer");
  cl::Event last = done_;
  const auto start = [&](cl_mem buffer, std::size_t at, std::span<std::byte> to) {
    if (to.empty()) return;
    cl_event read = nullptr;
    checked(clEnqueueReadBuffer(queue(), buffer, CL_FALSE, at, to.size(), to.data(), 1, &done_(), &read),
            "clEnqueueReadBuffer");
    last = cl::Event(read);
  };
  place_reads();
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Read& r = reads_[i];
    mark(r.guard, unread(poison));
    mark(r.beyond, unread(poison));
    start(outputs_[i].whole, 0, r.guard);
    start(outputs_[i].whole, guard_ + used_.at(i), r.beyond);
  }
  // Bytes of the result that are not brought must look like bytes that were not written.
  fill(memory_.reduced, poison);
  start(result_(), 0, memory_.reduced);
  return last;
}

void Reducer::put(Finished& finished, std::uint32_t poison) const {
  for (const Read& r : reads_) {
    for (const std::span<const std::byte> read : {r.guard, r.beyond}) {
      require_read(read, poison, "clEnqueueReadBuffer", "CL_SUCCESS");
    }
    add_reduced_output(finished, r.guard, r.beyond, poison);
  }
  finished.reduced = memory_.reduced;
}

void Reducer::abandon() {
  static std::vector<Memory>& kept = *new std::vector<Memory>;  // always reachable, so that leak checkers do not report it
  kept.push_back(std::move(memory_));
}

}  // namespace classay::opencl
