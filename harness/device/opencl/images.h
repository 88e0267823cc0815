// Provides images for the OpenCL back end: the formats that a device lists, and the images of a launch. Private to this
// folder.
#pragma once

#include <memory>
#include <vector>

#include "harness/device/opencl/api.h"

namespace classay::opencl {

// Returns the formats that image.h knows, in the order of its tables. Precondition: the device has images.
std::vector<ImageFormat> image_formats(const cl::Context& context, ImageUse use, ImageShape shape);

// The images and samplers of one launch, made for each launch.
class LaunchImages {
 public:
  void make(const cl::Context& context, const std::vector<Image>& images);
  void make(const cl::Context& context, const std::vector<Sampler>& samplers, const Version& environment);
  void become_arguments(cl::Kernel& kernel, cl_uint first) const;
  // Returns the texels of the written images. Waits.
  std::vector<std::vector<std::byte>> texels(const cl::CommandQueue& queue) const;

 private:
  struct Release {
    void operator()(cl_mem memory) const;
    void operator()(cl_sampler sampler) const;
  };
  struct Made {
    std::unique_ptr<_cl_mem, Release> memory;
    Image image;  // without its texels, which were copied
  };
  std::vector<Made> all_;
  std::vector<std::unique_ptr<_cl_sampler, Release>> samplers_;
};

}  // namespace classay::opencl
