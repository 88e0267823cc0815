// Builds programs, and runs launches through slots. Each slot owns the memory and the events of one launch. Commands of a
// list may run concurrently, so barriers separate filling, kernel and copies. The host waits only for the last event of the
// launch that it needs.
#include "harness/device/level_zero/stream.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <limits>
#include <map>

#include "harness/device/driver_call.h"
#include "harness/device/poison.h"
#include "harness/device/slot_ring.h"

namespace classay::level_zero {
namespace {

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kGuard = 4096;  // bytes in front of each output, a multiple of any pattern

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

// Memory that the host and the device see: one allocation if they share memory, two if not.
class Memory {
 public:
  Memory() = default;
  Memory(const Engine& engine, std::size_t bytes) : Memory() {
    context_ = engine.context;
    capacity_ = std::max<std::size_t>(bytes, 1);
    const HostMemoryDesc host_desc;
    zeMemAllocHost(**context_, &host_desc, capacity_, kLongestPattern, &host_);
    device_ = made_by("zeMemAllocHost", host_);
    if (engine.shares_memory) return;
    const DeviceMemoryDesc device_desc;
    device_ = nullptr;
    zeMemAllocDevice(**context_, &device_desc, capacity_, kLongestPattern, engine.device, &device_);
    made_by("zeMemAllocDevice", device_);
  }
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(host_, other.host_);
    std::swap(device_, other.device_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (device_ != nullptr && device_ != host_) (void)zeMemFree.code({}, **context_, device_);
    if (host_ != nullptr) (void)zeMemFree.code({}, **context_, host_);
  }

  std::byte* host() const { return static_cast<std::byte*>(host_); }
  std::byte* device() const { return static_cast<std::byte*>(device_); }
  std::size_t capacity() const { return capacity_; }

 private:
  std::shared_ptr<OwnedContext> context_;
  void* host_ = nullptr;
  void* device_ = nullptr;
  std::size_t capacity_ = 0;
};

struct Slot {
  std::vector<Memory> outputs;  // a guard, then the kernel's part
  std::vector<Memory> inputs;
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  OwnedEvent kernel_done;
  OwnedEvent ready;  // all outputs are visible to the host
  OwnedList list;    // only with queued lists
};

class LevelZeroStream : public Stream {
 public:
  LevelZeroStream(Engine engine, std::shared_ptr<OwnedModule> module, std::size_t slots)
      : engine_(std::move(engine)), module_(std::move(module)), ring_(slots) {
    const EventPoolDesc pool{.count = static_cast<std::uint32_t>(2 * slots)};
    EventPool created = nullptr;
    zeEventPoolCreate(context(), &pool, 1, &engine_.device, &created);
    pool_ = OwnedPool(made_by("zeEventPoolCreate", created));
    const QueueDesc queue{.group = engine_.queue_group};
    if (engine_.lists == Lists::immediate) {
      List list = nullptr;
      zeCommandListCreateImmediate(context(), engine_.device, &queue, &list);
      immediate_ = OwnedList(made_by("zeCommandListCreateImmediate", list));
    } else {
      Queue made = nullptr;
      zeCommandQueueCreate(context(), engine_.device, &queue, &made);
      queue_ = OwnedQueue(made_by("zeCommandQueueCreate", made));
    }
    for (std::size_t i = 0; i < slots; ++i) set_up(ring_.slots()[i], static_cast<std::uint32_t>(2 * i));
  }
  LevelZeroStream(const LevelZeroStream&) = delete;
  LevelZeroStream& operator=(const LevelZeroStream&) = delete;

  // After an error the device may never respond, so it is not waited for, and the error is propagated. Memory that the
  // device may still use is then not freed.
  ~LevelZeroStream() override {
    ending::launches_in_flight(0);
    if (std::uncaught_exceptions() > exceptions_before_) {
      if (ring_.in_flight() > 0 || is_appending_) leak();
      return;
    }
    ring_.for_each_in_flight(
        [&](const Slot& slot) { (void)zeEventHostSynchronize.code(kernel_name_, *slot.ready, kForEver); });
  }

  std::size_t in_flight() const override { return ring_.in_flight(); }
  std::size_t slots() const override { return ring_.size(); }
  // The driver suggests no size that is too large for the kernel.
  std::uint64_t largest_group(const std::string& kernel) override {
    return suggested_group_size(kernel_named(kernel), engine_.group_size);
  }

  void submit(const Launch& launch) override {
    Slot& slot = ring_.next();
    Kernel kernel = kernel_named(launch.kernel);  // first: if it does not exist, nothing is in flight
    reserve(slot, launch);
    zeEventHostReset(*slot.kernel_done);
    zeEventHostReset(*slot.ready);
    is_appending_ = true;  // from here on its memory may be in use
    append(slot, launch, kernel);
    is_appending_ = false;
    ring_.begin();
  }

  Finished wait() override {
    Slot& slot = ring_.oldest();
    zeEventHostSynchronize.made_for(kernel_name_, *slot.ready, kForEver);
    ring_.end_oldest();
    Finished finished{.device_seconds = seconds(*slot.kernel_done)};
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      add_output(finished, {slot.outputs[i].host(), kGuard + slot.bytes[i]}, kGuard, slot.poison);
    }
    return finished;
  }

 private:
  Context context() const { return **engine_.context; }

  void set_up(Slot& slot, std::uint32_t first_event) const {
    for (OwnedEvent* event : {&slot.kernel_done, &slot.ready}) {
      const EventDesc desc{.index = first_event++, .signal = kHostScope, .wait = kDeviceScope};
      Event created = nullptr;
      zeEventCreate(*pool_, &desc, &created);
      *event = OwnedEvent(made_by("zeEventCreate", created));
    }
    if (engine_.lists == Lists::immediate) return;
    const ListDesc desc{.group = engine_.queue_group};
    List created = nullptr;
    zeCommandListCreate(context(), engine_.device, &desc, &created);
    slot.list = OwnedList(made_by("zeCommandListCreate", created));
  }

  void reserve(Slot& slot, const Launch& launch) const {
    slot.bytes = launch.outputs;
    slot.poison = launch.poison;
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      const std::size_t needed = kGuard + in_patterns(launch.outputs[i]);
      if (slot.outputs[i].capacity() < needed) slot.outputs[i] = Memory(engine_, needed);
    }
    slot.inputs.resize(std::max(slot.inputs.size(), launch.inputs.size()));
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      const std::size_t needed = launch.inputs[i].size();
      if (slot.inputs[i].capacity() < needed || slot.inputs[i].host() == nullptr) slot.inputs[i] = Memory(engine_, needed);
    }
  }

  void append(Slot& slot, const Launch& launch, Kernel kernel) {
    List list = *immediate_;
    if (engine_.lists == Lists::queued) {
      list = *slot.list;
      zeCommandListReset(list);
    }
    fill(list, slot);
    upload(list, slot, launch);
    zeCommandListAppendBarrier(list, nullptr, 0, nullptr);
    append_kernel(list, slot, launch, kernel);
    Event kernel_done = *slot.kernel_done;
    zeCommandListAppendBarrier(list, nullptr, 1, &kernel_done);
    fetch(list, slot);
    zeCommandListAppendBarrier(list, *slot.ready, 0, nullptr);
    if (engine_.lists == Lists::immediate) return;
    zeCommandListClose(list);
    zeCommandQueueExecuteCommandLists.made_for(kernel_name_, *queue_, 1, &list, nullptr);
  }

  void fill(List list, const Slot& slot) const {
    const auto pattern = pattern_of(slot.poison);
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      zeCommandListAppendMemoryFill(list, slot.outputs[i].device(), pattern.data(), engine_.fill_pattern,
                                    kGuard + in_patterns(slot.bytes[i]), nullptr, 0, nullptr);
    }
  }

  // The host's copy is free: the previous launch that read it has been waited for.
  void upload(List list, const Slot& slot, const Launch& launch) const {
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      const std::span<const std::byte> input = launch.inputs[i];
      if (input.empty()) continue;
      const Memory& memory = slot.inputs[i];
      std::memcpy(memory.host(), input.data(), input.size());
      if (engine_.shares_memory) continue;
      zeCommandListAppendMemoryCopy(list, memory.device(), memory.host(), input.size(), nullptr, 0, nullptr);
    }
  }

  void append_kernel(List list, const Slot& slot, const Launch& launch, Kernel kernel) const {
    std::uint32_t argument = 0;
    const auto set = [&](const auto& value) {
      zeKernelSetArgumentValue.made_for(launch.kernel, kernel, argument++, sizeof value, &value);
    };
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) set(slot.outputs[i].device() + kGuard);
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) set(slot.inputs[i].device());
    for (const std::uint64_t s : launch.scalars) set(s);
    if (launch.range) return append_range(list, slot, launch, kernel);
    const std::uint32_t required = required_group_size(kernel);
    const std::uint64_t items = in_whole_groups(launch.items, required);
    const GroupCount count = groups_of(items, required == 0 ? suggested_group_size(kernel, items) : required);
    zeKernelSetGroupSize(kernel, static_cast<std::uint32_t>(items / count.x), 1, 1);
    zeCommandListAppendLaunchKernel.made_for(launch.kernel, list, kernel, &count, *slot.kernel_done, 0, nullptr);
  }

  void append_range(List list, const Slot& slot, const Launch& launch, Kernel kernel) const {
    std::array<std::uint32_t, 3> size{};
    for (std::size_t d = 0; d < size.size(); ++d) size.at(d) = static_cast<std::uint32_t>(launch.range->size.at(d));
    std::array<std::uint32_t, 3> suggested{1, 1, 1};
    if (launch.range->group[0] == 0) {
      zeKernelSuggestGroupSize(kernel, size[0], size[1], size[2], &suggested[0], &suggested[1], &suggested[2]);
    }
    const std::array<std::uint32_t, 3> group = group_of(*launch.range, suggested, engine_.groups);
    const GroupCount count{.x = size[0] / group[0], .y = size[1] / group[1], .z = size[2] / group[2]};
    zeKernelSetGroupSize(kernel, group[0], group[1], group[2]);
    const bool has_offset = std::ranges::any_of(launch.range->offset, [](std::uint64_t o) { return o != 0; });
    if (has_offset) set_offset(kernel, launch.range->offset);
    zeCommandListAppendLaunchKernel.made_for(launch.kernel, list, kernel, &count, *slot.kernel_done, 0, nullptr);
    if (has_offset) set_offset(kernel, {});
  }

  // The kernel keeps the offset for all launches that follow.
  static void set_offset(Kernel kernel, const std::array<std::uint64_t, 3>& offset) {
    const auto of = [&](std::size_t d) { return static_cast<std::uint32_t>(offset.at(d)); };
    zeKernelSetGlobalOffsetExp(kernel, of(0), of(1), of(2));
  }

  // Returns the work-group size that the kernel requires; 0: none.
  static std::uint32_t required_group_size(Kernel kernel) {
    KernelProperties kept;
    zeKernelGetProperties(kernel, &kept);
    return static_cast<std::uint32_t>(believable_group_size("zeKernelGetProperties", kept.required_group_x));
  }

  // A kernel may have a smaller maximum than the device, which the driver's suggestion shows.
  std::uint32_t suggested_group_size(Kernel kernel, std::uint64_t items) const {
    const auto across =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(items, std::numeric_limits<std::uint32_t>::max()));
    GroupCount suggested;
    zeKernelSuggestGroupSize(kernel, across, 1, 1, &suggested.x, &suggested.y, &suggested.z);
    return std::clamp(suggested.x, 1U, engine_.group_size);
  }

  Kernel kernel_named(const std::string& name) {
    kernel_name_ = name;
    OwnedKernel& kernel = kernels_[name];
    if (*kernel == nullptr) {
      const KernelDesc desc{.name = name.c_str()};
      Kernel created = nullptr;
      zeKernelCreate.made_for(name, **module_, &desc, &created);
      kernel = OwnedKernel(made_by("zeKernelCreate", created));
    }
    return *kernel;
  }

  void fetch(List list, const Slot& slot) const {
    if (engine_.shares_memory) return;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const Memory& memory = slot.outputs[i];
      const std::size_t bytes = kGuard + slot.bytes[i];
      mark({memory.host(), bytes}, slot.poison);
      zeCommandListAppendMemoryCopy(list, memory.host(), memory.device(), bytes, nullptr, 0, nullptr);
    }
  }

  double seconds(Event event) const {
    KernelTimestamps t;
    zeEventQueryKernelTimestamp(event, &t);
    return static_cast<double>(ticks_between(t.global.start, t.global.end, engine_.clock_bits)) * engine_.seconds_of_tick;
  }

  // Keeps whatever the device may still read and write until the process ends.
  void leak() {
    struct Kept {
      std::vector<Slot> slots;
      std::map<std::string, OwnedKernel> kernels;
      OwnedPool pool;
      OwnedList list;
      OwnedQueue queue;
      std::shared_ptr<OwnedModule> module;
    };
    static auto* const kKept = new std::vector<Kept>;
    kKept->push_back({std::move(ring_.slots()), std::move(kernels_), std::move(pool_), std::move(immediate_),
                      std::move(queue_), std::move(module_)});
  }

  // Declared in the order of creation; destroyed in reverse.
  Engine engine_;
  std::shared_ptr<OwnedModule> module_;
  OwnedPool pool_;
  OwnedQueue queue_;
  OwnedList immediate_;
  std::map<std::string, OwnedKernel> kernels_;  // commands in flight may use any of them
  SlotRing<Slot> ring_;
  bool is_appending_ = false;
  std::string kernel_name_;
  int exceptions_before_ = std::uncaught_exceptions();
};

// Empty if the driver does not return it: the program is still usable.
std::string taken_log(BuildLog log) {
  if (log == nullptr) return "";
  std::size_t size = 0;
  std::string text;
  if (zeModuleBuildLogGetString.code({}, log, &size, nullptr) == kSuccess && size > 0) {
    size = believable_size("the build log", size);
    text.resize(size);
    if (zeModuleBuildLogGetString.code({}, log, &size, text.data()) != kSuccess) text.clear();
  }
  (void)zeModuleBuildLogDestroy.code({}, log);
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
  return text;
}

// Translates options to Level Zero's names; OpenCL options without such a name are passed to the driver unchanged.
std::string options_of(std::string options) {
  constexpr std::string_view kOpencl = "-cl-opt-disable";
  if (const std::size_t at = options.find(kOpencl); at != std::string::npos) {
    options.replace(at, kOpencl.size(), "-ze-opt-disable");
  }
  return options;
}

}  // namespace

std::unique_ptr<Program> build(const Engine& engine, const Module& module) {
  const auto start = std::chrono::steady_clock::now();
  const std::string options = options_of(module.options);
  const ModuleDesc desc{.bytes = module.il.size() * sizeof module.il[0],
                        .module = reinterpret_cast<const std::uint8_t*>(module.il.data()),
                        .options = options.c_str()};
  ModuleId built = nullptr;
  BuildLog log = nullptr;
  const std::uint32_t code = zeModuleCreate.code({}, **engine.context, engine.device, &desc, &built, &log);
  ending::watch_again();  // compilers are loaded on demand
  std::string text = taken_log(log);
  checked(code, zeModuleCreate.name(), text);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return std::make_unique<LevelZeroProgram>(OwnedModule(made_by("zeModuleCreate", built)), std::move(text), took.count());
}

std::unique_ptr<Stream> make_stream(const Engine& engine, Program& program, std::size_t slots) {
  return std::make_unique<LevelZeroStream>(engine, dynamic_cast<LevelZeroProgram&>(program).get(), slots);
}

}  // namespace classay::level_zero
