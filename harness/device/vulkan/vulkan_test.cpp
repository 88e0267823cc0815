// Tests the Vulkan back end on the first device (lavapipe after scripts/setup --with vulkan). If the validation layer is
// installed, it is on and must report nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/device/registry.h"
#include "harness/device/testing.h"
#include "harness/device/vulkan/program.h"
#include "harness/device/vulkan/reflection.h"

namespace classay {
namespace {

using testing::HasSubstr;
using namespace vulkan;           // NOLINT(google-build-using-namespace): of this file alone
using namespace testing_support;  // NOLINT(google-build-using-namespace): of this file alone

// Layers and drivers print to standard output.
class VulkanTest : public testing::Test {
 protected:
  void SetUp() override {
    testing::internal::CaptureStdout();
    open_device();
    if (device_) return;
    testing::internal::GetCapturedStdout();
    GTEST_SKIP() << trouble_;
  }
  void TearDown() override {
    if (!device_) return;
    device_.reset();
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  }

  // Opens the device with the layer, or without if there is none.
  void open_device() {
    ::setenv("VK_INSTANCE_LAYERS", "VK_LAYER_KHRONOS_validation", 1);
    if (!opens()) {
      ::unsetenv("VK_INSTANCE_LAYERS");
      opens();
    }
    if (!device_) return;
    if (const auto lacks = device_->capabilities().lacks.find(Ability::opencl_c_for_vulkan);
        lacks != device_->capabilities().lacks.end()) {
      trouble_ = lacks->second;
      device_.reset();
    }
  }

  bool opens() {
    try {
      device_ = vulkan_backend()->open("");
    } catch (const DeviceError& e) {
      trouble_ = e.what();
    }
    return device_ != nullptr;
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots, const StreamOptions& options) const {
    return make_stream(dynamic_cast<VulkanProgram&>(program), slots, options);
  }

  std::unique_ptr<Device> device_;
  std::string trouble_;
};

// The device with streams that copy all results, as for memory that the host does not see.
class Copying : public Device {
 public:
  explicit Copying(Device& device) : device_(device) {}
  const Description& description() const override { return device_.description(); }
  std::unique_ptr<Program> build(const Module& module) override { return device_.build(module); }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    return make_stream(dynamic_cast<VulkanProgram&>(program), slots, {.reads_in_place = false});
  }

 private:
  Device& device_;
};

// How plain arguments are passed: in push constants, together in a uniform buffer, or each in a buffer of its own.
constexpr std::array kWays{"", "-pod-ubo", "-cluster-pod-kernel-args=0"};

TEST_F(VulkanTest, LaunchesInFlightComeBackInOrderWithTheirOwnResults) {
  for (const char* way : kWays) expect_order(*device_, way);
}

Passing passing_of(const Program& program, std::string_view kernel) {
  const Reflection& r = dynamic_cast<const VulkanProgram&>(program).reflection();
  const auto& arguments = std::ranges::find(r.kernels, kernel, &Kernel::name)->arguments;
  return std::ranges::find_if(arguments, [](const Argument& a) { return is_plain(a.passing); })->passing;
}

TEST_F(VulkanTest, EachWayIsTheOneThatItsOptionNames) {
  const auto passing = [&](const char* way) {
    return passing_of(*device_->build({.source = kKernels, .il = {}, .options = way}), "numbered");
  };
  EXPECT_EQ(passing(kWays[0]), Passing::plain_push);
  EXPECT_EQ(passing(kWays[1]), Passing::plain_uniform);
  EXPECT_EQ(passing(kWays[2]), Passing::plain_uniform);
}

// The third kind is a storage buffer. clspv uses it only for arguments of bytes that neither uniform buffers nor push
// constants may hold.
TEST_F(VulkanTest, ArgumentsInAStorageBufferGiveTheSame) {
  constexpr const char* kOfBytes = R"(
typedef struct { uchar4 low; uchar4 high; } Bytes;
kernel void numbered(global uint* out, Bytes first) { out[get_global_id(0)] = as_uint(first.low) + get_global_id(0); }
)";
  constexpr const char* kInStorage = "-no-8bit-storage=ubo -no-8bit-storage=pushconstant -cluster-pod-kernel-args=0";
  for (const auto& [options, passing] : {std::pair("", Passing::plain_push), {kInStorage, Passing::plain_storage}}) {
    const auto program = device_->build({.source = kOfBytes, .il = {}, .options = options});
    ASSERT_EQ(passing_of(*program, "numbered"), passing);
    const auto stream = device_->stream(*program, 1);
    stream->submit({.kernel = "numbered", .items = 300, .outputs = {1200}, .scalars = {0x12345678}, .poison = 1});
    const std::vector<std::uint32_t> got = words(stream->wait().outputs[0]);
    for (std::uint32_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], 0x12345678 + i);
  }
}

TEST_F(VulkanTest, AKernelThatWritesNothingLeavesThePoisonOfItsOwnLaunch) { expect_poison(*device_); }
TEST_F(VulkanTest, InputsReachTheKernelInOrder) { expect_inputs(*device_); }

TEST_F(VulkanTest, ASecondKernelReadsWhatTheFirstLeft) { expect_reductions(*device_); }

TEST_F(VulkanTest, MemoryThatTheHostDoesNotSeeIsCopied) {
  Copying copying(*device_);
  expect_order(copying);
  expect_poison(copying);
  expect_inputs(copying);
  expect_exactly(copying, 4099);
  expect_reductions(copying);
}

TEST_F(VulkanTest, ALaunchInPiecesHasTheSameResults) {
  const auto program = device_->build({.source = kKernels});
  for (const bool reads_in_place : {true, false}) {
    expect_pieces([&] { return stream(*program, 1, {.has_watchdog = true, .reads_in_place = reads_in_place}); });
  }
}

TEST_F(VulkanTest, EveryWorkItemRunsAndNoOther) {
  for (const std::uint64_t items : {1, 3, 256, 257, 1023, 1025, 4099}) expect_exactly(*device_, items);
  for (const char* way : kWays) expect_exactly(*device_, 4099, way);
}

// A work-item writes its place: it runs once, in the group and with the offset of the range.
TEST_F(VulkanTest, ARangeHasItsDimensionsGroupsAndOffset) {
  const auto program = device_->build({.source = R"(
kernel void place(global uint* out) {
  const uint3 id = (uint3)(get_global_id(0) - 2, get_global_id(1) - 1, get_global_id(2));
  global uint* to = out + ((id.z * 4 + id.y) * 6 + id.x) * 4;
  to[0] = get_work_dim(); to[1] = get_local_size(1); to[2] = get_group_id(0); to[3] = get_global_offset(0);
}
)"});
  const auto stream = device_->stream(*program, 1);
  stream->submit({.kernel = "place",
                  .outputs = {6 * 4 * 2 * 16},
                  .poison = 1,
                  .range = Range{.dimensions = 3, .size = {6, 4, 2}, .group = {3, 2, 1}, .offset = {2, 1, 0}}});
  const std::vector<std::uint32_t> got = words(stream->wait().outputs[0]);
  for (std::uint32_t i = 0; i < got.size(); i += 4) {
    EXPECT_THAT(std::vector(got.begin() + i, got.begin() + i + 4), testing::ElementsAre(3, 2, i / 4 % 6 / 3, 2));
  }
}

TEST_F(VulkanTest, AProgramThatDoesNotCompileSaysWhy) {
  EXPECT_THAT(refusal_of_program(*device_, "kernel void broken(global int* out) { out[0] = no_such_name; }"),
              HasSubstr("no_such_name"));
}

TEST_F(VulkanTest, AModuleThatIsNotValidIsNotGivenToTheDriver) {
  try {
    device_->build({.source = "", .il = {0x07230203, 0x00010300, 0, 1, 0}});
    FAIL() << "it is valid";
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::build);
    EXPECT_THAT(e.what(), HasSubstr("spirv-val"));
  }
}

TEST_F(VulkanTest, AKernelThatDoesNotExistIsNamed) {
  EXPECT_THAT(refusal_of_kernel(*device_, "absent"), HasSubstr("no kernel absent"));
}

TEST_F(VulkanTest, ArgumentsThatDoNotFitAreRefused) {
  const auto program = device_->build({.source = kKernels});
  const auto stream = device_->stream(*program, 1);
  EXPECT_THROW(stream->submit({.kernel = "sum", .items = 1, .outputs = {4}}), DeviceError);
  EXPECT_THROW(stream->submit({.kernel = "numbered", .items = 1, .outputs = {4}}), DeviceError);
  EXPECT_EQ(stream->in_flight(), 0U);
  stream->submit({.kernel = "numbered", .items = 1, .outputs = {4}, .scalars = {9}});
  EXPECT_EQ(words(stream->wait().outputs[0]).front(), 9U);
}

// The library's tables are in a buffer of their own.
TEST_F(VulkanTest, ConstantDataOfTheModuleAreThere) {
  const auto program = device_->build({.source = R"(
constant uint kTable[4] = {3, 5, 7, 11};
kernel void table(global uint* out, global const uint* in) { out[get_global_id(0)] = kTable[in[get_global_id(0)] & 3]; }
)"});
  const auto stream = device_->stream(*program, 1);
  const std::vector<std::uint32_t> in{2, 0, 3, 1};
  stream->submit({.kernel = "table", .items = 4, .outputs = {16}, .inputs = {std::as_bytes(std::span(in))}});
  EXPECT_THAT(words(stream->wait().outputs[0]), testing::ElementsAre(7, 3, 11, 5));
}

constexpr ImageFormat kFloats{ChannelOrder::rgba, ChannelType::f32};

bool has_floats(Device& device, ImageUse use) {
  return std::ranges::count(device.image_formats(use, ImageShape::two), kFloats) == 1;
}

float red_of(std::span<const std::byte> bytes, std::size_t color) {
  float r = 0;
  std::memcpy(&r, bytes.data() + color * 16, sizeof r);
  return r;
}

// The sampler of the host reads beyond the edge; the one of the kernel mirrors.
TEST_F(VulkanTest, ImagesAreReadThroughSamplersAndWritten) {
  if (!has_floats(*device_, ImageUse::read) || !has_floats(*device_, ImageUse::written)) GTEST_SKIP() << "it has no images";
  const auto program = device_->build({.source = R"(
constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
kernel void copy(global float4* out, read_only image2d_t from, write_only image2d_t to, sampler_t given) {
  const int i = (int)get_global_id(0);
  out[2 * i] = read_imagef(from, given, (int2)(i, 1));
  out[2 * i + 1] = read_imagef(from, mirror, (float2)(1.125f + 0.25f * i, 0.25f));
  write_imagef(to, (int2)(3 - i, 0), read_imagef(from, (int2)(i, 0)));
}
)"});
  const auto stream = device_->stream(*program, 1);
  std::vector<float> texels(32);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
  const std::vector<float> nothing(16, -1);
  stream->submit(
      {.kernel = "copy",
       .items = 4,
       .outputs = {4 * 32},
       .images = {{.format = kFloats, .width = 4, .height = 2, .texels = std::as_bytes(std::span(texels))},
                  {.format = kFloats, .use = ImageUse::written, .width = 4, .texels = std::as_bytes(std::span(nothing))}},
       .samplers = {{.addressing = ImageAddressing::clamp_to_edge}}});
  const Finished finished = stream->wait();
  ASSERT_EQ(finished.images.size(), 1U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(red_of(finished.outputs[0], 2 * i), 16 + 4 * static_cast<float>(i));
    EXPECT_EQ(red_of(finished.outputs[0], 2 * i + 1), 12 - 4 * static_cast<float>(i));
    EXPECT_EQ(red_of(finished.images[0], 3 - i), 4 * static_cast<float>(i));
  }
}

// The last coordinate is the layer of an array, or the slice of a 3D image.
TEST_F(VulkanTest, LayersAndSlicesAreReadAndWritten) {
  struct Kind {
    ImageShape shape;
    const char* type;
    const char* coordinates;  // the place of a color, by its number
    const char* last;         // the place of color 3 - number
  };
  constexpr std::array kKinds{
      Kind{ImageShape::array_of_one, "image1d_array_t", "(int2)(i & 1, i >> 1)", "(int2)((3 - i) & 1, (3 - i) >> 1)"},
      Kind{ImageShape::array_of_two, "image2d_array_t", "(int4)(i & 1, 0, i >> 1, 0)",
           "(int4)((3 - i) & 1, 0, (3 - i) >> 1, 0)"},
      Kind{ImageShape::three, "image3d_t", "(int4)(i & 1, 0, i >> 1, 0)", "(int4)((3 - i) & 1, 0, (3 - i) >> 1, 0)"}};
  if (!has_floats(*device_, ImageUse::read) || !has_floats(*device_, ImageUse::written)) GTEST_SKIP() << "it has no images";
  for (const Kind& kind : kKinds) {
    const std::string type(kind.type);
    const auto program = device_->build({.source = "kernel void copy(global float4* out, read_only " + type +
                                                   " from, write_only " + type + R"( to) {
  const int i = (int)get_global_id(0);
  out[i] = read_imagef(from, )" + kind.coordinates +
                                                   R"();
  write_imagef(to, )" + kind.last + R"(, (float4)(i, 0, 0, 0));
}
)"});
    const auto stream = device_->stream(*program, 1);
    std::vector<float> texels(16);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
    const bool has_rows = kind.shape == ImageShape::array_of_one;
    const auto image = [&](ImageUse use, std::span<const float> colors) {
      return Image{.format = kFloats,
                   .use = use,
                   .width = 2,
                   .height = has_rows ? 2U : 1U,
                   .texels = std::as_bytes(colors),
                   .shape = kind.shape,
                   .depth = has_rows ? 1U : 2U};
    };
    const std::vector<float> nothing(16, -1);
    stream->submit({.kernel = "copy",
                    .items = 4,
                    .outputs = {4 * 16},
                    .images = {image(ImageUse::read, texels), image(ImageUse::written, nothing)}});
    const Finished finished = stream->wait();
    ASSERT_EQ(finished.images.size(), 1U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(red_of(finished.outputs[0], i), 4 * static_cast<float>(i)) << type;
      EXPECT_EQ(red_of(finished.images[0], 3 - i), static_cast<float>(i)) << type;
    }
  }
}

TEST_F(VulkanTest, ImagesThatALaunchLacksAreRefused) {
  if (!has_floats(*device_, ImageUse::read)) GTEST_SKIP() << "it has no images";
  const auto program = device_->build({.source = R"(
kernel void read(global float4* out, read_only image2d_t image) { out[0] = read_imagef(image, (int2)(0, 0)); }
)"});
  const auto stream = device_->stream(*program, 1);
  EXPECT_THROW(stream->submit({.kernel = "read", .items = 1, .outputs = {16}}), DeviceError);
  EXPECT_TRUE(device_->image_formats(ImageUse::read, ImageShape::buffer).empty());
  EXPECT_TRUE(device_->image_formats(ImageUse::read_and_written, ImageShape::two).empty());
}

TEST_F(VulkanTest, ADeviceIsFoundByItsAddressOrAPartOfItsName) {
  const Identity& id = device_->identity();
  EXPECT_EQ(id.address, "vk:0");
  EXPECT_EQ(vulkan_backend()->open(id.address)->identity().name, id.name);
  EXPECT_EQ(all_backends()->open("vk:" + id.name.substr(0, 8))->identity().address, id.address);
  EXPECT_THROW(vulkan_backend()->open("vk:99"), DeviceError);
}

TEST_F(VulkanTest, WhatADeviceHasIsRecorded) {
  const Capabilities& c = device_->capabilities();
  EXPECT_TRUE(c.has_feature("variablePointers"));
  EXPECT_TRUE(c.f32.available);
  EXPECT_EQ(c.f64.available, c.has_feature("shaderFloat64"));
  EXPECT_EQ(c.f16.available, c.has(Ability::f16));
  EXPECT_FALSE(c.has(Ability::spirv));
  EXPECT_GT(c.largest_allocation, 0U);
}

}  // namespace
}  // namespace classay
