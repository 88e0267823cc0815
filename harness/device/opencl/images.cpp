#include "harness/device/opencl/images.h"

#include <array>

#include "harness/device/driver_call.h"
#include "harness/process/watch.h"

namespace classay::opencl {
namespace {

constexpr std::array kOrders = std::to_array<std::pair<ChannelOrder, cl_channel_order>>({
    {ChannelOrder::r, CL_R},
    {ChannelOrder::a, CL_A},
    {ChannelOrder::rg, CL_RG},
    {ChannelOrder::ra, CL_RA},
    {ChannelOrder::rgba, CL_RGBA},
    {ChannelOrder::bgra, CL_BGRA},
    {ChannelOrder::argb, CL_ARGB},
    {ChannelOrder::abgr, CL_ABGR},
    {ChannelOrder::intensity, CL_INTENSITY},
    {ChannelOrder::luminance, CL_LUMINANCE},
    {ChannelOrder::srgba, CL_sRGBA},
    {ChannelOrder::sbgra, CL_sBGRA},
    {ChannelOrder::rx, CL_Rx},
    {ChannelOrder::rgx, CL_RGx},
    {ChannelOrder::rgb, CL_RGB},
    {ChannelOrder::rgbx, CL_RGBx},
    {ChannelOrder::srgb, CL_sRGB},
    {ChannelOrder::srgbx, CL_sRGBx},
    {ChannelOrder::depth, CL_DEPTH},
});
static_assert(kOrders.size() == kChannelOrders.size());

constexpr std::array kTypes = std::to_array<std::pair<ChannelType, cl_channel_type>>({
    {ChannelType::unorm8, CL_UNORM_INT8},
    {ChannelType::unorm16, CL_UNORM_INT16},
    {ChannelType::snorm8, CL_SNORM_INT8},
    {ChannelType::snorm16, CL_SNORM_INT16},
    {ChannelType::i8, CL_SIGNED_INT8},
    {ChannelType::i16, CL_SIGNED_INT16},
    {ChannelType::i32, CL_SIGNED_INT32},
    {ChannelType::u8, CL_UNSIGNED_INT8},
    {ChannelType::u16, CL_UNSIGNED_INT16},
    {ChannelType::u32, CL_UNSIGNED_INT32},
    {ChannelType::f16, CL_HALF_FLOAT},
    {ChannelType::f32, CL_FLOAT},
    {ChannelType::unorm565, CL_UNORM_SHORT_565},
    {ChannelType::unorm555, CL_UNORM_SHORT_555},
    {ChannelType::unorm101010, CL_UNORM_INT_101010},
    {ChannelType::unorm1010102, CL_UNORM_INT_101010_2},
});
static_assert(kTypes.size() == kChannelTypes.size());

// Ensures that an index finds its row.
constexpr bool is_in_order(const auto& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].first) != i) return false;
  }
  return true;
}
static_assert(is_in_order(kOrders) && is_in_order(kTypes));

cl_image_format described(ImageFormat f) {
  return {.image_channel_order = kOrders.at(static_cast<std::size_t>(f.order)).second,
          .image_channel_data_type = kTypes.at(static_cast<std::size_t>(f.type)).second};
}

constexpr std::array kShapes = std::to_array<std::pair<ImageShape, cl_mem_object_type>>({
    {ImageShape::two, CL_MEM_OBJECT_IMAGE2D},
    {ImageShape::one, CL_MEM_OBJECT_IMAGE1D},
    {ImageShape::three, CL_MEM_OBJECT_IMAGE3D},
    {ImageShape::array_of_one, CL_MEM_OBJECT_IMAGE1D_ARRAY},
    {ImageShape::array_of_two, CL_MEM_OBJECT_IMAGE2D_ARRAY},
    {ImageShape::buffer, CL_MEM_OBJECT_IMAGE1D_BUFFER},
    {ImageShape::depth, CL_MEM_OBJECT_IMAGE2D},
    {ImageShape::array_of_depth, CL_MEM_OBJECT_IMAGE2D_ARRAY},
});
static_assert(kShapes.size() == kImageShapes.size() && is_in_order(kShapes));
cl_mem_object_type type_of(ImageShape shape) { return kShapes.at(static_cast<std::size_t>(shape)).second; }

constexpr std::array kAddressings = std::to_array<std::pair<ImageAddressing, cl_addressing_mode>>({
    {ImageAddressing::none, CL_ADDRESS_NONE},
    {ImageAddressing::clamp_to_edge, CL_ADDRESS_CLAMP_TO_EDGE},
    {ImageAddressing::clamp, CL_ADDRESS_CLAMP},
    {ImageAddressing::repeat, CL_ADDRESS_REPEAT},
    {ImageAddressing::mirrored_repeat, CL_ADDRESS_MIRRORED_REPEAT},
});
static_assert(kAddressings.size() == kImageAddressings.size() && is_in_order(kAddressings));

cl_sampler made(const cl::Context& context, const Sampler& sampler, const Version& environment, cl_int& error) {
  const cl_bool is_normalized = sampler.is_normalized ? CL_TRUE : CL_FALSE;
  const cl_addressing_mode addressing = kAddressings.at(static_cast<std::size_t>(sampler.addressing)).second;
  const cl_filter_mode filter = sampler.filter == ImageFilter::nearest ? CL_FILTER_NEAREST : CL_FILTER_LINEAR;
  if (environment.major == 1) return clCreateSampler(context(), is_normalized, addressing, filter, &error);
  const std::array<cl_sampler_properties, 7> properties{CL_SAMPLER_NORMALIZED_COORDS,
                                                        is_normalized,
                                                        CL_SAMPLER_ADDRESSING_MODE,
                                                        addressing,
                                                        CL_SAMPLER_FILTER_MODE,
                                                        filter,
                                                        0};
  return clCreateSamplerWithProperties(context(), properties.data(), &error);
}

cl_mem_flags flag_of(ImageUse use) {
  return use == ImageUse::read ? CL_MEM_READ_ONLY : use == ImageUse::written ? CL_MEM_WRITE_ONLY : CL_MEM_READ_WRITE;
}
// The flag of a query for formats distinguishes images that one kernel reads and writes.
cl_mem_flags listing_flag_of(ImageUse use) {
  return use == ImageUse::read_and_written ? CL_MEM_KERNEL_READ_AND_WRITE : flag_of(use);
}

}  // namespace

std::vector<ImageFormat> image_formats(const cl::Context& context, ImageUse use, ImageShape shape) {
  const ending::Calling calling("clGetSupportedImageFormats");
  const auto ask = [&](cl_uint room, cl_image_format* formats, cl_uint* count) {
    checked(clGetSupportedImageFormats(context(), listing_flag_of(use), type_of(shape), room, formats, count),
            "clGetSupportedImageFormats");
  };
  cl_uint count = 0;
  ask(0, nullptr, &count);
  std::vector<cl_image_format> listed(believable_count("clGetSupportedImageFormats", count));
  if (count > 0) ask(count, listed.data(), nullptr);
  std::vector<ImageFormat> known;
  for (const ChannelInfo& type : kChannelTypes) {
    for (const OrderInfo& order : kChannelOrders) {
      const ImageFormat format{order.order, type.type};
      if ((order.order == ChannelOrder::depth) != info(shape).is_depth) continue;
      const cl_image_format wanted = described(format);
      const auto is_it = [&](const cl_image_format& f) {
        return f.image_channel_order == wanted.image_channel_order &&
               f.image_channel_data_type == wanted.image_channel_data_type;
      };
      if (std::ranges::any_of(listed, is_it)) known.push_back(format);
    }
  }
  return known;
}

// Errors are ignored: no result depends on them.
void LaunchImages::Release::operator()(cl_mem memory) const { (void)clReleaseMemObject(memory); }
void LaunchImages::Release::operator()(cl_sampler sampler) const { (void)clReleaseSampler(sampler); }

void LaunchImages::make(const cl::Context& context, const std::vector<Image>& images) {
  all_.clear();
  for (const Image& image : images) {
    const ending::Calling calling("clCreateImage");
    const cl_image_format format = described(image.format);
    cl_image_desc shape{};
    shape.image_type = type_of(image.shape);
    shape.image_width = image.width;
    const bool is_array_of_one = image.shape == ImageShape::array_of_one;
    if (info(image.shape).dimensions > 1) shape.image_height = image.height;
    if (image.shape == ImageShape::three) shape.image_depth = image.depth;
    if (info(image.shape).is_array) shape.image_array_size = is_array_of_one ? image.height : image.depth;
    cl_int error = CL_SUCCESS;
    cl_mem_flags flags = flag_of(image.use);
    // OpenCL only copies from it.
    void* texels = const_cast<std::byte*>(image.texels.data());
    // The image retains its buffer.
    decltype(Made::memory) buffer;
    if (image.shape == ImageShape::buffer) {
      buffer.reset(clCreateBuffer(context(), flags | CL_MEM_COPY_HOST_PTR, image.texels.size(), texels, &error));
      checked(error, "clCreateBuffer");
      shape.buffer = buffer.get();
      texels = nullptr;
    } else {
      flags |= CL_MEM_COPY_HOST_PTR;
    }
    cl_mem made = clCreateImage(context(), flags, &format, &shape, texels, &error);
    checked(error, "clCreateImage");
    all_.push_back({decltype(Made::memory)(made), image});
    all_.back().image.texels = {};
  }
}

void LaunchImages::make(const cl::Context& context, const std::vector<Sampler>& samplers, const Version& environment) {
  samplers_.clear();
  for (const Sampler& sampler : samplers) {
    const ending::Calling calling("clCreateSampler");
    cl_int error = CL_SUCCESS;
    samplers_.emplace_back(made(context, sampler, environment, error));
    checked(error, environment.major == 1 ? "clCreateSampler" : "clCreateSamplerWithProperties");
  }
}

void LaunchImages::become_arguments(cl::Kernel& kernel, cl_uint first) const {
  for (const Made& made : all_) {
    cl_mem memory = made.memory.get();
    checked(clSetKernelArg(kernel(), first++, sizeof(cl_mem), &memory), "clSetKernelArg");
  }
  for (const auto& made : samplers_) {
    cl_sampler sampler = made.get();
    checked(clSetKernelArg(kernel(), first++, sizeof(cl_sampler), &sampler), "clSetKernelArg");
  }
}

std::vector<std::vector<std::byte>> LaunchImages::texels(const cl::CommandQueue& queue) const {
  std::vector<std::vector<std::byte>> written;
  for (const Made& made : all_) {
    if (made.image.use == ImageUse::read) continue;
    const ending::Calling calling("clEnqueueReadImage");
    std::vector<std::byte> bytes(made.image.width * made.image.height * made.image.depth * texel_bytes(made.image.format));
    constexpr std::array<std::size_t, 3> kOrigin{};
    const std::array<std::size_t, 3> region{made.image.width, made.image.height, made.image.depth};
    checked(clEnqueueReadImage(queue(), made.memory.get(), CL_TRUE, kOrigin.data(), region.data(), 0, 0, bytes.data(), 0,
                               nullptr, nullptr),
            "clEnqueueReadImage");
    written.push_back(std::move(bytes));
  }
  return written;
}

}  // namespace classay::opencl
