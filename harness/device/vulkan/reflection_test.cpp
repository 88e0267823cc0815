// Tests reflection read from clspv modules on disk, and that it is not read from damaged modules.
#include "harness/device/vulkan/reflection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <spirv-tools/libspirv.hpp>

#include "cmake/source_dir.h"

namespace classay::vulkan {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

// Returns a module made from reflection.cl, which contains the command.
std::vector<std::uint32_t> module_of_clspv(const std::string& name) {
  std::ifstream in(std::string(testing_support::source_dir()) + "/harness/device/vulkan/testdata/" + name,
                   std::ios::binary | std::ios::ate);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(in.tellg()) / 4);
  in.seekg(0);
  in.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
  return words;
}

TEST(ReflectionTest, KernelsAndTheirArgumentsAreThoseOfTheSource) {
  const Reflection r = reflection_of(module_of_clspv("uniform.spv"));
  ASSERT_EQ(r.kernels.size(), 2U);
  const Kernel* const table = r.find("table");
  ASSERT_NE(table, nullptr);
  EXPECT_THAT(table->arguments,
              ElementsAre(Argument{Passing::storage_buffer, 0, 0, 0, 0, 0}, Argument{Passing::storage_buffer, 1, 0, 1, 0, 0},
                          Argument{Passing::plain_uniform, 2, 0, 2, 0, 8}, Argument{Passing::plain_uniform, 3, 0, 2, 8, 8}));
  EXPECT_EQ(r.find("absent"), nullptr);
}

TEST(ReflectionTest, PlainArgumentsGoWhereTheOptionSays) {
  const auto last = [](const char* name) { return reflection_of(module_of_clspv(name)).find("table")->arguments.back(); };
  EXPECT_EQ(last("push.spv"), (Argument{Passing::plain_push, 3, 0, 0, 24, 8}));
  EXPECT_EQ(last("uniform.spv"), (Argument{Passing::plain_uniform, 3, 0, 2, 8, 8}));
  EXPECT_EQ(last("apart.spv"), (Argument{Passing::plain_uniform, 3, 0, 3, 0, 8}));
}

TEST(ReflectionTest, ALaunchIsToldByPushConstants) {
  const Reflection r = reflection_of(module_of_clspv("uniform.spv"));
  EXPECT_TRUE(r.is_told(Told::global_offset));
  EXPECT_FALSE(r.is_told(Told::groups));
  EXPECT_TRUE(r.group_size.has_value());
  EXPECT_EQ(r.push_bytes(), 12U);
  EXPECT_EQ(reflection_of(module_of_clspv("push.spv")).push_bytes(), 32U);
}

TEST(ReflectionTest, AModuleIsWholeWithoutIt) {
  for (const char* name : {"push.spv", "uniform.spv", "apart.spv"}) {
    const std::vector<std::uint32_t> module = module_of_clspv(name);
    const std::vector<std::uint32_t> bare = without_reflection(module);
    EXPECT_LT(bare.size(), module.size());
    EXPECT_THAT(reflection_of(bare).kernels, IsEmpty());
    EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_VULKAN_1_1).Validate(bare)) << name;
  }
}

TEST(ReflectionTest, ConstantDataAreBytes) {
  const Reflection r = reflection_of(module_of_clspv("uniform.spv"));
  ASSERT_EQ(r.constants.size(), 1U);
  EXPECT_EQ(r.constants[0].set, 1U);
  EXPECT_EQ(r.constants[0].binding, 0U);
  ASSERT_GE(r.constants[0].bytes.size(), 16U);
  EXPECT_EQ(r.constants[0].bytes[0], std::byte{3});
  EXPECT_EQ(r.constants[0].bytes[4], std::byte{5});
}

TEST(ReflectionTest, ImagesAndSamplersAreThoseOfTheSource) {
  const Reflection r = reflection_of(module_of_clspv("images.spv"));
  EXPECT_THAT(r.find("read")->arguments,
              ElementsAre(Argument{Passing::storage_buffer, 0, 1, 0, 0, 0}, Argument{Passing::sampled_image, 2, 1, 1, 0, 0},
                          Argument{Passing::sampled_image, 3, 1, 2, 0, 0}, Argument{Passing::sampler, 4, 1, 3, 0, 0},
                          Argument{Passing::plain_push, 1, 0, 0, 16, 8}, Argument{Passing::sampler_mask, 4, 0, 0, 24, 4}));
  EXPECT_THAT(r.find("write")->arguments, Contains(Argument{Passing::storage_image, 1, 1, 1, 0, 0}));
  EXPECT_EQ(r.push_bytes(), 28U);
  ASSERT_EQ(r.samplers.size(), 2U);
  EXPECT_EQ(mask_of(r.samplers[0].sampler), 18U);
  EXPECT_EQ(mask_of(r.samplers[1].sampler), 41U);
  EXPECT_EQ(r.samplers[0].binding, 1U);
  EXPECT_EQ(r.samplers[1].sampler.addressing, ImageAddressing::mirrored_repeat);
  EXPECT_EQ(r.samplers[1].sampler.filter, ImageFilter::linear);
  EXPECT_TRUE(r.samplers[1].sampler.is_normalized);
  EXPECT_THAT(r.unknown, IsEmpty());
}

TEST(ReflectionTest, ARecordThatNobodyKnowsIsPassedOver) {
  std::vector<std::uint32_t> module = module_of_clspv("uniform.spv");
  const Reflection before = reflection_of(module);
  EXPECT_THAT(before.unknown, IsEmpty());
  // Changes the record of constant data to an unknown one, as of a later revision.
  for (std::size_t at = 5; at < module.size(); at += module[at] >> 16) {
    if ((module[at] & 0xffff) == 12 && module[at + 4] == 21) module[at + 4] = 99;
  }
  const Reflection after = reflection_of(module);
  EXPECT_THAT(after.unknown, ElementsAre(99));
  EXPECT_THAT(after.constants, IsEmpty());
  EXPECT_EQ(after.kernels.size(), before.kernels.size());
}

TEST(ReflectionTest, WhatIsNoModuleOrADamagedOneIsRefused) {
  EXPECT_THROW(reflection_of({}), std::invalid_argument);
  const std::vector<std::uint32_t> text{1, 2, 3, 4, 5, 6};
  EXPECT_THROW(reflection_of(text), std::invalid_argument);
  const std::vector<std::uint32_t> module = module_of_clspv("uniform.spv");
  std::size_t refused = 0;
  // A truncated module ends between two instructions, or is refused. Nothing beyond its end is read.
  for (std::size_t length = 0; length < module.size(); ++length) {
    try {
      (void)reflection_of(std::span(module).first(length));
    } catch (const std::invalid_argument&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, module.size() / 2);
  for (std::size_t at = 5; at < module.size(); ++at) {
    std::vector<std::uint32_t> damaged = module;
    damaged[at] ^= 0x00010000;
    try {
      (void)reflection_of(damaged);
    } catch (const std::invalid_argument&) {  // NOLINT(bugprone-empty-catch): either is good
    }
  }
}

}  // namespace
}  // namespace classay::vulkan
