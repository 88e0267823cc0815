#include "harness/device/vulkan/dispatch.h"

#include <algorithm>
#include <cstring>

#include "harness/device/vulkan/division.h"
#include "harness/device/vulkan/plain_data.h"

namespace classay::vulkan {
namespace {

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

// The last work-group of a launch with a remainder begins before the remainder (division.h). It is a step of its own.
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
