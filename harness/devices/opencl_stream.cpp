// Building programs, and running launches through slots. Each slot owns the buffers of one launch. On a device that shares
// the host's memory results are mapped; elsewhere they stream into a pinned host buffer while the next launch runs. The host
// enqueues and flushes, and waits only for the read or map of the launch it wants.
#include "harness/devices/opencl_stream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>

namespace classay::opencl {
namespace {

class OpenclProgram : public Program {
 public:
  OpenclProgram(cl::Program program, std::string log, double seconds)
      : program_(std::move(program)), log_(std::move(log)), seconds_(seconds) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return seconds_; }
  const cl::Program& get() const { return program_; }

 private:
  cl::Program program_;
  std::string log_;
  double seconds_;
};

// A buffer of the device and where the host sees it.
struct Output {
  cl::Buffer buffer;
  cl::Buffer pinned;          // only where memory is not shared
  std::byte* host = nullptr;  // mapped: for the slot's time in use, or of `pinned` for ever
  std::size_t capacity = 0;
};

struct Slot {
  std::vector<Output> outputs;
  std::vector<cl::Buffer> inputs;
  std::vector<std::size_t> input_capacity;
  std::vector<std::size_t> bytes;  // of each output of the launch in flight
  cl::Event kernel_done;
  cl::Event ready;  // all outputs are visible to the host
  bool mapped = false;
};

class OpenclStream : public Stream {
 public:
  OpenclStream(cl::Context context, const cl::Device& device, const DeviceIdentity& identity, cl::Program program,
               std::size_t slots)
      : context_(std::move(context)), program_(std::move(program)), shares_memory_(identity.shares_memory), slots_(slots) {
    cl_int error = CL_SUCCESS;
    queue_ = cl::CommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE, &error);
    checked(error, "clCreateCommandQueue");
    // Results come back on a queue of their own, so that a copy runs beside the next kernel.
    copies_ = cl::CommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE, &error);
    checked(error, "clCreateCommandQueue");
  }
  OpenclStream(const OpenclStream&) = delete;
  OpenclStream& operator=(const OpenclStream&) = delete;

  ~OpenclStream() override {
    for (Slot& slot : slots_) {
      release(slot);
      for (Output& output : slot.outputs) unpin(output);
    }
    queue_.finish();
    copies_.finish();
  }

  std::size_t in_flight() const override { return flying_.size(); }
  std::size_t slots() const override { return slots_.size(); }

  void submit(const Launch& launch) override {
    const std::size_t index = next_;
    next_ = (next_ + 1) % slots_.size();
    Slot& slot = slots_[index];
    release(slot);
    reserve(slot, launch);
    poison(slot, launch.poison);
    upload(slot, launch);
    enqueue(slot, launch);
    fetch(slot);
    flying_.push_back(index);
  }

  Finished wait() override {
    Slot& slot = slots_[flying_.front()];
    flying_.pop_front();
    checked(slot.ready.wait(), "clWaitForEvents");
    cl_int status = CL_COMPLETE;
    checked(slot.kernel_done.getInfo(CL_EVENT_COMMAND_EXECUTION_STATUS, &status), "clGetEventInfo");
    if (status < 0) checked(status, "the kernel's execution status");
    Finished finished{.device_seconds = seconds(slot.kernel_done)};
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) finished.outputs.emplace_back(slot.outputs[i].host, slot.bytes[i]);
    return finished;
  }

 private:
  static double seconds(const cl::Event& event) {
    cl_ulong start = 0;
    cl_ulong end = 0;
    checked(event.getProfilingInfo(CL_PROFILING_COMMAND_START, &start), "clGetEventProfilingInfo");
    checked(event.getProfilingInfo(CL_PROFILING_COMMAND_END, &end), "clGetEventProfilingInfo");
    return static_cast<double>(end - start) * 1e-9;
  }

  cl::Buffer buffer(std::size_t bytes, cl_mem_flags flags) const {
    cl_int error = CL_SUCCESS;
    cl::Buffer b(context_, flags, std::max<std::size_t>(bytes, 1), nullptr, &error);
    checked(error, "clCreateBuffer");
    return b;
  }

  void reserve(Slot& slot, const Launch& launch) {
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    slot.bytes = launch.outputs;
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      Output& output = slot.outputs[i];
      if (output.capacity >= launch.outputs[i]) continue;
      unpin(output);
      output.capacity = launch.outputs[i];
      output.buffer =
          buffer(output.capacity, shares_memory_ ? CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR : CL_MEM_READ_WRITE);
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
    output.pinned = buffer(output.capacity, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
    output.host = map(copies_, output.pinned, output.capacity, nullptr);
  }

  void unpin(Output& output) {
    if (shares_memory_ || output.host == nullptr) return;
    checked(copies_.enqueueUnmapMemObject(output.pinned, output.host), "clEnqueueUnmapMemObject");
    output.host = nullptr;
  }

  std::byte* map(const cl::CommandQueue& queue, const cl::Buffer& b, std::size_t bytes, cl::Event* event) const {
    cl_int error = CL_SUCCESS;
    void* p = queue.enqueueMapBuffer(b, event == nullptr ? CL_TRUE : CL_FALSE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, nullptr,
                                     event, &error);
    checked(error, "clEnqueueMapBuffer");
    return static_cast<std::byte*>(p);
  }

  // The host's view of a finished launch is given up before its slot is used again.
  void release(Slot& slot) {
    if (!slot.mapped) return;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      checked(queue_.enqueueUnmapMemObject(slot.outputs[i].buffer, slot.outputs[i].host), "clEnqueueUnmapMemObject");
    }
    slot.mapped = false;
  }

  void poison(Slot& slot, std::uint32_t pattern) {
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const std::size_t whole = slot.bytes[i] / sizeof pattern * sizeof pattern;
      if (whole > 0) checked(queue_.enqueueFillBuffer(slot.outputs[i].buffer, pattern, 0, whole), "clEnqueueFillBuffer");
      if (whole == slot.bytes[i]) continue;
      const auto byte = static_cast<std::uint8_t>(pattern);
      checked(queue_.enqueueFillBuffer(slot.outputs[i].buffer, byte, whole, slot.bytes[i] - whole), "clEnqueueFillBuffer");
    }
  }

  void upload(Slot& slot, const Launch& launch) {
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      if (launch.inputs[i].empty()) continue;
      checked(queue_.enqueueWriteBuffer(slot.inputs[i], CL_TRUE, 0, launch.inputs[i].size(), launch.inputs[i].data()),
              "clEnqueueWriteBuffer");
    }
  }

  void enqueue(Slot& slot, const Launch& launch) {
    cl_int error = CL_SUCCESS;
    if (launch.kernel != kernel_name_) {
      kernel_ = cl::Kernel(program_, launch.kernel.c_str(), &error);
      checked(error, "clCreateKernel");
      kernel_name_ = launch.kernel;
    }
    cl_uint argument = 0;
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      checked(kernel_.setArg(argument++, slot.outputs[i].buffer), "clSetKernelArg");
    }
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      checked(kernel_.setArg(argument++, slot.inputs[i]), "clSetKernelArg");
    }
    for (const std::uint64_t s : launch.scalars) checked(kernel_.setArg(argument++, cl_ulong{s}), "clSetKernelArg");
    checked(queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(launch.items), cl::NullRange, nullptr,
                                        &slot.kernel_done),
            "clEnqueueNDRangeKernel");
  }

  // Starts bringing the results to the host, without waiting.
  void fetch(Slot& slot) {
    slot.ready = slot.kernel_done;
    if (shares_memory_) {
      for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
        slot.outputs[i].host = map(queue_, slot.outputs[i].buffer, slot.bytes[i], &slot.ready);
      }
      slot.mapped = true;
      checked(queue_.flush(), "clFlush");
      return;
    }
    checked(queue_.flush(), "clFlush");
    const std::vector<cl::Event> after{slot.kernel_done};
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      checked(copies_.enqueueReadBuffer(slot.outputs[i].buffer, CL_FALSE, 0, slot.bytes[i], slot.outputs[i].host, &after,
                                        &slot.ready),
              "clEnqueueReadBuffer");
    }
    checked(copies_.flush(), "clFlush");
  }

  cl::Context context_;
  cl::Program program_;
  cl::CommandQueue queue_;
  cl::CommandQueue copies_;
  cl::Kernel kernel_;
  std::string kernel_name_;
  bool shares_memory_;
  std::vector<Slot> slots_;
  std::deque<std::size_t> flying_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Program> build(const cl::Context& context, const cl::Device& device, const DeviceIdentity& identity,
                               const Module& module) {
  if (!identity.has_compiler && module.il.empty()) {
    throw DeviceError(Fault::unusable, identity.name + " has no compiler (CL_DEVICE_COMPILER_AVAILABLE is false)");
  }
  const auto start = std::chrono::steady_clock::now();
  cl_int error = CL_SUCCESS;
  cl::Program program;
  if (module.il.empty()) {
    program = cl::Program(context, module.source, false, &error);
    checked(error, "clCreateProgramWithSource");
  } else {
    cl_program raw = clCreateProgramWithIL(context(), module.il.data(), module.il.size() * 4, &error);
    checked(error, "clCreateProgramWithIL");
    program = cl::Program(raw);
  }
  error = program.build(device, module.options.c_str());
  std::string log;
  (void)program.getBuildInfo(device, CL_PROGRAM_BUILD_LOG, &log);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  checked(error, "clBuildProgram", log);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return std::make_unique<OpenclProgram>(std::move(program), std::move(log), took.count());
}

std::unique_ptr<Stream> make_stream(const cl::Context& context, const cl::Device& device, const DeviceIdentity& identity,
                                    Program& program, std::size_t slots) {
  return std::make_unique<OpenclStream>(context, device, identity, dynamic_cast<OpenclProgram&>(program).get(), slots);
}

}  // namespace classay::opencl
