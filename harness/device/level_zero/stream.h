// Builds programs and makes streams of the Level Zero back end. Private to this folder.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "harness/device/backend.h"
#include "harness/device/level_zero/api.h"
#include "harness/device/level_zero/description.h"

namespace classay::level_zero {

// Owns a handle. Errors of its destruction are ignored, since no result depends on them.
template <class Handle, const auto& kDestroy>
class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    // The check complains about parentheses that the compiler adds around kDestroy.
    if (handle_ != nullptr) (void)kDestroy.code({}, handle_);  // NOLINT(readability-redundant-parentheses)
  }
  Handle operator*() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

using OwnedContext = Owned<Context, zeContextDestroy>;
using OwnedModule = Owned<ModuleId, zeModuleDestroy>;
using OwnedKernel = Owned<Kernel, zeKernelDestroy>;
using OwnedQueue = Owned<Queue, zeCommandQueueDestroy>;
using OwnedList = Owned<List, zeCommandListDestroy>;
using OwnedPool = Owned<EventPool, zeEventPoolDestroy>;
using OwnedEvent = Owned<Event, zeEventDestroy>;

struct Engine {
  std::shared_ptr<OwnedContext> context;
  DeviceId device = nullptr;
  bool shares_memory = false;
  Lists lists = Lists::immediate;
  std::uint32_t queue_group = 0;
  std::uint32_t queues = 1;      // in this group
  bool has_watchdog = false;     // launches are split by time (harness/device/launch_grid.h)
  std::size_t fill_pattern = 4;  // bytes
  std::uint32_t group_size = 1;  // maximum work-group size in one dimension
  GroupLimits groups{};          // of ranges
  double seconds_of_tick = 0;
  std::uint32_t clock_bits = 64;  // valid bits of a timestamp
};

std::unique_ptr<Program> build(const Engine& engine, const Module& module);
std::unique_ptr<Stream> make_stream(const Engine& engine, Program& program, std::size_t slots);

// Divides work-items into work-groups of one size that the device takes, with exactly as many work-items in total.
GroupCount groups_of(std::uint64_t items, std::uint32_t group_size);

// Returns the work-group size of a range: its own, or one that divides it and is close to the driver's suggestion. Throws
// DeviceError for a range with a remainder, which this API lacks, or with an offset that the driver lacks.
std::array<std::uint32_t, 3> group_of(const Range& range, const std::array<std::uint32_t, 3>& suggested,
                                      const GroupLimits& limits);

class LevelZeroProgram : public Program {
 public:
  LevelZeroProgram(OwnedModule module, std::string log, double seconds)
      : module_(std::make_shared<OwnedModule>(std::move(module))), log_(std::move(log)), seconds_(seconds) {}
  const std::string& log() const override { return log_; }
  double build_seconds() const override { return seconds_; }
  const std::shared_ptr<OwnedModule>& get() const { return module_; }

 private:
  std::shared_ptr<OwnedModule> module_;
  std::string log_;
  double seconds_;
};

}  // namespace classay::level_zero
