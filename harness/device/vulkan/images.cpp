#include "harness/device/vulkan/images.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

// A channel type, and the formats with one, two and four channels of it.
struct FormatsOfType {
  ChannelType type;
  std::array<VkFormat, 3> formats;  // CL_R, CL_RG, CL_RGBA
};
constexpr std::array kOrders{ChannelOrder::r, ChannelOrder::rg, ChannelOrder::rgba};
constexpr auto kFormats = std::to_array<FormatsOfType>({
    {ChannelType::unorm8, {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8A8_UNORM}},
    {ChannelType::snorm8, {VK_FORMAT_R8_SNORM, VK_FORMAT_R8G8_SNORM, VK_FORMAT_R8G8B8A8_SNORM}},
    {ChannelType::u8, {VK_FORMAT_R8_UINT, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8G8B8A8_UINT}},
    {ChannelType::i8, {VK_FORMAT_R8_SINT, VK_FORMAT_R8G8_SINT, VK_FORMAT_R8G8B8A8_SINT}},
    {ChannelType::unorm16, {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16A16_UNORM}},
    {ChannelType::snorm16, {VK_FORMAT_R16_SNORM, VK_FORMAT_R16G16_SNORM, VK_FORMAT_R16G16B16A16_SNORM}},
    {ChannelType::u16, {VK_FORMAT_R16_UINT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16B16A16_UINT}},
    {ChannelType::i16, {VK_FORMAT_R16_SINT, VK_FORMAT_R16G16_SINT, VK_FORMAT_R16G16B16A16_SINT}},
    {ChannelType::f16, {VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT}},
    {ChannelType::u32, {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32A32_UINT}},
    {ChannelType::i32, {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32A32_SINT}},
    {ChannelType::f32, {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}},
});

struct Format {
  ImageFormat format;
  VkFormat number;
};
// Orders that need a swizzle of components are left out: a border color would be undefined.
std::vector<Format> all_formats() {
  std::vector<Format> all;
  for (const FormatsOfType& f : kFormats) {
    for (std::size_t i = 0; i < kOrders.size(); ++i) all.push_back({{kOrders.at(i), f.type}, f.formats.at(i)});
  }
  all.push_back({{ChannelOrder::bgra, ChannelType::unorm8}, VK_FORMAT_B8G8R8A8_UNORM});
  all.push_back({{ChannelOrder::rgb, ChannelType::unorm565}, VK_FORMAT_R5G6B5_UNORM_PACK16});
  return all;
}

bool is_of_integers(ImageFormat f) {
  constexpr std::array kIntegers{ChannelType::i8, ChannelType::i16, ChannelType::i32,
                                 ChannelType::u8, ChannelType::u16, ChannelType::u32};
  return std::ranges::find(kIntegers, f.type) != kIntegers.end();
}

VkFormatFeatureFlags needed(ImageUse use, ImageFormat f) {
  if (use == ImageUse::written) return VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  const VkFormatFeatureFlags sampled = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
  return is_of_integers(f) ? sampled : sampled | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
}

struct Kind {
  VkImageType type;
  VkImageViewType view;
};
Kind kind_of(ImageShape shape) {
  switch (shape) {
    case ImageShape::one: return {VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D};
    case ImageShape::two: return {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D};
    case ImageShape::three: return {VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D};
    case ImageShape::array_of_one: return {VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY};
    case ImageShape::array_of_two: return {VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY};
    default: throw DeviceError(Fault::refused, fmt::format("no image {} on Vulkan", info(shape).name));
  }
}

VkSamplerAddressMode address_mode(ImageAddressing addressing) {
  switch (addressing) {
    case ImageAddressing::none:
    case ImageAddressing::clamp_to_edge: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case ImageAddressing::clamp: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case ImageAddressing::repeat: return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case ImageAddressing::mirrored_repeat: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
  }
  throw DeviceError(Fault::refused, "no such addressing mode");
}

// A border without color: its alpha is 1 where the format has none, as in OpenCL.
SamplerHandle sampler_of(const Opened& device, const Sampler& sampler, bool reads_integers) {
  const VkFilter filter = sampler.filter == ImageFilter::linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
  const VkSamplerAddressMode mode = address_mode(sampler.addressing);
  const VkSamplerCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
      .magFilter = filter,
      .minFilter = filter,
      .mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST,
      .addressModeU = mode,
      .addressModeV = mode,
      .addressModeW = mode,
      .borderColor = reads_integers ? VK_BORDER_COLOR_INT_TRANSPARENT_BLACK : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
      .unnormalizedCoordinates = sampler.is_normalized ? VK_FALSE : VK_TRUE};
  return created<SamplerHandle>(vkCreateSampler, "vkCreateSampler", device.get(), info);
}

constexpr VkImageSubresourceRange kWhole{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
                                         .baseMipLevel = 0,
                                         .levelCount = 1,
                                         .baseArrayLayer = 0,
                                         .layerCount = VK_REMAINING_ARRAY_LAYERS};

// The sizes of an image in each dimension, and its layers: the last size of an array.
struct Extent {
  VkExtent3D size;
  std::uint32_t layers = 1;
};
Extent extent_of(const Image& image) {
  const auto width = static_cast<std::uint32_t>(image.width);
  const auto height = static_cast<std::uint32_t>(image.height);
  const auto depth = static_cast<std::uint32_t>(image.depth);
  if (image.shape == ImageShape::array_of_one) return {{width, 1, 1}, height};
  if (image.shape == ImageShape::array_of_two) return {{width, height, 1}, depth};
  return {{width, height, depth}};
}

template <class List>
auto& element(List& list, std::size_t number, const char* what) {
  if (number < list.size()) return list[number];
  throw DeviceError(Fault::refused, fmt::format("the kernel takes more {} than the launch has", what));
}

}  // namespace

std::vector<ImageFormat> image_formats(const Opened& device, ImageUse use, ImageShape shape) {
  constexpr std::array kShapes{ImageShape::one, ImageShape::two, ImageShape::three, ImageShape::array_of_one,
                               ImageShape::array_of_two};
  if (std::ranges::find(kShapes, shape) == kShapes.end() || use == ImageUse::read_and_written) return {};
  std::vector<ImageFormat> all;
  for (const Format& f : all_formats()) {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(device.physical(), f.number, &properties);
    const VkFormatFeatureFlags wanted = needed(use, f.format);
    if ((properties.optimalTilingFeatures & wanted) == wanted) all.push_back(f.format);
  }
  return all;
}

LaunchImages::Held LaunchImages::held(const Opened& device, const Image& image) {
  const ending::Calling calling("vkCreateImage");
  const std::vector<Format> formats = all_formats();
  const auto format = std::ranges::find(formats, image.format, &Format::format);
  const std::size_t bytes = image.width * image.height * image.depth * texel_bytes(image.format);
  if (format == formats.end() || image.texels.size() != bytes) {
    throw DeviceError(Fault::refused,
                      "an image of the launch has no format of the device, or not as many texels as it needs");
  }
  const Kind kind = kind_of(image.shape);
  const bool is_written = image.use != ImageUse::read;
  const Extent extent = extent_of(image);
  Held held{.bytes = bytes, .extent = extent.size, .layers = extent.layers, .use = image.use};
  const VkImageCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = kind.type,
      .format = format->number,
      .extent = held.extent,
      .mipLevels = 1,
      .arrayLayers = held.layers,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
               static_cast<VkImageUsageFlags>(is_written ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT),
      .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
      .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  held.handle = created<ImageHandle>(vkCreateImage, "vkCreateImage", device.get(), info);
  held.memory = device.memory_of(held.handle.get());
  checked(vkBindImageMemory(device.get(), held.handle.get(), held.memory.get(), 0), "vkBindImageMemory");
  const VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                   .image = held.handle.get(),
                                   .viewType = kind.view,
                                   .format = format->number,
                                   .subresourceRange = kWhole};
  held.view = created<ImageView>(vkCreateImageView, "vkCreateImageView", device.get(), view);
  held.texels = device.buffer(bytes, 0, Where::to_host);
  std::memcpy(held.texels.host, image.texels.data(), bytes);
  return held;
}

void LaunchImages::prepare(const Opened& device, const Launch& launch, const Kernel& kernel,
                           std::span<const LiteralSampler> literals) {
  images_.clear();
  samplers_.clear();
  literals_.clear();
  if (launch.images.empty() && launch.samplers.empty()) return;
  for (const Image& image : launch.images) images_.push_back(held(device, image));
  const bool reads_integers = std::ranges::any_of(launch.images, [](const Image& i) { return is_of_integers(i.format); });
  // The kernel normalizes coordinates itself for images of three dimensions, and takes a mask then.
  const bool is_normalized =
      std::ranges::find(kernel.arguments, Passing::sampler_mask, &Argument::passing) != kernel.arguments.end();
  for (Sampler sampler : launch.samplers) {
    sampler.is_normalized = sampler.is_normalized || is_normalized;
    samplers_.push_back(sampler_of(device, sampler, reads_integers));
  }
  for (const LiteralSampler& literal : literals) literals_.push_back(sampler_of(device, literal.sampler, reads_integers));
}

VkBufferImageCopy LaunchImages::all_of(const Held& image) {
  return {.imageSubresource = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = image.layers},
          .imageExtent = image.extent};
}

void LaunchImages::fill(VkCommandBuffer commands) const {
  for (const Held& image : images_) {
    const VkImageMemoryBarrier begin{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                     .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                     .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .image = image.handle.get(),
                                     .subresourceRange = kWhole};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                         nullptr, 1, &begin);
    const VkBufferImageCopy all = all_of(image);
    vkCmdCopyBufferToImage(commands, image.texels.handle.get(), image.handle.get(), VK_IMAGE_LAYOUT_GENERAL, 1, &all);
  }
}

void LaunchImages::copy_back(VkCommandBuffer commands) const {
  for (const Held& image : images_) {
    if (image.use == ImageUse::read) continue;
    const VkBufferImageCopy all = all_of(image);
    vkCmdCopyImageToBuffer(commands, image.handle.get(), VK_IMAGE_LAYOUT_GENERAL, image.texels.handle.get(), 1, &all);
  }
}

std::vector<std::vector<std::byte>> LaunchImages::written() const {
  std::vector<std::vector<std::byte>> all;
  for (const Held& image : images_) {
    if (image.use != ImageUse::read) all.emplace_back(image.texels.host, image.texels.host + image.bytes);
  }
  return all;
}

VkDescriptorImageInfo LaunchImages::image(std::size_t number) const {
  return {.imageView = element(images_, number, "images").view.get(), .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
}
VkDescriptorImageInfo LaunchImages::sampler(std::size_t number) const {
  return {.sampler = element(samplers_, number, "samplers").get()};
}
VkDescriptorImageInfo LaunchImages::literal(std::size_t number) const {
  return {.sampler = element(literals_, number, "literal samplers").get()};
}

}  // namespace classay::vulkan
