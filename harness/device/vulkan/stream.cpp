// Runs launches through slots. Each slot owns the buffers of one launch, its commands, and its fence. If the device's memory
// is the host's, outputs are read in place. If not, the launch itself copies them to memory that the host reads fast.
#include "harness/device/vulkan/stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "harness/device/poison.h"
#include "harness/device/slot_ring.h"
#include "harness/device/vulkan/division.h"
#include "harness/device/vulkan/images.h"
#include "harness/device/vulkan/plain_data.h"
#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

// In front of each output; a multiple of every device's offset alignment.
constexpr std::size_t kGuard = 4096;

constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
constexpr VkBufferUsageFlags kAnyUse = kStorage | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;

// Bytes of an output's buffer: whole words.
constexpr std::size_t held(std::size_t output) { return (kGuard + output + 3) / 4 * 4; }

// A buffer of the device and, if the host cannot see it, a copy that it can see.
struct Shared {
  Buffer buffer;
  Buffer copy;
  std::byte* host() const { return copy.host != nullptr ? copy.host : buffer.host; }
};

struct Slot {
  std::vector<Shared> outputs;
  std::vector<Shared> inputs;
  Buffer plain;
  LaunchImages images;
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  DescriptorPool descriptors;
  VkCommandBuffer commands = nullptr;
  Fence done;
  QueryPool clock;
};

// Makes all previous writes visible to all later commands and to the host.
void barrier(VkCommandBuffer commands) {
  const VkMemoryBarrier all{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  vkCmdPipelineBarrier(commands, kAll, kAll, 0, 1, &all, 0, nullptr, 0, nullptr);
}

bool is_buffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
}

void copy(VkCommandBuffer commands, const Buffer& from, const Buffer& to, std::size_t bytes) {
  const VkBufferCopy region{.size = bytes};
  vkCmdCopyBuffer(commands, from.handle.get(), to.handle.get(), 1, &region);
}

class VulkanStream : public Stream {
 public:
  VulkanStream(VulkanProgram& program, std::size_t slots) : program_(program), device_(program.device()), ring_(slots) {
    const VkCommandPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                       .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                       .queueFamilyIndex = device_->family()};
    commands_ = created<CommandPool>(vkCreateCommandPool, "vkCreateCommandPool", device_->get(), pool);
    for (Slot& slot : ring_.slots()) open(slot);
  }
  VulkanStream(const VulkanStream&) = delete;
  VulkanStream& operator=(const VulkanStream&) = delete;

  // Nothing may be freed that a launch in flight uses. After an error the device may never respond, and the objects in use
  // are kept until the process ends.
  ~VulkanStream() override {
    ending::launches_in_flight(0);
    const ending::Calling calling("vkQueueWaitIdle");
    if (ring_.in_flight() > 0) (void)vkQueueWaitIdle(device_->queue());
  }

  std::size_t in_flight() const override { return ring_.in_flight(); }
  std::size_t slots() const override { return ring_.size(); }

  void submit(const Launch& launch) override {
    const ending::Calling calling("vkQueueSubmit", launch.kernel);
    Slot& slot = ring_.next();
    const Kernel& kernel = program_.kernel(launch.kernel);
    reserve(slot, launch, kernel);
    record(slot, launch, kernel);
    VkFence fence = slot.done.get();
    checked(vkResetFences(device_->get(), 1, &fence), "vkResetFences");
    const VkSubmitInfo info{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &slot.commands};
    checked(vkQueueSubmit(device_->queue(), 1, &info, fence), "vkQueueSubmit");
    ring_.begin();
  }

  Finished wait() override {
    Slot& slot = ring_.oldest();
    const ending::Calling calling("vkWaitForFences");
    VkFence fence = slot.done.get();
    checked(vkWaitForFences(device_->get(), 1, &fence, VK_TRUE, std::numeric_limits<std::uint64_t>::max()),
            "vkWaitForFences");
    ring_.end_oldest();
    Finished finished{.device_seconds = seconds(slot)};
    for (std::size_t i = 0; i < slot.bytes.size(); ++i) {
      add_output(finished, {slot.outputs[i].host(), kGuard + slot.bytes[i]}, kGuard, slot.poison);
    }
    finished.images = slot.images.written();
    return finished;
  }

 private:
  void open(Slot& slot) const {
    VkDevice device = device_->get();
    constexpr std::uint32_t kMost = 16;  // maximum of bindings of a launch, and of sets
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kMost},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kMost},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, kMost},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, kMost},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLER, kMost}};
    const VkDescriptorPoolCreateInfo pool{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .maxSets = kMost,
                                          .poolSizeCount = sizes.size(),
                                          .pPoolSizes = sizes.data()};
    slot.descriptors = created<DescriptorPool>(vkCreateDescriptorPool, "vkCreateDescriptorPool", device, pool);
    const VkCommandBufferAllocateInfo commands{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = commands_.get(),
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
    checked(vkAllocateCommandBuffers(device, &commands, &slot.commands), "vkAllocateCommandBuffers");
    const VkFenceCreateInfo fence{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    slot.done = created<Fence>(vkCreateFence, "vkCreateFence", device, fence);
    if (!device_->has_clock()) return;
    const VkQueryPoolCreateInfo clock{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
    slot.clock = created<QueryPool>(vkCreateQueryPool, "vkCreateQueryPool", device, clock);
  }

  double seconds(const Slot& slot) const {
    if (!device_->has_clock()) return 0;
    std::array<std::uint64_t, 2> ticks{};
    checked(vkGetQueryPoolResults(device_->get(), slot.clock.get(), 0, 2, sizeof ticks, ticks.data(), sizeof ticks[0],
                                  VK_QUERY_RESULT_64_BIT),
            "vkGetQueryPoolResults");
    const auto passed = static_cast<double>(ticks_between(ticks[0], ticks[1], device_->clock_bits()));
    return passed * static_cast<double>(device_->limits().timestampPeriod) * 1e-9;
  }

  Shared shared(std::size_t bytes, VkBufferUsageFlags usage, Where copy) const {
    Shared s{.buffer = device_->buffer(bytes, usage, Where::device), .copy = {}};
    if (s.buffer.host == nullptr) s.copy = device_->buffer(bytes, usage, copy);
    return s;
  }

  void reserve(Slot& slot, const Launch& launch, const Kernel& kernel) const {
    slot.bytes = launch.outputs;
    slot.outputs.resize(std::max(slot.outputs.size(), launch.outputs.size()));
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      const std::size_t bytes = held(launch.outputs[i]);
      if (slot.outputs[i].buffer.bytes < bytes) slot.outputs[i] = shared(bytes, kStorage, Where::to_host);
      if (slot.outputs[i].copy.host != nullptr) mark({slot.outputs[i].host(), bytes}, launch.poison);
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
    const std::vector<std::byte> plain = plain_data(launch, kernel, false);
    if (plain.empty()) return;
    if (slot.plain.bytes < plain.size()) slot.plain = device_->buffer(plain.size(), kAnyUse, Where::to_device);
    std::memcpy(slot.plain.host, plain.data(), plain.size());
  }

  // Returns the image or sampler of a binding.
  VkDescriptorImageInfo image_of(const Slot& slot, const Launch& launch, const Kernel& kernel, const Binding& b) const {
    const std::vector<LiteralSampler>& literals = program_.reflection().samplers;
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (literals[i].set == b.set && literals[i].binding == b.binding) return slot.images.literal(i);
    }
    const std::size_t first = launch.outputs.size() + launch.inputs.size() + launch.scalars.size();
    // A number below the first one wraps around to one that no launch has.
    const std::size_t number = argument_at(kernel, b).ordinal - first;
    return b.type == VK_DESCRIPTOR_TYPE_SAMPLER ? slot.images.sampler(number - launch.images.size())
                                                : slot.images.image(number);
  }

  static const Argument& argument_at(const Kernel& kernel, const Binding& b) {
    const auto is_here = [&](const Argument& a) {
      return !is_in_push_constants(a.passing) && a.set == b.set && a.binding == b.binding;
    };
    return *std::ranges::find_if(kernel.arguments, is_here);
  }

  VkDescriptorBufferInfo place_of(const Slot& slot, const Launch& launch, const Kernel& kernel, const Binding& b) const {
    const Reflection& reflection = program_.reflection();
    for (std::size_t i = 0; i < reflection.constants.size(); ++i) {
      const ConstantData& c = reflection.constants[i];
      if (c.set == b.set && c.binding == b.binding) return {program_.constants()[i].handle.get(), 0, VK_WHOLE_SIZE};
    }
    const Argument& a = argument_at(kernel, b);
    if (is_plain(a.passing)) return {slot.plain.handle.get(), room_of(kernel, b.set, b.binding), VK_WHOLE_SIZE};
    const std::size_t outputs = launch.outputs.size();
    if (a.ordinal < outputs) {
      return {slot.outputs[a.ordinal].buffer.handle.get(), kGuard, slot.outputs[a.ordinal].buffer.bytes - kGuard};
    }
    if (a.ordinal - outputs >= launch.inputs.size()) {
      throw DeviceError(Fault::refused, kernel.name + " takes more buffers than the launch has");
    }
    return {slot.inputs[a.ordinal - outputs].buffer.handle.get(), 0, VK_WHOLE_SIZE};
  }

  std::vector<VkDescriptorSet> bound(const Slot& slot, const Launch& launch, const Kernel& kernel,
                                     const Prepared& prepared) const {
    checked(vkResetDescriptorPool(device_->get(), slot.descriptors.get(), 0), "vkResetDescriptorPool");
    std::vector<VkDescriptorSetLayout> layouts;
    for (const SetLayout& s : prepared.sets) layouts.push_back(s.get());
    std::vector<VkDescriptorSet> sets(layouts.size());
    if (sets.empty()) return sets;
    const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = slot.descriptors.get(),
                                           .descriptorSetCount = static_cast<std::uint32_t>(layouts.size()),
                                           .pSetLayouts = layouts.data()};
    checked(vkAllocateDescriptorSets(device_->get(), &info, sets.data()), "vkAllocateDescriptorSets");
    for (const Binding& b : program_.bindings(kernel)) {
      VkDescriptorImageInfo image{};
      VkDescriptorBufferInfo place{};
      if (is_buffer(b.type)) place = place_of(slot, launch, kernel, b);
      if (!is_buffer(b.type)) image = image_of(slot, launch, kernel, b);
      const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets[b.set],
                                       .dstBinding = b.binding,
                                       .descriptorCount = 1,
                                       .descriptorType = b.type,
                                       .pImageInfo = &image,
                                       .pBufferInfo = &place};
      vkUpdateDescriptorSets(device_->get(), 1, &write, 0, nullptr);
    }
    return sets;
  }

  struct Step {
    const Prepared* prepared = nullptr;
    std::array<std::uint32_t, 3> groups{1, 1, 1};
    std::vector<std::byte> push;
  };

  // A part of a launch.
  struct Part {
    Fixed fixed;
    std::array<std::uint32_t, 3> groups{1, 1, 1};
    std::array<std::uint32_t, 3> first{};
    std::array<std::uint32_t, 3> size{1, 1, 1};
  };

  std::vector<Step> steps(const Launch& launch, const Kernel& kernel) {
    const VkPhysicalDeviceLimits& limits = device_->limits();
    if (launch.range) {
      const RangeDivision d = division(*launch.range, limits);
      Part part{.fixed = {.group = d.group, .dimensions = launch.range->dimensions}, .groups = d.groups, .first = d.first};
      for (std::size_t i = 0; i < part.size.size(); ++i) part.size.at(i) = d.group.at(i) * d.groups.at(i);
      return {step(launch, kernel, part)};
    }
    const std::uint32_t largest = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
    const Division d = division(launch.items, largest, limits.maxComputeWorkGroupCount[0]);
    Part part{.fixed = {.group = {d.group, 1, 1}},
              .groups = {d.groups, 1, 1},
              .size = {static_cast<std::uint32_t>(launch.items), 1, 1}};
    std::vector<Step> all{step(launch, kernel, part)};
    if (d.last_begins > 0) {
      part.groups[0] = 1;
      part.first[0] = d.last_begins;
      all.push_back(step(launch, kernel, part));
    }
    return all;
  }

  Step step(const Launch& launch, const Kernel& kernel, const Part& part) {
    const Reflection& reflection = program_.reflection();
    if (part.first != decltype(part.first){} && !reflection.is_told(Told::global_offset)) {
      throw DeviceError(Fault::refused, "the module has no parameter for the first work-item of a launch");
    }
    std::vector<std::byte> push = plain_data(launch, kernel, true);
    push.resize(std::max<std::size_t>(push.size(), reflection.push_bytes()));
    for (const PushConstant& p : reflection.push_constants) {
      const std::array<std::uint32_t, 3> value = told(p.told, part);
      std::memcpy(push.data() + p.offset, value.data(), std::min<std::size_t>(p.size, sizeof value));
    }
    return {&program_.prepared(kernel, part.fixed), part.groups, std::move(push)};
  }

  // Records filling, computing between two timestamps, and copying back. Everything that can be refused is checked first.
  void record(Slot& slot, const Launch& launch, const Kernel& kernel) {
    const std::vector<Step> work = steps(launch, kernel);
    const std::vector<VkDescriptorSet> sets = bound(slot, launch, kernel, *work.front().prepared);
    VkCommandBuffer commands = slot.commands;
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    checked(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    slot.poison = launch.poison;
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      vkCmdFillBuffer(commands, slot.outputs[i].buffer.handle.get(), 0, held(launch.outputs[i]), launch.poison);
    }
    for (std::size_t i = 0; i < launch.inputs.size(); ++i) {
      const Shared& input = slot.inputs[i];
      if (input.copy.host != nullptr) copy(commands, input.copy, input.buffer, input.buffer.bytes);
    }
    slot.images.fill(commands);
    barrier(commands);
    const bool has_clock = device_->has_clock();
    if (has_clock) vkCmdResetQueryPool(commands, slot.clock.get(), 0, 2);
    if (has_clock) vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, slot.clock.get(), 0);
    for (const Step& s : work) compute(commands, s, sets);
    if (has_clock) vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, slot.clock.get(), 1);
    for (std::size_t i = 0; i < launch.outputs.size(); ++i) {
      const Shared& output = slot.outputs[i];
      if (output.copy.host != nullptr) copy(commands, output.buffer, output.copy, held(launch.outputs[i]));
    }
    slot.images.copy_back(commands);
    barrier(commands);
    checked(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  }

  static void compute(VkCommandBuffer commands, const Step& step, const std::vector<VkDescriptorSet>& sets) {
    const Prepared& prepared = *step.prepared;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, prepared.pipeline.get());
    if (!sets.empty()) {
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, prepared.layout.get(), 0,
                              static_cast<std::uint32_t>(sets.size()), sets.data(), 0, nullptr);
    }
    if (!step.push.empty()) {
      vkCmdPushConstants(commands, prepared.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<std::uint32_t>(step.push.size()), step.push.data());
    }
    vkCmdDispatch(commands, step.groups[0], step.groups[1], step.groups[2]);
    barrier(commands);
  }

  static std::array<std::uint32_t, 3> told(Told what, const Part& part) {
    switch (what) {
      case Told::global_offset: return part.first;
      case Told::local_size: return part.fixed.group;
      case Told::global_size: return part.size;
      case Told::groups: return part.groups;
      case Told::region_offset:
      case Told::region_group_offset: break;
    }
    return {};
  }

  VulkanProgram& program_;
  std::shared_ptr<Opened> device_;
  CommandPool commands_;
  SlotRing<Slot> ring_;
};

}  // namespace

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots) {
  return std::make_unique<VulkanStream>(program, slots);
}

}  // namespace classay::vulkan
