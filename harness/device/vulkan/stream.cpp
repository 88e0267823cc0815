// Runs launches through slots. Each slot owns the buffers of one launch, its commands, and its fence. If the device's memory
// is the host's, outputs are read in place. If not, the launch itself copies them to memory that the host reads fast; after
// a reduction it copies the guards only. A launch in pieces is a submission for each piece: a watchdog measures submissions.
#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "harness/device/poison.h"
#include "harness/device/slot_ring.h"
#include "harness/device/vulkan/dispatch.h"
#include "harness/device/vulkan/program.h"
#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

// In front of each output; a multiple of every device's offset alignment.
constexpr std::size_t kGuard = 4096;

constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
constexpr VkBufferUsageFlags kAnyUse = kStorage | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;

// Bytes of an output's buffer: whole words.
constexpr std::size_t held(std::size_t output) { return (kGuard + output + 3) / 4 * 4; }

// A buffer of the device and, if the host does not read it in place, a copy that the host sees.
struct Shared {
  Buffer buffer;
  Buffer copy;
  bool is_copied() const { return copy.host != nullptr; }
  std::byte* host() const { return is_copied() ? copy.host : buffer.host; }
};

struct Slot {
  std::vector<Shared> outputs;
  std::vector<Shared> inputs;
  LaunchImages images;
  Dispatch kernel;
  Dispatch reduction;
  Shared reduced;                  // output of the reduction
  std::size_t reduced_bytes = 0;   // 0: the launch has none
  std::vector<std::size_t> used;   // for each output: the bytes that only the reduction reads
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  std::string name;                // the kernel's
  std::uint64_t items = 0;
  std::vector<VkCommandBuffer> commands;  // one for each piece
  std::size_t pieces = 0;
  Fence done;
  QueryPool clock;  // two timestamps for each piece
  std::size_t clock_pieces = 0;
};

// A part of a buffer.
struct Bytes {
  std::size_t first = 0;
  std::size_t count = 0;
};

void copy(VkCommandBuffer commands, const Buffer& from, const Buffer& to, const Bytes& part) {
  const VkBufferCopy region{.srcOffset = part.first, .dstOffset = part.first, .size = part.count};
  if (part.count > 0) vkCmdCopyBuffer(commands, from.handle.get(), to.handle.get(), 1, &region);
}

VkDescriptorBufferInfo behind_guard(const Shared& output) {
  return {output.buffer.handle.get(), kGuard, output.buffer.bytes - kGuard};
}

// Returns a launch with the arguments of a reduction.
Launch as_launch(const Reduction& reduction, std::size_t inputs) {
  return {.kernel = reduction.kernel,
          .items = reduction.items,
          .outputs = {reduction.bytes},
          .inputs = std::vector<std::span<const std::byte>>(inputs),
          .scalars = reduction.scalars};
}

class VulkanStream : public Stream {
 public:
  VulkanStream(VulkanProgram& program, std::size_t slots, const StreamOptions& options)
      : program_(program),
        device_(program.device()),
        reads_in_place_(options.reads_in_place),
        grid_(options.has_watchdog),
        ring_(slots) {
    const VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                       .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                       .queueFamilyIndex = device_->family()};
    commands_ = created<CommandPool>(vkCreateCommandPool, "vkCreateCommandPool", device_->get(), pool);
    for (Slot& slot : ring_.slots()) slot.done = new_fence();
  }
  VulkanStream(const VulkanStream&) = delete;
  VulkanStream& operator=(const VulkanStream&) = delete;

  // Nothing may be freed that a launch in flight uses. After an error the device may never respond, and the objects in use
  // are kept until the process ends.
  ~VulkanStream() override {
    ending::launches_in_flight(0);
    const ending::Calling calling("vkQueueWaitIdle");
    if (ring_.in_flight() > 0 || is_submitting_) (void)vkQueueWaitIdle(device_->queue());
  }

  std::size_t in_flight() const override { return ring_.in_flight(); }
  std::size_t slots() const override { return ring_.size(); }

  void submit(const Launch& launch) override {
    const ending::Calling calling("vkQueueSubmit", launch.kernel);
    Slot& slot = ring_.next();
    const Kernel& kernel = program_.kernel(launch.kernel);
    reserve(slot, launch, kernel);
    const std::vector<Piece> pieces =
        grid_.pieces(launch, [&](std::uint64_t length) { return can_begin_at(length, launch, program_); });
    prepare(slot, launch, pieces);
    record(slot, launch, pieces.size());
    VkFence fence = slot.done.get();
    checked(vkResetFences(device_->get(), 1, &fence), "vkResetFences");
    is_submitting_ = true;  // from here on its memory may be in use
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      submit_to(device_->queue(), slot.commands[piece], piece + 1 == pieces.size() ? fence : VkFence{});
    }
    is_submitting_ = false;
    ring_.begin();
  }

  Finished wait() override {
    Slot& slot = ring_.oldest();
    await(slot.done);
    ring_.end_oldest();
    Finished finished{.device_seconds = seconds(slot)};
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
    finished.images = slot.images.written();
    return finished;
  }

  std::vector<std::span<const std::byte>> outputs() override {
    Slot& slot = ring_.last_ended();
    std::vector<std::span<const std::byte>> outputs;
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) outputs.emplace_back(slot.outputs[i].host() + kGuard, slot.bytes[i]);
    const auto is_copied = [](const Shared& output) { return output.is_copied(); };
    if (slot.reduced_bytes > 0 && std::ranges::any_of(slot.outputs, is_copied)) fetch(slot);
    return outputs;
  }

 private:
  Fence new_fence() const {
    const VkFenceCreateInfo fence{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    return created<Fence>(vkCreateFence, "vkCreateFence", device_->get(), fence);
  }

  static void submit_to(VkQueue queue, VkCommandBuffer commands, VkFence fence) {
    const VkSubmitInfo info{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    checked(vkQueueSubmit(queue, 1, &info, fence), "vkQueueSubmit");
  }

  void await(const Fence& done) const {
    const ending::Calling calling("vkWaitForFences");
    VkFence fence = done.get();
    checked(vkWaitForFences(device_->get(), 1, &fence, VK_TRUE, std::numeric_limits<std::uint64_t>::max()),
            "vkWaitForFences");
  }

  VkCommandBuffer new_commands() const {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = commands_.get(),
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands = nullptr;
    checked(vkAllocateCommandBuffers(device_->get(), &info, &commands), "vkAllocateCommandBuffers");
    return commands;
  }

  static void begin(VkCommandBuffer commands) {
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    checked(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  }

  double seconds(const Slot& slot) const {
    if (!device_->has_clock()) return 0;
    std::vector<std::uint64_t> ticks(2 * slot.pieces);
    checked(vkGetQueryPoolResults(device_->get(), slot.clock.get(), 0, static_cast<std::uint32_t>(ticks.size()),
                                  ticks.size() * sizeof ticks[0], ticks.data(), sizeof ticks[0], VK_QUERY_RESULT_64_BIT),
            "vkGetQueryPoolResults");
    double passed = 0;
    for (std::size_t i = 0; i < ticks.size(); i += 2) {
      passed += static_cast<double>(ticks_between(ticks[i], ticks[i + 1], device_->clock_bits()));
    }
    return passed * static_cast<double>(device_->limits().timestampPeriod) * 1e-9;
  }

  Shared shared(std::size_t bytes, VkBufferUsageFlags usage, Where copy) const {
    Shared s{.buffer = device_->buffer(bytes, usage, Where::device), .copy = {}};
    if (s.buffer.host == nullptr || !reads_in_place_) s.copy = device_->buffer(bytes, usage, copy);
    return s;
  }

  void reserve(Slot& slot, const Launch& launch, const Kernel& kernel) const {
    slot.bytes = launch.outputs;
    slot.poison = launch.poison;
    slot.name = launch.kernel;
    slot.items = launch.items;
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      const std::size_t bytes = held(launch.outputs[i]);
      if (slot.outputs[i].buffer.bytes < bytes) slot.outputs[i] = shared(bytes, kStorage, Where::to_host);
      if (slot.outputs[i].is_copied() && !launch.reduction) mark({slot.outputs[i].host(), bytes}, launch.poison);
    }
    slot.inputs.resize(std::max(slot.inputs.size(), launch.inputs.size()));
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      const std::span<const std::byte> input = launch.inputs[i];
      if (slot.inputs[i].buffer.bytes < std::max<std::size_t>(input.size(), 1)) {
        slot.inputs[i] = shared(input.size(), kAnyUse, Where::to_device);
      }
      if (!input.empty()) std::memcpy(slot.inputs[i].host(), input.data(), input.size());
    }
    slot.images.prepare(*device_, launch, kernel, program_.reflection().samplers);
    slot.reduced_bytes = launch.reduction ? launch.reduction->bytes : 0;
    if (launch.reduction) reserve_reduced(slot, *launch.reduction);
  }

  void reserve_reduced(Slot& slot, const Reduction& reduction) const {
    slot.used = reduction.used;
    const std::size_t bytes = held(reduction.bytes);
    if (slot.reduced.buffer.bytes < bytes) slot.reduced = shared(bytes, kStorage, Where::to_host);
    // Bytes of the result that are not copied must look like bytes that were not written.
    if (slot.reduced.is_copied()) classay::fill({slot.reduced.host(), reduction.bytes}, slot.poison);
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      if (!slot.outputs[i].is_copied()) continue;
      for (const Bytes& part : parts_read(slot, i)) {
        mark({slot.outputs[i].host() + part.first, part.count}, unread(slot.poison));
      }
    }
  }

  // Returns the parts of an output that are read after a reduction: the guard, and the bytes beyond the used ones.
  static std::array<Bytes, 2> parts_read(const Slot& slot, std::size_t output) {
    const std::size_t used = slot.used.at(output);
    return {{{0, kGuard}, {kGuard + used, slot.bytes[output] - used}}};
  }

  static void put_reduced(Finished& finished, const Slot& slot, std::size_t i, std::span<const std::byte> all) {
    std::array<std::span<const std::byte>, 2> read;
    for (std::size_t p = 0; p < read.size(); ++p) {
      const Bytes part = parts_read(slot, i).at(p);
      read.at(p) = all.subspan(part.first, part.count);
      if (slot.outputs[i].is_copied()) require_read(read.at(p), slot.poison, "vkCmdCopyBuffer", "VK_SUCCESS");
    }
    add_reduced_output(finished, read[0], read[1], slot.poison);
  }

  // Everything that can be refused is checked here, before anything is recorded.
  void prepare(Slot& slot, const Launch& launch, std::span<const Piece> pieces) {
    Arguments arguments{.buffers = {}, .images = &slot.images};
    std::vector<VkDescriptorBufferInfo> outputs;
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) outputs.push_back(behind_guard(slot.outputs[i]));
    arguments.buffers = outputs;
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      arguments.buffers.push_back({slot.inputs[i].buffer.handle.get(), 0, VK_WHOLE_SIZE});
    }
    slot.kernel.prepare(program_, launch, arguments, pieces);
    if (!launch.reduction) return;
    const Reduction& reduction = *launch.reduction;
    const Launch second = as_launch(reduction, outputs.size());
    outputs.insert(outputs.begin(), {slot.reduced.buffer.handle.get(), 0, VK_WHOLE_SIZE});
    const Piece whole{.first = 0, .count = second.items};
    slot.reduction.prepare(dynamic_cast<VulkanProgram&>(*reduction.program), second, {.buffers = outputs},
                           std::span(&whole, 1));
  }

  void reserve_commands(Slot& slot, std::size_t pieces) const {
    while (slot.commands.size() < pieces) slot.commands.push_back(new_commands());
    slot.pieces = pieces;
    if (!device_->has_clock() || slot.clock_pieces >= pieces) return;
    const VkQueryPoolCreateInfo clock{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                      .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                      .queryCount = static_cast<std::uint32_t>(2 * pieces)};
    slot.clock = created<QueryPool>(vkCreateQueryPool, "vkCreateQueryPool", device_->get(), clock);
    slot.clock_pieces = pieces;
  }

  // Records filling, computing between two timestamps per piece, the reduction, and copying back.
  void record(Slot& slot, const Launch& launch, std::size_t pieces) const {
    reserve_commands(slot, pieces);
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      VkCommandBuffer commands = slot.commands[piece];
      begin(commands);
      if (piece == 0) record_start(commands, slot, launch);
      compute(commands, slot, piece);
      if (piece + 1 == pieces) record_end(commands, slot, launch);
      checked(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    }
  }

  void record_start(VkCommandBuffer commands, const Slot& slot, const Launch& launch) const {
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      vkCmdFillBuffer(commands, slot.outputs[i].buffer.handle.get(), 0, held(launch.outputs[i]), launch.poison);
    }
    if (launch.reduction) {
      vkCmdFillBuffer(commands, slot.reduced.buffer.handle.get(), 0, held(slot.reduced_bytes), launch.poison);
    }
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      const Shared& input = slot.inputs[i];
      if (input.is_copied()) copy(commands, input.copy, input.buffer, {0, input.buffer.bytes});
    }
    slot.images.fill(commands);
    barrier(commands);
    if (!device_->has_clock()) return;
    vkCmdResetQueryPool(commands, slot.clock.get(), 0, static_cast<std::uint32_t>(2 * slot.pieces));
  }

  void compute(VkCommandBuffer commands, const Slot& slot, std::size_t piece) const {
    const auto stamp = [&](std::size_t number) {
      if (!device_->has_clock()) return;
      vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, slot.clock.get(),
                          static_cast<std::uint32_t>(number));
    };
    stamp(2 * piece);
    slot.kernel.record(commands, piece);
    stamp(2 * piece + 1);
  }

  static void record_end(VkCommandBuffer commands, const Slot& slot, const Launch& launch) {
    if (launch.reduction) slot.reduction.record(commands, 0);
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      const Shared& output = slot.outputs[i];
      if (!output.is_copied()) continue;
      if (!launch.reduction) copy(commands, output.buffer, output.copy, {0, held(launch.outputs[i])});
      for (const Bytes& part : launch.reduction ? parts_read(slot, i) : std::array<Bytes, 2>{}) {
        copy(commands, output.buffer, output.copy, part);
      }
    }
    if (launch.reduction && slot.reduced.is_copied()) {
      copy(commands, slot.reduced.buffer, slot.reduced.copy, {0, slot.reduced_bytes});
    }
    slot.images.copy_back(commands);
    barrier(commands);
  }

  // Copies the complete outputs of a launch that has ended. Where the device has a second queue, the copy does not wait for
  // the launches in flight.
  void fetch(const Slot& slot) {
    const ending::Calling calling("vkQueueSubmit", slot.name);
    if (fetching_ == nullptr) {
      fetching_ = new_commands();
      fetched_ = new_fence();
    }
    begin(fetching_);
    barrier(fetching_);
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      const Shared& output = slot.outputs[i];
      if (!output.is_copied()) continue;
      mark({output.host(), held(slot.bytes[i])}, slot.poison);
      copy(fetching_, output.buffer, output.copy, {0, held(slot.bytes[i])});
    }
    barrier(fetching_);
    checked(vkEndCommandBuffer(fetching_), "vkEndCommandBuffer");
    VkFence fence = fetched_.get();
    checked(vkResetFences(device_->get(), 1, &fence), "vkResetFences");
    submit_to(device_->copies(), fetching_, fence);
    await(fetched_);
  }

  VulkanProgram& program_;
  std::shared_ptr<Opened> device_;
  bool reads_in_place_;
  LaunchGrid grid_;
  CommandPool commands_;
  VkCommandBuffer fetching_ = nullptr;
  Fence fetched_;
  SlotRing<Slot> ring_;
  bool is_submitting_ = false;
};

}  // namespace

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots, const StreamOptions& options) {
  return std::make_unique<VulkanStream>(program, slots, options);
}

}  // namespace classay::vulkan
