// The only seam to devices: open one, compile a module, run a kernel over a range of inputs, hand back bits. Knows no type
// of OpenCL, Vulkan or Level Zero; those live behind it.
//
// A stream runs launches in order, with as many in flight as it has slots, so that the device computes one batch while the
// host judges the one before. Output buffers are poisoned before each launch with a pattern that differs from launch to
// launch: a kernel that never ran can not pass with the bits of the one before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/devices/capabilities.h"
#include "harness/devices/image.h"

namespace classay {

// What a device calls itself: for people, and for journals to tell one from another. Nothing is decided by it.
struct Identity {
  std::string backend;  // through which it is reached, as the registry calls it (registry.h)
  std::string address;  // as given to --device: 0:0, ze:0:0
  std::string trouble;  // when it can not be described: why. Nothing else but the address is known then
  std::string platform;
  std::string platform_version;
  std::string name;
  std::string vendor;
  std::string driver;
  std::string version;
  std::string language_version;
  // For a math library: the SHA-256 of its file and of the files that it needs from its own folder, by file name.
  std::map<std::string, std::string> files{};
  std::string type{};  // gpu, cpu, accelerator or custom; empty: unknown
};

struct Description {
  Identity identity;
  Capabilities capabilities;
};

// What went wrong at a device, by what a run can do about it.
enum class Fault : std::uint8_t {
  unusable,  // no such device, no driver, no compiler
  build,     // the module does not compile: the log is in the message
  out_of_resources,
  lost,         // the device or its driver is gone for this process
  refused,      // any other error code
  misreported,  // a call reports success, but its outcome contradicts that; or it did what no call may do
};

// How a compiler ended that made no program. One that is a process of its own may die, or not come back.
enum class CompilerEnd : std::uint8_t { refused, crashed, hung };

class DeviceError : public std::runtime_error {
 public:
  DeviceError(Fault fault, const std::string& what, CompilerEnd end = CompilerEnd::refused)
      : std::runtime_error(what), fault_(fault), compiler_(end) {}
  Fault fault() const { return fault_; }
  CompilerEnd compiler() const { return compiler_; }  // of Fault::build

 private:
  Fault fault_;
  CompilerEnd compiler_;
};

// What is compiled: source, or an intermediate language when `il` is not empty.
struct Module {
  std::string source;
  std::vector<std::uint32_t> il;
  std::string options;
};

class Program {
 public:
  virtual ~Program() = default;
  virtual const std::string& log() const = 0;  // of the build, also when it succeeded
  virtual double build_seconds() const = 0;
};

// A second kernel of a launch, over what the first one left, so that less has to come to the host. Its arguments: an output
// of its own, the outputs of the first, the scalars.
struct Reduction {
  Program* program = nullptr;  // of the same device
  std::string kernel;
  std::uint64_t items = 0;
  std::size_t bytes = 0;  // of its output, filled as all outputs are
  std::vector<std::uint64_t> scalars;
  std::vector<std::size_t> used;  // of each output of the first, what only the second kernel reads: bytes
};

// One launch: kernel arguments are first the outputs, then the inputs, the scalars, and the images.
struct Launch {
  std::string kernel;
  std::uint64_t items = 0;                         // work-items
  std::vector<std::size_t> outputs;                // bytes of each
  std::vector<std::span<const std::byte>> inputs;  // copied before submit returns
  std::vector<std::uint64_t> scalars;              // as ulong
  std::uint32_t poison = 0;                        // what outputs hold before the launch
  std::vector<Image> images{};                     // copied before submit returns
  std::optional<Reduction> reduction{};
};

// From one reading of a counter of so many bits to the next. It may have gone through zero once in between.
constexpr std::uint64_t ticks_between(std::uint64_t first, std::uint64_t last, std::uint32_t bits) {
  const std::uint64_t ticks = last - first;
  return bits >= 64 ? ticks : ticks & ((std::uint64_t{1} << bits) - 1);
}

struct Finished {
  std::vector<std::span<const std::byte>> outputs;  // valid until the next wait(); of a reduction, what is beyond `used`
  bool wrote_before = false;                        // something was written in front of an output
  std::string wrote_beside{};                       // where a function wrote outside of its output, in words; empty: nowhere
  double device_seconds = 0;                        // of the kernel alone, by the device's clock
  std::vector<std::vector<std::byte>> images{};     // the written ones, in the order of the launch
  std::span<const std::byte> reduced{};             // the output of the reduction
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void submit(const Launch& launch) = 0;  // precondition: in_flight() < slots()
  virtual Finished wait() = 0;                    // for the oldest; precondition: in_flight() > 0
  // Whole, of the launch that wait() was last for, if that had a reduction; valid until the next wait().
  virtual std::vector<std::span<const std::byte>> outputs() { return {}; }
  virtual std::size_t in_flight() const = 0;
  virtual std::size_t slots() const = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const Description& description() const = 0;
  const Identity& identity() const { return description().identity; }
  const Capabilities& capabilities() const { return description().capabilities; }
  virtual std::unique_ptr<Program> build(const Module& module) = 0;
  virtual std::unique_ptr<Stream> stream(Program& program, std::size_t slots) = 0;
  // Seconds by the host's clock, which bounds what the device's own says of a launch. A simulated device simulates it.
  virtual double host_clock() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  // May launches have a reduction?
  virtual bool reduces() const { return false; }
  // Without any, a launch has no images of this shape.
  virtual std::vector<ImageFormat> image_formats(ImageUse /*use*/, ImageShape /*shape*/) { return {}; }
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Every device, also those in trouble; throws DeviceError(unusable) when there is no driver at all.
  virtual std::vector<Description> devices() = 0;
  // By an address, as devices() has it; empty: the first. The device may outlive the back end.
  virtual std::unique_ptr<Device> open(const std::string& address) = 0;
};

}  // namespace classay
