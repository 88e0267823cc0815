#include "harness/device/vulkan/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

VkDescriptorType descriptor_type(Passing passing) {
  switch (passing) {
    case Passing::uniform_buffer:
    case Passing::plain_uniform: return VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case Passing::sampled_image: return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    case Passing::storage_image: return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case Passing::sampler: return VK_DESCRIPTOR_TYPE_SAMPLER;
    default: return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  }
}

// Validates by the rules of Vulkan 1.1, clspv's target, with the device's block layout.
void validate(const std::vector<std::uint32_t>& module, const Features& features) {
  std::string complaints;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
    complaints += fmt::format("{}: {}\n", at.index, message);
  });
  spvtools::ValidatorOptions options;
  options.SetScalarBlockLayout(features.in_12.scalarBlockLayout != VK_FALSE);
  options.SetUniformBufferStandardLayout(features.in_12.uniformBufferStandardLayout != VK_FALSE);
  if (tools.Validate(module.data(), module.size(), options)) return;
  throw DeviceError(Fault::build, "spirv-val\nerror: clspv made a module that is not valid: " + complaints);
}

Reflection read_reflection(const std::vector<std::uint32_t>& module) {
  try {
    return reflection_of(module);
  } catch (const std::invalid_argument& e) {
    throw DeviceError(Fault::build, e.what());
  }
}

}  // namespace

VulkanProgram::VulkanProgram(std::shared_ptr<Opened> device, const std::vector<std::uint32_t>& module, std::string log,
                             double seconds)
    : device_(std::move(device)), reflection_(read_reflection(module)), log_(std::move(log)), seconds_(seconds) {
  validate(module, device_->features());
  const ending::Calling calling("vkCreateShaderModule");
  const std::vector<std::uint32_t> code = without_reflection(module);
  const VkShaderModuleCreateInfo info{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                      .codeSize = code.size() * sizeof(std::uint32_t),
                                      .pCode = code.data()};
  shader_ = created<Shader>(vkCreateShaderModule, "vkCreateShaderModule", device_->get(), info);
  for (const ConstantData& data : reflection_.constants) {
    const VkBufferUsageFlags usage =
        data.passing == Passing::uniform_buffer ? VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    constants_.push_back(device_->buffer(data.bytes.size(), usage, Where::to_device));
    std::memcpy(constants_.back().host, data.bytes.data(), data.bytes.size());
  }
}

const Kernel& VulkanProgram::kernel(const std::string& name) const {
  const Kernel* const found = reflection_.find(name);
  if (found == nullptr) throw DeviceError(Fault::refused, "the module has no kernel " + name);
  return *found;
}

std::vector<Binding> VulkanProgram::bindings(const Kernel& kernel) const {
  std::vector<Binding> all;
  const auto add = [&](std::uint32_t set, std::uint32_t binding, Passing passing) {
    const auto is_it = [&](const Binding& b) { return b.set == set && b.binding == binding; };
    if (std::ranges::none_of(all, is_it)) all.push_back({set, binding, descriptor_type(passing)});
  };
  for (const Argument& a : kernel.arguments) {
    if (a.passing == Passing::workgroup) {
      throw DeviceError(Fault::refused, kernel.name + " takes a pointer to local memory, which no launch here sets");
    }
    if (!is_in_push_constants(a.passing)) add(a.set, a.binding, a.passing);
  }
  for (const ConstantData& c : reflection_.constants) add(c.set, c.binding, c.passing);
  for (const LiteralSampler& s : reflection_.samplers) add(s.set, s.binding, Passing::sampler);
  return all;
}

const Prepared& VulkanProgram::prepared(const Kernel& kernel, const Fixed& fixed) {
  const std::pair key(kernel.name, fixed);
  const auto known = prepared_.find(key);
  return known != prepared_.end() ? known->second : prepared_.emplace(key, prepare(kernel, fixed)).first->second;
}

void VulkanProgram::add_sets(Prepared& made, const Kernel& kernel) const {
  std::vector<std::vector<VkDescriptorSetLayoutBinding>> by_set;
  for (const Binding& b : bindings(kernel)) {
    by_set.resize(std::max<std::size_t>(by_set.size(), b.set + 1));
    by_set[b.set].push_back(
        {.binding = b.binding, .descriptorType = b.type, .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
  }
  std::vector<VkDescriptorSetLayout> handles;
  for (const auto& of_set : by_set) {
    const VkDescriptorSetLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                               .bindingCount = static_cast<std::uint32_t>(of_set.size()),
                                               .pBindings = of_set.data()};
    made.sets.push_back(
        created<SetLayout>(vkCreateDescriptorSetLayout, "vkCreateDescriptorSetLayout", device_->get(), info));
    handles.push_back(made.sets.back().get());
  }
  const VkPushConstantRange push{.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT, .size = reflection_.push_bytes()};
  const VkPipelineLayoutCreateInfo layout{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                          .setLayoutCount = static_cast<std::uint32_t>(handles.size()),
                                          .pSetLayouts = handles.data(),
                                          .pushConstantRangeCount = push.size > 0 ? 1U : 0U,
                                          .pPushConstantRanges = &push};
  made.layout = created<Layout>(vkCreatePipelineLayout, "vkCreatePipelineLayout", device_->get(), layout);
}

Prepared VulkanProgram::prepare(const Kernel& kernel, const Fixed& fixed) const {
  const ending::Calling calling("vkCreateComputePipelines", kernel.name);
  if (!reflection_.group_size) throw DeviceError(Fault::refused, kernel.name + " has work-groups of a size of its own");
  Prepared made;
  add_sets(made, kernel);
  const std::array<std::uint32_t, 4> values{fixed.group[0], fixed.group[1], fixed.group[2], fixed.dimensions};
  std::vector<VkSpecializationMapEntry> entries;
  const auto add = [&](std::uint32_t id) {
    entries.push_back({.constantID = id, .offset = static_cast<std::uint32_t>(entries.size() * 4), .size = 4});
  };
  for (const std::uint32_t id : *reflection_.group_size) add(id);
  if (reflection_.dimensions) add(*reflection_.dimensions);
  const VkSpecializationInfo constants{.mapEntryCount = static_cast<std::uint32_t>(entries.size()),
                                       .pMapEntries = entries.data(),
                                       .dataSize = sizeof values,
                                       .pData = values.data()};
  const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                         .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                   .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                   .module = shader_.get(),
                                                   .pName = kernel.name.c_str(),
                                                   .pSpecializationInfo = &constants},
                                         .layout = made.layout.get(),
                                         .basePipelineIndex = -1};
  VkPipeline pipeline = nullptr;
  checked(vkCreateComputePipelines(device_->get(), nullptr, 1, &info, nullptr, &pipeline), "vkCreateComputePipelines");
  if (pipeline == nullptr) misreported("vkCreateComputePipelines", "VK_SUCCESS", "the result is VK_NULL_HANDLE");
  made.pipeline = Pipeline(device_->get(), pipeline);
  ending::watch_again();  // compilers are loaded on demand
  return made;
}

}  // namespace classay::vulkan
