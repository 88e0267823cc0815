// Runs launches through slots. Each slot owns the buffers of one launch. On a device that shares the host's memory results
// are mapped; elsewhere they are copied into a pinned host buffer while the next launch runs. The host enqueues and flushes,
// and waits only for the read or map of the launch that it needs.
#include "harness/device/opencl/stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/launch_grid.h"
#include "harness/device/opencl/api.h"
#include "harness/device/opencl/images.h"
#include "harness/device/opencl/ndrange.h"
#include "harness/device/opencl/reducer.h"
#include "harness/device/poison.h"
#include "harness/device/slot_ring.h"
#include "harness/process/watch.h"

namespace classay::opencl {
namespace {

// A buffer of the device, with a guard in front of the kernel's part, and its address for the host.
struct Output {
  cl::Buffer buffer;
  cl::Buffer behind_guard;    // a part of it
  cl::Buffer pinned;          // only if memory is not shared
  std::byte* host = nullptr;  // mapped memory: while the slot is in use; of `pinned` always
  std::size_t capacity = 0;
};

struct Slot {
  std::vector<Output> outputs;
  std::vector<cl::Buffer> inputs;
  std::vector<std::size_t> input_capacity;
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  LaunchImages images;
  Reducer reducer;
  Pieces kernel;     // its commands
  std::string name;  // the kernel's
  cl::Event ready;   // all outputs are visible to the host
  bool mapped = false;
};

cl::CommandQueue make_queue(const cl::Context& context, cl_device_id device, const Capabilities& capabilities) {
  cl_int error = CL_SUCCESS;
  cl_command_queue queue = nullptr;
  // wine's OpenCL.dll and old loaders have no function that came with OpenCL 2.0.
  if (capabilities.environment.major == 1 || !has_function("clCreateCommandQueueWithProperties")) {
    queue = clCreateCommandQueue(context(), device, CL_QUEUE_PROFILING_ENABLE, &error);
    checked(error, "clCreateCommandQueue");
  } else {
    constexpr std::array<cl_queue_properties, 3> kProperties{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = clCreateCommandQueueWithProperties(context(), device, kProperties.data(), &error);
    checked(error, "clCreateCommandQueueWithProperties");
  }
  return cl::CommandQueue(queue);
}

// An embedded device need not have longs.
std::size_t pattern_size(const Capabilities& capabilities) {
  return capabilities.profile == Profile::full ? kLongestPattern : kLongestPattern / 2;
}

// Returns an offset at which a sub-buffer may begin, and which is a multiple of any pattern.
std::size_t guard_size(cl_device_id device) {
  cl_uint bits = 0;
  checked(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr), "clGetDeviceInfo");
  constexpr std::size_t kLargest = std::size_t{1} << 20;  // maximum for any device
  return in_patterns(std::clamp<std::size_t>(bits / 8, 4096, kLargest));
}

class OpenclStream : public Stream {
 public:
  OpenclStream(cl::Context context, cl_device_id device, const Capabilities& capabilities, cl::Program program, bool is_gpu,
               std::size_t slots)
      : context_(std::move(context)),
        program_(std::move(program)),
        queue_(make_queue(context_, device, capabilities)),
        copies_(make_queue(context_, device, capabilities)),
        uploads_(capabilities.shares_memory ? queue_ : make_queue(context_, device, capabilities)),
        device_(device),
        environment_(capabilities.environment),
        shares_memory_(capabilities.shares_memory),
        grid_(is_gpu),
        pattern_size_(pattern_size(capabilities)),
        guard_(guard_size(device)),
        ring_(slots) {}
  OpenclStream(const OpenclStream&) = delete;
  OpenclStream& operator=(const OpenclStream&) = delete;

  // Errors are ignored here: no result depends on them. After an error the device may never respond, so it is not waited
  // for, and the error is propagated.
  ~OpenclStream() override {
    ending::launches_in_flight(0);
    for (Slot& slot : ring_.slots()) {
      (void)release(slot);
      for (Output& output : slot.outputs) (void)unpin(output);
    }
    if (std::uncaught_exceptions() > exceptions_before_) {
      for (Slot& slot : ring_.slots()) slot.reducer.abandon();
      return;
    }
    const ending::Calling calling("clFinish");
    (void)queue_.finish();
    (void)copies_.finish();
  }

  std::size_t in_flight() const override { return ring_.in_flight(); }
  std::size_t slots() const override { return ring_.size(); }
  std::uint64_t largest_group(const std::string& kernel) override {
    take_kernel(kernel);
    const ending::Calling calling("clGetKernelWorkGroupInfo", kernel);
    return opencl::largest_group(kernel_, device_);
  }

  void submit(const Launch& launch) override {
    Slot& slot = ring_.next();
    checked(release(slot), "clEnqueueUnmapMemObject");
    slot.reducer.turn_off();
    take_kernel(launch.kernel);  // first: if it does not exist, nothing is in flight
    reserve(slot, launch);
    poison(slot, launch.poison);
    upload(slot, launch);
    slot.images.make(context_, launch.images);
    slot.images.make(context_, launch.samplers, environment_);
    enqueue(slot, launch);
    if (launch.reduction) {
      reduce(slot, launch);
    } else {
      flush(queue_);
      fetch(slot);
    }
    ring_.begin();
  }

  Finished wait() override {
    Slot& slot = ring_.oldest();
    await(slot);
    ring_.end_oldest();
    Finished finished{.device_seconds = slot.kernel.seconds()};
    grid_.note(slot.name, slot.kernel.items(), finished.device_seconds);
    if (slot.reducer.is_on()) {
      slot.reducer.put(finished, slot.poison);
    } else {
      for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
        add_output(finished, {slot.outputs[i].host, guard_ + slot.bytes[i]}, guard_, slot.poison);
      }
    }
    finished.images = slot.images.texels(queue_);
    return finished;
  }

  std::vector<std::span<const std::byte>> outputs() override {
    Slot& slot = ring_.last_ended();
    fetch(slot);
    const ending::Calling calling("clWaitForEvents", kernel_name_);
    checked(slot.ready.wait(), "clWaitForEvents");
    std::vector<std::span<const std::byte>> outputs;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) outputs.emplace_back(slot.outputs[i].host + guard_, slot.bytes[i]);
    return outputs;
  }

 private:
  void await(Slot& slot) const {
    const ending::Calling calling("clWaitForEvents", kernel_name_);
    cl_int waited = slot.ready.wait();
    // The error of an event's wait list is not specific; the kernel's own status is.
    const bool has_failed = waited == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (!has_failed) checked(waited, "clWaitForEvents");
    cl_int status = CL_COMPLETE;
    const cl::Event& done = slot.kernel.last();
    cl_int asked = done.getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status);
    // Some drivers update an event only when it is waited for itself (rusticl of Mesa 22.3).
    if (waited == CL_SUCCESS && asked == CL_SUCCESS && status > CL_COMPLETE) {
      waited = done.wait();
      asked = done.getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status);
    }
    if (asked == CL_SUCCESS && status < 0) checked(status, "the kernel's execution status");
    checked(waited, "clWaitForEvents");
    checked(asked, "clGetEventInfo");
    if (status != CL_COMPLETE) misreported("clWaitForEvents", "CL_SUCCESS", "the kernel still runs");
    slot.kernel.check();
  }

  cl::Buffer buffer(std::size_t bytes, cl_mem_flags flags) const {
    const ending::Calling calling("clCreateBuffer");
    cl_int error = CL_SUCCESS;
    cl::Buffer b(context_, flags, std::max<std::size_t>(bytes, 1), nullptr, &error);
    checked(error, "clCreateBuffer");
    return b;
  }

  static cl::Buffer part(cl::Buffer& whole, std::size_t begin, std::size_t bytes) {
    const ending::Calling calling("clCreateSubBuffer");
    const cl_buffer_region region{begin, bytes};
    cl_int error = CL_SUCCESS;
    cl::Buffer b = whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    checked(error, "clCreateSubBuffer");
    return b;
  }

  void reserve(Slot& slot, const Launch& launch) {
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    slot.bytes = launch.outputs;
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      Output& output = slot.outputs[i];
      if (output.capacity >= launch.outputs[i]) continue;
      checked(unpin(output), "clEnqueueUnmapMemObject");
      output.capacity = in_patterns(launch.outputs[i]);
      output.buffer =
          buffer(guard_ + output.capacity, shares_memory_ ? CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR : CL_MEM_READ_WRITE);
      output.behind_guard = part(output.buffer, guard_, output.capacity);
      if (!shares_memory_) pin(output);
    }
    slot.inputs.resize(std::max(slot.inputs.size(), launch.inputs.size()));
    slot.input_capacity.resize(slot.inputs.size());
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      if (slot.input_capacity[i] >= launch.inputs[i].size() && slot.input_capacity[i] > 0) continue;
      slot.input_capacity[i] = launch.inputs[i].size();
      slot.inputs[i] = buffer(slot.input_capacity[i], CL_MEM_READ_ONLY);
    }
  }

  void pin(Output& output) {
    output.pinned = buffer(guard_ + output.capacity, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
    output.host = map(copies_, output.pinned, guard_ + output.capacity, nullptr);
  }

  cl_int unpin(Output& output) const {
    if (shares_memory_ || output.host == nullptr) return CL_SUCCESS;
    const ending::Calling calling("clEnqueueUnmapMemObject");
    void* const host = std::exchange(output.host, nullptr);
    return copies_.enqueueUnmapMemObject(output.pinned, host);
  }

  std::byte* map(const cl::CommandQueue& queue, const cl::Buffer& b, std::size_t bytes, cl::Event* event) const {
    const ending::Calling calling("clEnqueueMapBuffer", kernel_name_);
    cl_int error = CL_SUCCESS;
    void* p = queue.enqueueMapBuffer(b, event == nullptr ? CL_TRUE : CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, nullptr,
                                     event, &error);
    checked(error, "clEnqueueMapBuffer");
    return static_cast<std::byte*>(p);
  }

  // Unmaps a finished launch's results before its slot is reused. Returns the first error.
  cl_int release(Slot& slot) const {
    cl_int error = CL_SUCCESS;
    if (!std::exchange(slot.mapped, false)) return error;
    const ending::Calling calling("clEnqueueUnmapMemObject");
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const cl_int code = queue_.enqueueUnmapMemObject(slot.outputs[i].buffer, slot.outputs[i].host);
      if (error == CL_SUCCESS) error = code;
    }
    return error;
  }

  void poison(Slot& slot, std::uint32_t word) {
    const ending::Calling calling("clEnqueueFillBuffer");
    const auto pattern = pattern_of(word);
    slot.poison = word;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      checked(clEnqueueFillBuffer(queue_(), slot.outputs[i].buffer(), pattern.data(), pattern_size_, 0,
                                  guard_ + in_patterns(slot.bytes[i]), 0, nullptr, nullptr),
              "clEnqueueFillBuffer");
    }
  }

  // Waits until the inputs are sent. The queue of kernels is in order: there it would also wait for the launches in flight.
  void upload(Slot& slot, const Launch& launch) {
    const ending::Calling calling("clEnqueueWriteBuffer");
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      if (launch.inputs[i].empty()) continue;
      checked(uploads_.enqueueWriteBuffer(slot.inputs[i], CL_TRUE, 0, launch.inputs[i].size(), launch.inputs[i].data()),
              "clEnqueueWriteBuffer");
    }
  }

  void take_kernel(const std::string& name) {
    if (name == kernel_name_) return;
    ending::Calling calling("clCreateKernel", name);
    cl_int error = CL_SUCCESS;
    cl::Kernel kernel(program_, name.c_str(), &error);
    checked(error, "clCreateKernel");
    calling.next("clGetKernelWorkGroupInfo", name);
    group_size_ = required_group_size(kernel, device_);
    kernel_ = std::move(kernel);
    kernel_name_ = name;
  }

  void enqueue(Slot& slot, const Launch& launch) {
    cl_uint argument = 0;
    ending::Calling calling("clSetKernelArg", launch.kernel);
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      checked(kernel_.setArg(argument++, slot.outputs[i].behind_guard), "clSetKernelArg");
    }
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      checked(kernel_.setArg(argument++, slot.inputs[i]), "clSetKernelArg");
    }
    for (const std::uint64_t s : launch.scalars) checked(kernel_.setArg(argument++, cl_ulong{s}), "clSetKernelArg");
    slot.images.become_arguments(kernel_, argument);
    calling.next("clEnqueueNDRangeKernel", launch.kernel);
    slot.name = launch.kernel;
    const std::vector<Piece> pieces = grid_.pieces(launch, [this](std::uint64_t) { return group_size_ == 0; });
    if (pieces.size() > 1) return slot.kernel.enqueue(queue_, kernel_, pieces);
    cl::Event done;
    if (launch.range) {
      opencl::launch(queue_, kernel_, *launch.range, done);
    } else {
      opencl::launch(queue_, kernel_, launch.items, group_size_, done);
    }
    slot.kernel.begin(done, launch.items);
  }

  // Starts bringing the results to the host, without waiting. They are mapped in queue order unless the kernel has already
  // finished.
  void fetch(Slot& slot) {
    const bool is_over = slot.reducer.is_on();
    slot.ready = slot.kernel.last();
    if (shares_memory_) {
      const cl::CommandQueue& queue = is_over ? copies_ : queue_;
      for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
        slot.outputs[i].host = map(queue, slot.outputs[i].buffer, guard_ + slot.bytes[i], &slot.ready);
      }
      slot.mapped = true;
      flush(queue);
      return;
    }
    const std::vector<cl::Event> after{slot.kernel.last()};
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      mark({slot.outputs[i].host, guard_ + slot.bytes[i]}, slot.poison);
      const ending::Calling calling("clEnqueueReadBuffer", kernel_name_);
      checked(copies_.enqueueReadBuffer(slot.outputs[i].buffer, CL_FALSE, 0, guard_ + slot.bytes[i], slot.outputs[i].host,
                                        &after, &slot.ready),
              "clEnqueueReadBuffer");
    }
    flush(copies_);
  }

  void reduce(Slot& slot, const Launch& launch) {
    std::vector<Reducer::Output> outputs;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const Output& output = slot.outputs[i];
      outputs.push_back({output.buffer(), output.behind_guard(), slot.bytes[i], shares_memory_ ? nullptr : output.host});
    }
    slot.reducer.enqueue(context_, queue_, *launch.reduction, std::move(outputs), guard_, slot.poison);
    flush(queue_);
    slot.ready = slot.reducer.read(copies_, slot.poison);
    flush(copies_);
  }

  void flush(const cl::CommandQueue& queue) const {
    const ending::Calling calling("clFlush", kernel_name_);
    checked(queue.flush(), "clFlush");
  }

  cl::Context context_;
  cl::Program program_;
  cl::CommandQueue queue_;
  cl::CommandQueue copies_;   // results are read on a separate queue, so that a copy runs concurrently with the next kernel
  cl::CommandQueue uploads_;  // inputs are sent on another one for the same reason; where memory is shared, that of kernels
  cl_device_id device_;
  cl::Kernel kernel_;
  std::string kernel_name_;
  std::size_t group_size_ = 0;  // required by the kernel; 0: the driver chooses
  Version environment_;
  bool shares_memory_;
  LaunchGrid grid_;
  std::size_t pattern_size_;
  std::size_t guard_;  // bytes in front of each output
  SlotRing<Slot> ring_;
  int exceptions_before_ = std::uncaught_exceptions();
};

}  // namespace

std::unique_ptr<Stream> make_stream(const cl::Context& context, cl_device_id device, const Capabilities& capabilities,
                                    Program& program, bool is_gpu, std::size_t slots) {
  return std::make_unique<OpenclStream>(context, device, capabilities, dynamic_cast<OpenclProgram&>(program).get(), is_gpu,
                                        slots);
}

}  // namespace classay::opencl
