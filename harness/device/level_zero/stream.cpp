// Runs launches through slots. Each slot owns the memory and the events of one launch. Commands of a list may run
// concurrently, so barriers separate filling, kernel and copies. The host waits only for the last event of the launch that
// it needs. A launch in pieces has a list for each piece where lists are queued: a watchdog measures what is submitted.
#include "harness/device/level_zero/stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <limits>
#include <map>
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/launch_grid.h"
#include "harness/device/level_zero/slot.h"
#include "harness/device/poison.h"
#include "harness/device/slot_ring.h"

namespace classay::level_zero {
namespace {

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();
class LevelZeroStream : public Stream {
 public:
  LevelZeroStream(Engine engine, std::shared_ptr<OwnedModule> module, std::size_t slots)
      : engine_(std::move(engine)), module_(std::move(module)), grid_(engine_.has_watchdog), ring_(slots) {
    if (engine_.lists == Lists::immediate) {
      immediate_ = immediate_list(0);
    } else {
      const QueueDesc queue{.group = engine_.queue_group};
      Queue made = nullptr;
      zeCommandQueueCreate(context(), engine_.device, &queue, &made);
      queue_ = OwnedQueue(made_by("zeCommandQueueCreate", made));
    }
    for (Slot& slot : ring_.slots()) slot.ready.reserve(engine_, 1);
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
        [&](const Slot& slot) { (void)zeEventHostSynchronize.code(kernel_name_, *slot.ready.all[0], kForEver); });
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
    kernel_name_ = launch.kernel;
    const auto can_begin = [&](std::uint64_t) {
      return engine_.groups.largest_offset >= launch.items && required_group_size(kernel) == 0;
    };
    const std::vector<Piece> pieces = grid_.pieces(launch, can_begin);
    reserve(slot, launch, pieces.size());
    for (const OwnedEvent& event : slot.pieces_done.all) zeEventHostReset(*event);
    zeEventHostReset(*slot.ready.all[0]);
    is_appending_ = true;  // from here on its memory may be in use
    append(slot, launch, kernel, pieces);
    is_appending_ = false;
    ring_.begin();
  }

  Finished wait() override {
    Slot& slot = ring_.oldest();
    zeEventHostSynchronize.made_for(kernel_name_, *slot.ready.all[0], kForEver);
    ring_.end_oldest();
    Finished finished;
    for (std::size_t piece = 0; piece < slot.pieces; ++piece) {
      finished.device_seconds += seconds(*slot.pieces_done.all[piece]);
    }
    grid_.note(slot.name, slot.items, finished.device_seconds);
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const std::span<const std::byte> all(slot.outputs[i].host(), kGuard + slot.bytes[i]);
      if (slot.reduced_bytes == 0) {
        add_output(finished, all, kGuard, slot.poison);
      } else {
        put_reduced(finished, slot, i, all);
      }
    }
    if (slot.reduced_bytes > 0) finished.reduced = {slot.reduced.host(), slot.reduced_bytes};
    return finished;
  }

  std::vector<std::span<const std::byte>> outputs() override {
    Slot& slot = ring_.last_ended();
    std::vector<std::span<const std::byte>> outputs;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) outputs.emplace_back(slot.outputs[i].host() + kGuard, slot.bytes[i]);
    if (slot.reduced_bytes > 0 && !engine_.shares_memory) fetch_later(slot);
    return outputs;
  }

 private:
  Context context() const { return **engine_.context; }

  OwnedList immediate_list(std::uint32_t index) const {
    const QueueDesc queue{.group = engine_.queue_group, .index = index};
    List list = nullptr;
    zeCommandListCreateImmediate(context(), engine_.device, &queue, &list);
    return OwnedList(made_by("zeCommandListCreateImmediate", list));
  }

  OwnedList new_list() const {
    const ListDesc desc{.group = engine_.queue_group};
    List created = nullptr;
    zeCommandListCreate(context(), engine_.device, &desc, &created);
    return OwnedList(made_by("zeCommandListCreate", created));
  }

  void reserve(Memory& memory, std::size_t bytes) const {
    if (memory.capacity() < bytes || memory.host() == nullptr) memory = Memory(engine_, bytes);
  }

  void reserve(Slot& slot, const Launch& launch, std::size_t pieces) {
    slot.bytes = launch.outputs;
    slot.poison = launch.poison;
    slot.name = launch.kernel;
    slot.items = launch.items;
    slot.pieces = pieces;
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      reserve(slot.outputs[i], kGuard + in_patterns(launch.outputs[i]));
    }
    slot.inputs.resize(std::max(slot.inputs.size(), launch.inputs.size()));
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) reserve(slot.inputs[i], launch.inputs[i].size());
    slot.pieces_done.reserve(engine_, pieces);
    while (engine_.lists == Lists::queued && slot.lists.size() < pieces) slot.lists.push_back(new_list());
    slot.reduced_bytes = launch.reduction ? launch.reduction->bytes : 0;
    if (!launch.reduction) return;
    slot.used = launch.reduction->used;
    reserve(slot.reduced, in_patterns(launch.reduction->bytes));
  }

  List list_of(const Slot& slot, std::size_t piece) const {
    if (engine_.lists == Lists::immediate) return *immediate_;
    List list = *slot.lists[piece];
    zeCommandListReset(list);
    return list;
  }

  void execute(List list) const {
    if (engine_.lists == Lists::immediate) return;
    zeCommandListClose(list);
    zeCommandQueueExecuteCommandLists.made_for(kernel_name_, *queue_, 1, &list, nullptr);
  }

  void append(Slot& slot, const Launch& launch, Kernel kernel, std::span<const Piece> pieces) {
    set_arguments(slot, launch, kernel);
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      List list = list_of(slot, piece);
      if (piece == 0) {
        fill(list, slot);
        upload(list, slot, launch);
      }
      zeCommandListAppendBarrier(list, nullptr, 0, nullptr);
      Event done = *slot.pieces_done.all[piece];
      if (launch.range) {
        append_range(list, launch, kernel, done);
      } else {
        append_piece(list, launch, kernel, pieces[piece], done);
      }
      zeCommandListAppendBarrier(list, nullptr, 1, &done);
      if (piece + 1 == pieces.size()) {
        if (launch.reduction) append_reduction(list, slot, *launch.reduction);
        fetch(list, slot);
        zeCommandListAppendBarrier(list, *slot.ready.all[0], 0, nullptr);
      }
      execute(list);
    }
  }

  void fill(List list, const Slot& slot) const {
    const auto pattern = pattern_of(slot.poison);
    const auto fill = [&](const Memory& memory, std::size_t bytes) {
      zeCommandListAppendMemoryFill(list, memory.device(), pattern.data(), engine_.fill_pattern, bytes, nullptr, 0, nullptr);
    };
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) fill(slot.outputs[i], kGuard + in_patterns(slot.bytes[i]));
    if (slot.reduced_bytes > 0) fill(slot.reduced, in_patterns(slot.reduced_bytes));
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

  template <class Value>
  static void set_argument(Kernel kernel, const std::string& name, std::uint32_t number, const Value& value) {
    zeKernelSetArgumentValue.made_for(name, kernel, number, sizeof value, &value);
  }

  static void set_arguments(const Slot& slot, const Launch& launch, Kernel kernel) {
    std::uint32_t argument = 0;
    const auto set = [&](const auto& value) { set_argument(kernel, launch.kernel, argument++, value); };
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) set(slot.outputs[i].device() + kGuard);
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) set(slot.inputs[i].device());
    for (const std::uint64_t s : launch.scalars) set(s);
  }

  void append_items(List list, Kernel kernel, const std::string& name, std::uint64_t items, Event done) const {
    const std::uint32_t required = required_group_size(kernel);
    const std::uint64_t in_groups = in_whole_groups(items, required);
    const GroupCount count = groups_of(in_groups, required == 0 ? suggested_group_size(kernel, in_groups) : required);
    zeKernelSetGroupSize(kernel, static_cast<std::uint32_t>(in_groups / count.x), 1, 1);
    zeCommandListAppendLaunchKernel.made_for(name, list, kernel, &count, done, 0, nullptr);
  }

  void append_piece(List list, const Launch& launch, Kernel kernel, const Piece& piece, Event done) const {
    if (piece.first > 0) set_offset(kernel, {piece.first, 0, 0});
    append_items(list, kernel, launch.kernel, piece.count, done);
    if (piece.first > 0) set_offset(kernel, {});
  }

  void append_reduction(List list, const Slot& slot, const Reduction& reduction) {
    Kernel kernel = kernel_of(dynamic_cast<const LevelZeroProgram&>(*reduction.program).get(), reduction.kernel);
    std::uint32_t argument = 0;
    const auto set = [&](const auto& value) { set_argument(kernel, reduction.kernel, argument++, value); };
    set(slot.reduced.device());
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) set(slot.outputs[i].device() + kGuard);
    for (const std::uint64_t s : reduction.scalars) set(s);
    append_items(list, kernel, reduction.kernel, reduction.items, nullptr);
    zeCommandListAppendBarrier(list, nullptr, 0, nullptr);
  }

  void append_range(List list, const Launch& launch, Kernel kernel, Event done) const {
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
    zeCommandListAppendLaunchKernel.made_for(launch.kernel, list, kernel, &count, done, 0, nullptr);
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

  Kernel kernel_named(const std::string& name) { return kernel_of(module_, name); }

  Kernel kernel_of(const std::shared_ptr<OwnedModule>& module, const std::string& name) {
    OwnedKernel& kernel = kernels_[{module, name}];
    if (*kernel == nullptr) {
      const KernelDesc desc{.name = name.c_str()};
      Kernel created = nullptr;
      zeKernelCreate.made_for(name, **module, &desc, &created);
      kernel = OwnedKernel(made_by("zeKernelCreate", created));
    }
    return *kernel;
  }

  static void append_copy(List list, const Memory& memory, const Bytes& part) {
    if (part.count == 0) return;
    zeCommandListAppendMemoryCopy(list, memory.host() + part.first, memory.device() + part.first, part.count, nullptr, 0,
                                  nullptr);
  }

  static void append_complete_copy(List list, const Slot& slot) {
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const Bytes all{0, kGuard + slot.bytes[i]};
      mark({slot.outputs[i].host(), all.count}, slot.poison);
      append_copy(list, slot.outputs[i], all);
    }
  }

  void fetch(List list, const Slot& slot) const {
    if (engine_.shares_memory) return;
    if (slot.reduced_bytes == 0) return append_complete_copy(list, slot);
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      for (const Bytes& part : parts_read(slot, i)) {
        mark({slot.outputs[i].host() + part.first, part.count}, unread(slot.poison));
        append_copy(list, slot.outputs[i], part);
      }
    }
    // Bytes of the result that are not copied must look like bytes that were not written.
    classay::fill({slot.reduced.host(), slot.reduced_bytes}, slot.poison);
    append_copy(list, slot.reduced, {0, slot.reduced_bytes});
  }

  void put_reduced(Finished& finished, const Slot& slot, std::size_t output, std::span<const std::byte> all) const {
    std::array<std::span<const std::byte>, 2> read;
    for (std::size_t p = 0; p < read.size(); ++p) {
      const Bytes part = parts_read(slot, output).at(p);
      read.at(p) = all.subspan(part.first, part.count);
      if (engine_.shares_memory) continue;
      require_read(read.at(p), slot.poison, "zeCommandListAppendMemoryCopy", "ZE_RESULT_SUCCESS");
    }
    add_reduced_output(finished, read[0], read[1], slot.poison);
  }

  // Copies the complete outputs of a launch that has ended. An immediate list of its own does not wait for the launches in
  // flight.
  void fetch_later(Slot& slot) {
    const bool is_immediate = engine_.lists == Lists::immediate;
    if (is_immediate && *copies_ == nullptr) copies_ = immediate_list(engine_.queues > 1 ? 1 : 0);
    List list = is_immediate ? *copies_ : list_of(slot, 0);
    zeEventHostReset(*slot.ready.all[0]);
    is_appending_ = true;
    append_complete_copy(list, slot);
    zeCommandListAppendBarrier(list, *slot.ready.all[0], 0, nullptr);
    execute(list);
    zeEventHostSynchronize.made_for(slot.name, *slot.ready.all[0], kForEver);
    is_appending_ = false;
  }

  double seconds(Event event) const {
    KernelTimestamps t;
    zeEventQueryKernelTimestamp(event, &t);
    return static_cast<double>(ticks_between(t.global.start, t.global.end, engine_.clock_bits)) * engine_.seconds_of_tick;
  }

  // By module and name. A kernel keeps its module.
  using Kernels = std::map<std::pair<std::shared_ptr<OwnedModule>, std::string>, OwnedKernel>;

  // Keeps whatever the device may still read and write until the process ends.
  void leak() {
    struct Kept {
      std::vector<Slot> slots;
      Kernels kernels;
      OwnedList list;
      OwnedList copies;
      OwnedQueue queue;
      std::shared_ptr<OwnedModule> module;
    };
    static auto* const kKept = new std::vector<Kept>;
    kKept->push_back({std::move(ring_.slots()), std::move(kernels_), std::move(immediate_), std::move(copies_),
                      std::move(queue_), std::move(module_)});
  }

  // Declared in the order of creation; destroyed in reverse.
  Engine engine_;
  std::shared_ptr<OwnedModule> module_;
  OwnedQueue queue_;
  OwnedList immediate_;
  OwnedList copies_;  // only with immediate lists, from the first use on
  Kernels kernels_;   // commands in flight may use any of them
  LaunchGrid grid_;
  SlotRing<Slot> ring_;
  bool is_appending_ = false;
  std::string kernel_name_;
  int exceptions_before_ = std::uncaught_exceptions();
};

}  // namespace

std::unique_ptr<Stream> make_stream(const Engine& engine, Program& program, std::size_t slots) {
  return std::make_unique<LevelZeroStream>(engine, dynamic_cast<LevelZeroProgram&>(program).get(), slots);
}

}  // namespace classay::level_zero
