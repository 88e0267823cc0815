// The only seam to devices: open one, compile a module, run a kernel over a range of inputs, hand back bits. Knows no type
// of OpenCL, Vulkan or Level Zero; those live behind it.
//
// A stream runs launches in order, with as many in flight as it has slots, so that the device computes one batch while the
// host judges the one before. Output buffers are poisoned before each launch with a pattern that differs from launch to
// launch: a kernel that never ran can not pass with the bits of the one before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace classay {

// What a device says of one floating-point format.
struct FloatSupport {
  bool available = false;
  bool denormals = false;
  bool infinity_and_nan = false;
  bool to_nearest = false;
  bool to_zero = false;
  bool to_infinity = false;
  bool fma = false;
  bool correctly_rounded_divide_sqrt = false;
  bool in_software = false;
  bool operator==(const FloatSupport&) const = default;
};

struct DeviceIdentity {
  std::string address;  // platform:device, as given to --device
  std::string trouble;  // when it can not be described: why. Nothing else but the address is known then
  std::string platform;
  std::string platform_version;
  std::string name;
  std::string vendor;
  std::string driver;
  std::string version;
  std::string language_version;
  std::string profile;
  std::vector<std::string> il_versions;
  std::vector<std::string> extensions;
  std::vector<std::string> features;  // optional ones that it has: "images", "sub-groups"
  // What it says of SPIR-V; nullopt: it knows no such query (cl_khr_spirv_queries, or OpenCL 3.1).
  std::optional<std::vector<std::uint32_t>> spirv_capabilities;
  FloatSupport f16;
  FloatSupport f32;
  FloatSupport f64;
  bool packed_dot_products = false;  // of bytes packed into words, and of vectors of bytes
  bool vector_dot_products = false;
  bool has_compiler = false;
  bool is_custom = false;      // CL_DEVICE_TYPE_CUSTOM, of which the minimum configuration is not required
  bool shares_memory = false;  // with the host: results are mapped, not copied
  bool is_little_endian = true;
  unsigned compute_units = 0;
  unsigned address_bits = 64;  // of a pointer in a kernel
  std::uint64_t global_memory = 0;
  std::uint64_t largest_allocation = 0;
  std::uint64_t local_memory = 0;
};

// What OpenCL asks a device of formats (CL_DEVICE_*_FP_CONFIG), by their names.
struct NamedSupport {
  std::string_view format;
  FloatSupport DeviceIdentity::*of;
};
inline constexpr std::array kFloatSupports{NamedSupport{"f16", &DeviceIdentity::f16},
                                           NamedSupport{"f32", &DeviceIdentity::f32},
                                           NamedSupport{"f64", &DeviceIdentity::f64}};

// What went wrong at a device, by what a run can do about it.
enum class Fault : std::uint8_t {
  unusable,  // no such device, no driver, no compiler
  build,     // the module does not compile: the log is in the message
  out_of_resources,
  lost,     // the device or its driver is gone for this process
  refused,  // any other error code
};

class DeviceError : public std::runtime_error {
 public:
  DeviceError(Fault fault, const std::string& what) : std::runtime_error(what), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
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

// One launch: kernel arguments are first the outputs, then the inputs, then the scalars.
struct Launch {
  std::string kernel;
  std::uint64_t items = 0;                         // work-items
  std::vector<std::size_t> outputs;                // bytes of each
  std::vector<std::span<const std::byte>> inputs;  // copied before submit returns
  std::vector<std::uint64_t> scalars;              // as ulong
  std::uint32_t poison = 0;                        // what outputs hold before the launch
};

struct Finished {
  std::vector<std::span<const std::byte>> outputs;  // valid until the next wait()
  bool wrote_before = false;                        // something was written in front of an output
  double device_seconds = 0;                        // of the kernel alone, by the device's clock
};

class Stream {
 public:
  virtual ~Stream() = default;
  virtual void submit(const Launch& launch) = 0;  // precondition: in_flight() < slots()
  virtual Finished wait() = 0;                    // for the oldest; precondition: in_flight() > 0
  virtual std::size_t in_flight() const = 0;
  virtual std::size_t slots() const = 0;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceIdentity& identity() const = 0;
  virtual std::unique_ptr<Program> build(const Module& module) = 0;
  virtual std::unique_ptr<Stream> stream(Program& program, std::size_t slots) = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  // Every device, also those in trouble; throws DeviceError(unusable) when there is no driver at all.
  virtual std::vector<DeviceIdentity> devices() = 0;
  virtual std::unique_ptr<Device> open(const std::string& address) = 0;
};

std::unique_ptr<Backend> opencl_backend();

}  // namespace classay
