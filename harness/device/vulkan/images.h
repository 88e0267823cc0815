// Creates the images and samplers of launches, and lists the image formats of a device.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/vulkan/opened.h"
#include "harness/device/vulkan/reflection.h"

namespace classay::vulkan {

// Returns the formats of a shape that the device samples, or that it stores without a format in the shader. OpenCL's formats
// of floats have linear filters, so that a format that the device does not filter is left out. clspv has neither buffers
// nor depths.
std::vector<ImageFormat> image_formats(const Opened& device, ImageUse use, ImageShape shape);

// The images and samplers of one launch. They are in the layout VK_IMAGE_LAYOUT_GENERAL.
class LaunchImages {
 public:
  // Destroys those of the launch before. Throws DeviceError.
  void prepare(const Opened& device, const Launch& launch, const Kernel& kernel, std::span<const LiteralSampler> literals);
  void fill(VkCommandBuffer commands) const;       // copies the texels to the images
  void copy_back(VkCommandBuffer commands) const;  // copies the written images to the host
  std::vector<std::vector<std::byte>> written() const;
  // Return what a descriptor contains: the launch's image or sampler of this number, or the literal sampler. Throw
  // DeviceError if there is none.
  VkDescriptorImageInfo image(std::size_t number) const;
  VkDescriptorImageInfo sampler(std::size_t number) const;
  VkDescriptorImageInfo literal(std::size_t number) const;

 private:
  struct Held {
    Memory memory;  // must outlive the handle
    ImageHandle handle;
    ImageView view;
    Buffer texels;
    std::size_t bytes = 0;
    VkExtent3D extent{};
    std::uint32_t layers = 1;
    ImageUse use = ImageUse::read;
  };
  static Held held(const Opened& device, const Image& image);
  static VkBufferImageCopy all_of(const Held& image);

  std::vector<Held> images_;
  std::vector<SamplerHandle> samplers_;
  std::vector<SamplerHandle> literals_;
};

}  // namespace classay::vulkan
