#include <algorithm>
#include <bit>
#include <limits>

#include "harness/device/level_zero/description.h"
#include "harness/device/level_zero/stream.h"
#include "harness/device/listing.h"
#include "harness/device/poison.h"
#include "harness/device/registry.h"

namespace classay {
namespace {

using namespace level_zero;  // NOLINT(google-build-using-namespace): of this file alone

std::vector<Driver> drivers() {
  const std::uint32_t code = zeInit.code({}, 0);
  ending::watch_again();
  std::vector<Driver> all;
  if (code == kSuccess) {
    all = listed_by<Driver>([](Count count, Driver* found) { zeDriverGet(count, found); });
  } else if (code != kUninitialized) {
    checked(code, zeInit.name());
  }
  if (!all.empty()) return all;
  throw DeviceError(Fault::unusable,
                    "no Level Zero driver is installed: the loader finds none (zeInit: " + error_name(code) + ")");
}

Listing<Listed> listed_devices() {
  Listing<Listed> listing{.backend = kBackendName, .devices = {}, .troubles = {}};
  std::size_t number = 0;
  for (Driver driver : drivers()) {
    const std::string prefix = kPrefix + std::to_string(number++) + ":";
    try {
      std::size_t d = 0;
      const auto ask = [&](Count count, DeviceId* found) { zeDeviceGet(driver, count, found); };
      for (DeviceId device : listed_by<DeviceId>(ask)) {
        listing.devices.push_back({driver, device, prefix + std::to_string(d++)});
      }
    } catch (const DeviceError& e) {
      listing.troubles.emplace_back(prefix + "-", e);
    }
  }
  return listing;
}

void take_queues(Engine& engine) {
  const auto ask = [&](Count count, QueueGroupProperties* all) {
    zeDeviceGetCommandQueueGroupProperties(engine.device, count, all);
  };
  const std::vector<QueueGroupProperties> groups = listed_by<QueueGroupProperties>(ask);
  const auto found = std::ranges::find_if(groups, [](const QueueGroupProperties& g) { return (g.flags & kCompute) != 0; });
  if (found == groups.end()) throw DeviceError(Fault::unusable, "the device has no queue that computes");
  engine.queue_group = static_cast<std::uint32_t>(found - groups.begin());
  engine.queues = found->queues;
  engine.fill_pattern = std::bit_floor(std::clamp<std::size_t>(found->fill_pattern_size, 4, kLongestPattern));
}

void take_clock(Engine& engine, Driver driver) {
  const DeviceProperties p = device_properties(driver, engine.device);
  const auto resolution = static_cast<double>(p.timer_resolution);
  engine.seconds_of_tick = p.head.type == kWithTicksASecond ? 1 / resolution : resolution * 1e-9;
  const std::uint32_t bits = p.kernel_timestamp_bits;
  engine.clock_bits = bits == 0 ? 64 : bits;
}

// Offsets are an extension, whose call takes 32 bits.
std::uint64_t largest_offset(const Capabilities& device) {
  return device.has_extension("ZE_experimental_global_offset") ? std::numeric_limits<std::uint32_t>::max() : 0;
}

class LevelZeroDevice : public Device {
 public:
  explicit LevelZeroDevice(const Listed& listed) : description_(described(listed)) {
    engine_.device = listed.device;
    engine_.shares_memory = description_.capabilities.shares_memory;
    engine_.lists = chosen_lists();
    engine_.has_watchdog = description_.identity.type == "gpu";
    ComputeProperties compute;
    zeDeviceGetComputeProperties(listed.device, &compute);
    engine_.group_size = std::max(1U, std::min(compute.group_size, compute.group_size_x));
    engine_.groups = {.items = std::max(1U, compute.group_size),
                      .sizes = {std::max(1U, compute.group_size_x), std::max(1U, compute.group_size_y),
                                std::max(1U, compute.group_size_z)},
                      .takes_ranges = true,
                      .largest_offset = largest_offset(description_.capabilities),
                      .takes_dimensions = false};
    take_queues(engine_);
    take_clock(engine_, listed.driver);
    const ContextDesc desc;
    Context context = nullptr;
    zeContextCreate(listed.driver, &desc, &context);
    ending::watch_again();
    engine_.context = std::make_shared<OwnedContext>(made_by("zeContextCreate", context));
  }

  const Description& description() const override { return description_; }
  GroupLimits group_limits() const override { return engine_.groups; }
  bool reduces() const override { return true; }

  std::unique_ptr<Program> build(const Module& module) override {
    const auto& lacks = description_.capabilities.lacks;
    const bool is_source = module.il.empty();
    if (const auto lacking = lacks.find(is_source ? Ability::opencl_c : Ability::spirv); lacking != lacks.end()) {
      throw DeviceError(Fault::unusable, description_.identity.name + " cannot build it: " + lacking->second);
    }
    return level_zero::build(engine_, module);
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    return make_stream(engine_, program, slots);
  }

 private:
  Description description_;
  Engine engine_;
};

class LevelZeroBackend : public Backend {
 public:
  std::vector<Description> devices() override { return listed_devices().described(described); }

  std::unique_ptr<Device> open(const std::string& address) override {
    return std::make_unique<LevelZeroDevice>(listed_devices().at(address));
  }
};

}  // namespace

std::unique_ptr<Backend> level_zero_backend() { return std::make_unique<LevelZeroBackend>(); }

}  // namespace classay
