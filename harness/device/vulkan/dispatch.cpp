#include "harness/device/vulkan/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace classay::vulkan {
namespace {

constexpr std::uint32_t kGroup = 256;

}  // namespace

Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups) {
  if (items <= largest_group) return {.group = static_cast<std::uint32_t>(std::max<std::uint64_t>(items, 1))};
  std::uint32_t group = std::min(kGroup, largest_group);
  while (items / group > most_groups && group <= largest_group / 2) group *= 2;
  if (items / group > most_groups || items > std::numeric_limits<std::uint32_t>::max()) {
    throw DeviceError(Fault::refused, "a launch of " + std::to_string(items) + " work-items is more than the device takes");
  }
  const auto count = static_cast<std::uint32_t>(items);
  return {.group = group, .groups = count / group, .last_begins = count % group == 0 ? 0 : count - group};
}

RangeDivision division(const Range& range, const VkPhysicalDeviceLimits& limits) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const bool is_chosen = range.group[0] == 0;
  const std::uint64_t most = is_chosen ? std::min(kGroup, limits.maxComputeWorkGroupInvocations) : kMost;
  std::uint64_t items = 1;
  RangeDivision d;
  for (std::size_t i = 0; i < range.dimensions; ++i) {
    const std::uint64_t size = range.size.at(i);
    const std::uint64_t largest = std::min<std::uint64_t>(most / items, limits.maxComputeWorkGroupSize[i]);
    std::uint64_t group = is_chosen ? std::max<std::uint64_t>(std::min(size, largest), 1) : range.group.at(i);
    while (is_chosen && size % group != 0) --group;
    items *= group;
    if (group > limits.maxComputeWorkGroupSize[i] || items > limits.maxComputeWorkGroupInvocations || size % group != 0 ||
        size / group > limits.maxComputeWorkGroupCount[i] || range.offset.at(i) > kMost - size) {
      throw DeviceError(Fault::refused, fmt::format("the device takes no launch of {} work-items from {} in groups of {}",
                                                    size, range.offset.at(i), group));
    }
    d.group.at(i) = static_cast<std::uint32_t>(group);
    d.groups.at(i) = static_cast<std::uint32_t>(size / group);
    d.first.at(i) = static_cast<std::uint32_t>(range.offset.at(i));
  }
  return d;
}

namespace {

constexpr std::size_t kRoom = 256;  // for the plain data of a binding; a multiple of every device's offset alignment
constexpr std::size_t kScalar = sizeof(std::uint64_t);

void put(std::vector<std::byte>& data, std::size_t at, const void* bytes, std::size_t size) {
  data.resize(std::max(data.size(), at + size));
  std::memcpy(data.data() + at, bytes, size);
}

// Returns the offset of a binding in a buffer of plain data, where each binding of a kernel has its own part.
std::size_t room_of(const Kernel& kernel, std::uint32_t set, std::uint32_t binding) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> before;
  for (const Argument& a : kernel.arguments) {
    if (!is_plain(a.passing) || a.passing == Passing::plain_push) continue;
    if (a.set == set && a.binding == binding) break;
    const std::pair place(a.set, a.binding);
    if (std::ranges::find(before, place) == before.end()) before.push_back(place);
  }
  return before.size() * kRoom;
}

// Returns the content of the buffer, or of the push constants. Throws DeviceError if the kernel takes other arguments.
std::vector<std::byte> plain_data(const Launch& launch, const Kernel& kernel, bool is_push) {
  const std::size_t first = launch.outputs.size() + launch.inputs.size();
  const std::size_t first_sampler = first + launch.scalars.size() + launch.images.size();
  const auto refuse = [&] { throw DeviceError(Fault::refused, kernel.name + " takes other arguments than the launch has"); };
  std::vector<std::byte> data;
  for (const Argument& a : kernel.arguments) {
    if (a.passing == Passing::sampler_mask && is_push) {
      const std::size_t sampler = a.ordinal - first_sampler;
      if (a.ordinal < first_sampler || sampler >= launch.samplers.size() || a.size != sizeof(std::uint32_t)) refuse();
      const std::uint32_t mask = mask_of(launch.samplers[sampler]);
      put(data, a.offset, &mask, sizeof mask);
    }
    if (!is_plain(a.passing) || (a.passing == Passing::plain_push) != is_push) continue;
    const std::size_t scalar = a.ordinal - first;
    if (a.ordinal < first || scalar >= launch.scalars.size() || a.size != kScalar) refuse();
    put(data, a.offset + (is_push ? 0 : room_of(kernel, a.set, a.binding)), &launch.scalars[scalar], kScalar);
  }
  return data;
}

bool is_buffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
}

const Argument& argument_at(const Kernel& kernel, const Binding& b) {
  const auto is_here = [&](const Argument& a) {
    return !is_in_push_constants(a.passing) && a.set == b.set && a.binding == b.binding;
  };
  return *std::ranges::find_if(kernel.arguments, is_here);
}

// Returns the image or sampler of a binding.
VkDescriptorImageInfo image_of(const VulkanProgram& program, const Launch& launch, const Kernel& kernel,
                               const Arguments& arguments, const Binding& b) {
  if (arguments.images == nullptr) throw DeviceError(Fault::refused, kernel.name + " takes images");
  const std::vector<LiteralSampler>& literals = program.reflection().samplers;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i].set == b.set && literals[i].binding == b.binding) return arguments.images->literal(i);
  }
  const std::size_t first = launch.outputs.size() + launch.inputs.size() + launch.scalars.size();
  // A number below the first one wraps around to one that no launch has.
  const std::size_t number = argument_at(kernel, b).ordinal - first;
  return b.type == VK_DESCRIPTOR_TYPE_SAMPLER ? arguments.images->sampler(number - launch.images.size())
                                              : arguments.images->image(number);
}

Division division_of(const Launch& launch, const VkPhysicalDeviceLimits& limits) {
  const std::uint32_t largest = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  return division(launch.items, largest, limits.maxComputeWorkGroupCount[0]);
}

// A part of a launch.
struct Part {
  Fixed fixed;
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::array<std::uint32_t, 3> first{};
  std::array<std::uint32_t, 3> size{1, 1, 1};
};

std::array<std::uint32_t, 3> told(Told what, const Part& part) {
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

Step step(VulkanProgram& program, const Launch& launch, const Kernel& kernel, const Part& part) {
  const Reflection& reflection = program.reflection();
  if (part.first != decltype(part.first){} && !reflection.is_told(Told::global_offset)) {
    throw DeviceError(Fault::refused, "the module has no parameter for the first work-item of a launch");
  }
  std::vector<std::byte> push = plain_data(launch, kernel, true);
  push.resize(std::max<std::size_t>(push.size(), reflection.push_bytes()));
  for (const PushConstant& p : reflection.push_constants) {
    const std::array<std::uint32_t, 3> value = told(p.told, part);
    std::memcpy(push.data() + p.offset, value.data(), std::min<std::size_t>(p.size, sizeof value));
  }
  return {&program.prepared(kernel, part.fixed), part.groups, std::move(push)};
}

// The last work-group of a launch with a remainder begins before the remainder (Division). It is a step of its own.
std::vector<Step> steps(VulkanProgram& program, const Launch& launch, const Kernel& kernel, const Piece& piece) {
  const VkPhysicalDeviceLimits& limits = program.device()->limits();
  if (launch.range) {
    const RangeDivision d = division(*launch.range, limits);
    Part part{.fixed = {.group = d.group, .dimensions = launch.range->dimensions}, .groups = d.groups, .first = d.first};
    for (std::size_t i = 0; i < part.size.size(); ++i) part.size.at(i) = d.group.at(i) * d.groups.at(i);
    return {step(program, launch, kernel, part)};
  }
  const Division d = division_of(launch, limits);
  const auto first = static_cast<std::uint32_t>(piece.first);
  const bool is_last = piece.first + piece.count == launch.items;
  const bool is_whole = piece.count == launch.items;
  const auto groups = is_whole ? d.groups : static_cast<std::uint32_t>(piece.count / d.group);
  Part part{.fixed = {.group = {d.group, 1, 1}},
            .groups = {groups, 1, 1},
            .first = {first, 0, 0},
            .size = {static_cast<std::uint32_t>(launch.items), 1, 1}};
  std::vector<Step> all;
  if (groups > 0) all.push_back(step(program, launch, kernel, part));
  if (is_last && d.last_begins > 0) {
    part.groups[0] = 1;
    part.first[0] = d.last_begins;
    all.push_back(step(program, launch, kernel, part));
  }
  return all;
}

}  // namespace

void barrier(VkCommandBuffer commands) {
  const VkMemoryBarrier all{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  vkCmdPipelineBarrier(commands, kAll, kAll, 0, 1, &all, 0, nullptr, 0, nullptr);
}

bool can_begin_at(std::uint64_t length, const Launch& launch, const VulkanProgram& program) {
  const bool has_offset = program.reflection().is_told(Told::global_offset);
  return has_offset && length % division_of(launch, program.device()->limits()).group == 0;
}

void Dispatch::open(const Opened& device) {
  if (pool_.get() != VkDescriptorPool{}) return;
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
  pool_ = created<DescriptorPool>(vkCreateDescriptorPool, "vkCreateDescriptorPool", device.get(), pool);
}

void Dispatch::prepare(VulkanProgram& program, const Launch& launch, const Arguments& arguments,
                       std::span<const Piece> pieces) {
  const Opened& device = *program.device();
  open(device);
  const Kernel& kernel = program.kernel(launch.kernel);
  const std::vector<std::byte> plain = plain_data(launch, kernel, false);
  if (plain_.bytes < plain.size()) {
    constexpr VkBufferUsageFlags kAnyUse = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    plain_ = device.buffer(plain.size(), kAnyUse, Where::to_device);
  }
  if (!plain.empty()) std::memcpy(plain_.host, plain.data(), plain.size());
  pieces_.clear();
  for (const Piece& piece : pieces) pieces_.push_back(steps(program, launch, kernel, piece));
  bind(program, launch, kernel, arguments);
}

VkDescriptorBufferInfo Dispatch::place_of(const VulkanProgram& program, const Kernel& kernel, const Arguments& arguments,
                                          const Binding& b) const {
  const Reflection& reflection = program.reflection();
  for (std::size_t i = 0; i < reflection.constants.size(); ++i) {
    const ConstantData& c = reflection.constants[i];
    if (c.set == b.set && c.binding == b.binding) return {program.constants()[i].handle.get(), 0, VK_WHOLE_SIZE};
  }
  const Argument& a = argument_at(kernel, b);
  if (is_plain(a.passing)) return {plain_.handle.get(), room_of(kernel, b.set, b.binding), VK_WHOLE_SIZE};
  if (a.ordinal >= arguments.buffers.size()) {
    throw DeviceError(Fault::refused, kernel.name + " takes more buffers than the launch has");
  }
  return arguments.buffers[a.ordinal];
}

void Dispatch::bind(const VulkanProgram& program, const Launch& launch, const Kernel& kernel, const Arguments& arguments) {
  VkDevice device = program.device()->get();
  checked(vkResetDescriptorPool(device, pool_.get(), 0), "vkResetDescriptorPool");
  std::vector<VkDescriptorSetLayout> layouts;
  for (const SetLayout& s : pieces_.front().front().prepared->sets) layouts.push_back(s.get());
  sets_.assign(layouts.size(), {});
  if (sets_.empty()) return;
  const VkDescriptorSetAllocateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pool_.get(),
                                         .descriptorSetCount = static_cast<std::uint32_t>(layouts.size()),
                                         .pSetLayouts = layouts.data()};
  checked(vkAllocateDescriptorSets(device, &info, sets_.data()), "vkAllocateDescriptorSets");
  for (const Binding& b : program.bindings(kernel)) {
    VkDescriptorImageInfo image{};
    VkDescriptorBufferInfo place{};
    if (is_buffer(b.type)) place = place_of(program, kernel, arguments, b);
    if (!is_buffer(b.type)) image = image_of(program, launch, kernel, arguments, b);
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = sets_[b.set],
                                     .dstBinding = b.binding,
                                     .descriptorCount = 1,
                                     .descriptorType = b.type,
                                     .pImageInfo = &image,
                                     .pBufferInfo = &place};
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  }
}

void Dispatch::record(VkCommandBuffer commands, std::size_t piece) const {
  for (const Step& step : pieces_[piece]) {
    const Prepared& prepared = *step.prepared;
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, prepared.pipeline.get());
    if (!sets_.empty()) {
      vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, prepared.layout.get(), 0,
                              static_cast<std::uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
    }
    if (!step.push.empty()) {
      vkCmdPushConstants(commands, prepared.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<std::uint32_t>(step.push.size()), step.push.data());
    }
    vkCmdDispatch(commands, step.groups[0], step.groups[1], step.groups[2]);
    barrier(commands);
  }
}

}  // namespace classay::vulkan
