// Defines the only interface to devices: open a device, compile a module, run a kernel over a range of inputs, return bits.
// It uses no type of OpenCL, Vulkan or Level Zero; the back ends contain those.
//
// A stream runs launches in order, with as many in flight as it has slots. The device thus computes one batch while the host
// judges the one before. Output buffers are poisoned before each launch, with a pattern that differs from launch to launch:
// a kernel that never ran cannot pass with the bits of the launch before.
#pragma once

#include <array>
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

#include "harness/device/capabilities.h"
#include "harness/device/image.h"

namespace classay {

// How a device identifies itself, for people and to distinguish devices in journals. No verdict depends on it.
struct Identity {
  std::string backend;  // the back end's name in the registry (registry.h)
  std::string address;  // as given to --device: 0:0, ze:0:0
  std::string trouble;  // why the device cannot be described; only the address is known then
  std::string platform;
  std::string platform_version;
  std::string name;
  std::string vendor;
  std::string driver;
  std::string version;
  std::string language_version;
  // For a math library: the SHA-256 of its file and of the files that it needs from its own folder, by file name.
  std::map<std::string, std::string> files{};
  // For a math library: the symbols that it has, by the feature of a case (capabilities.h).
  std::map<std::string, std::string> symbols{};
  std::string type{};  // gpu, cpu, accelerator or custom; empty: unknown
};

struct Description {
  Identity identity;
  Capabilities capabilities;
};

// Errors of a device, classified by how a run can react.
enum class Fault : std::uint8_t {
  unusable,  // no such device, no driver, no compiler
  build,     // the module does not compile: the log is in the message
  out_of_resources,
  lost,         // the device or its driver is gone for this process
  refused,      // any other error code
  misreported,  // a call reports success, but its outcome contradicts that; or it did what no call may do
};

// How a failed compiler ended. A compiler in a process of its own may crash or hang.
enum class CompilerEnd : std::uint8_t { refused, crashed, hung };

class DeviceError : public std::runtime_error {
 public:
  DeviceError(Fault fault, const std::string& what, CompilerEnd end = CompilerEnd::refused)
      : std::runtime_error(what), fault_(fault), compiler_(end) {}
  Fault fault() const { return fault_; }
  CompilerEnd compiler() const { return compiler_; }  // for Fault::build

 private:
  Fault fault_;
  CompilerEnd compiler_;
};

// The input of a compiler: source or, if `il` is not empty, an intermediate language.
struct Module {
  std::string source;
  std::vector<std::uint32_t> il;
  std::string options;
};

class Program {
 public:
  virtual ~Program() = default;
  virtual const std::string& log() const = 0;  // the build log, also of a successful build
  virtual double build_seconds() const = 0;
};

// A second kernel of a launch, which processes the output of the first, so that less data goes to the host. Its arguments:
// an output of its own, the outputs of the first kernel, the scalars.
struct Reduction {
  Program* program = nullptr;  // built for the same device
  std::string kernel;
  std::uint64_t items = 0;
  std::size_t bytes = 0;  // of its output, which is filled like all outputs
  std::vector<std::uint64_t> scalars;
  std::vector<std::size_t> used;  // for each output of the first kernel: the bytes that only the second kernel reads
};

// An index space of up to three dimensions, with an offset and a work-group size.
struct Range {
  std::uint32_t dimensions = 1;
  std::array<std::uint64_t, 3> size{1, 1, 1};
  std::array<std::uint64_t, 3> group{};  // all 0: the driver chooses
  std::array<std::uint64_t, 3> offset{};
};

// One launch. The kernel's arguments are the outputs, the inputs, the scalars, the images and the samplers, in this order.
struct Launch {
  std::string kernel;
  // Work-items. A kernel that requires a work-group size runs in whole groups and ignores work-items from this number on.
  std::uint64_t items = 0;
  std::vector<std::size_t> outputs;                // bytes of each
  std::vector<std::span<const std::byte>> inputs;  // copied before submit returns
  std::vector<std::uint64_t> scalars;              // as ulong
  std::uint32_t poison = 0;                        // content of the outputs before the launch
  std::vector<Image> images{};                     // copied before submit returns
  std::vector<Sampler> samplers{};                 // only on devices that list image formats
  std::optional<Reduction> reduction{};
  bool may_be_split = false;     // into pieces: work-items depend neither on each other nor on their number (launch_grid.h)
  std::optional<Range> range{};  // replaces `items`, if the device takes ranges (GroupLimits)
};

// The index spaces that a device takes.
struct GroupLimits {
  std::uint64_t items = 0;               // work-items of the largest work-group; 0: unknown
  std::array<std::uint64_t, 3> sizes{};  // the largest size of a work-group in each dimension
  bool takes_ranges = false;
  std::uint64_t largest_offset = ~std::uint64_t{0};  // ranges begin at most at this number; 0: at 0 only
  bool takes_dimensions = true;                      // a launch has a number of dimensions, and not always three
  bool takes_remainders = false;                     // the last work-group of a dimension may be smaller
  bool takes_nothing = false;                        // a launch without work-items succeeds
};

// Returns the work-items of a launch in whole work-groups (Launch::items). A size of 0 requires nothing.
constexpr std::uint64_t in_whole_groups(std::uint64_t items, std::uint64_t group_size) {
  return group_size == 0 ? items : (items + group_size - 1) / group_size * group_size;
}

// Returns the ticks between two readings of a counter with this many bits, which may have wrapped around once.
constexpr std::uint64_t ticks_between(std::uint64_t first, std::uint64_t last, std::uint32_t bits) {
  const std::uint64_t ticks = last - first;
  return bits >= 64 ? ticks : ticks & ((std::uint64_t{1} << bits) - 1);
}

struct Finished {
  std::vector<std::span<const std::byte>> outputs;  // valid until the next wait(); after a reduction, the bytes beyond
                                                    // `used`
  bool wrote_before = false;                        // something was written in front of an output
  std::string wrote_beside{};                       // where a function wrote outside of its output, in words; empty: nowhere
  double device_seconds = 0;                        // time of the kernel alone, by the device's clock
  std::vector<std::vector<std::byte>> images{};     // the written ones, in the order of the launch
  std::span<const std::byte> reduced{};             // the output of the reduction
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void submit(const Launch& launch) = 0;  // precondition: in_flight() < slots()
  virtual Finished wait() = 0;                    // waits for the oldest launch; precondition: in_flight() > 0
  // Returns the complete outputs of the last waited-for launch, if it had a reduction; valid until the next wait().
  virtual std::vector<std::span<const std::byte>> outputs() { return {}; }
  // Returns the work-items of the largest work-group in which the kernel can run; 0: unknown.
  virtual std::uint64_t largest_group(const std::string& /*kernel*/) { return 0; }
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
  // Returns seconds by the host's clock, which bounds the device's time of a launch. A simulated device simulates the clock.
  virtual double host_clock() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
  virtual bool reduces() const { return false; }
  // Returns whether the driver compiles a kernel at its first launch in each work-group size, and not with its program. A
  // kernel for all widths then costs less than one for each.
  virtual bool compiles_at_launch() const { return false; }
  virtual GroupLimits group_limits() const { return {}; }
  // Returns the image formats for launches; without any, no launch has an image of this shape.
  virtual std::vector<ImageFormat> image_formats(ImageUse /*use*/, ImageShape /*shape*/) { return {}; }
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Lists every device, also those that cannot be described. Throws DeviceError(unusable) without a driver.
  virtual std::vector<Description> devices() = 0;
  // Opens a device by an address that devices() returns; empty: the first device. The device may outlive the back end.
  virtual std::unique_ptr<Device> open(const std::string& address) = 0;
};

}  // namespace classay
