// Checks that every requirement is in the specification, in its own words. Each requirement has a module that declares the
// capability and is valid at the version that introduces it. A capability that a device need not support must not be
// required of it.
#include "kernels/il/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "kernels/il/source.h"

namespace classay::il {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Environment everything() {
  Environment e{.opencl = 31,
                .spirv = {10, 11, 12, 13, 14, 15, 16},
                .features = {"images", "read-write-images", "device-enqueue", "generic-address-space", "sub-groups",
                             "work-group-collective-functions", "pipes", "dot-product-4x8", "f64"},
                .extensions = {}};
  for (const char* name :
       {"cl_khr_fp16", "cl_khr_int64_base_atomics", "cl_khr_subgroup_named_barrier", "cl_khr_subgroup_non_uniform_vote",
        "cl_khr_subgroup_ballot", "cl_khr_subgroup_non_uniform_arithmetic", "cl_khr_subgroup_clustered_reduce",
        "cl_khr_expect_assume", "cl_khr_work_group_uniform_arithmetic", "cl_khr_kernel_clock"}) {
    e.extensions.emplace_back(name);
  }
  return e;
}

std::set<std::string_view> required_of(const Environment& e) {
  std::set<std::string_view> all;
  for (const Requirement& r : requirements(Rules::opencl)) {
    if (is_required(r, e)) all.insert(r.capability);
  }
  return all;
}

TEST(IlEnvironment, EveryRequirementHasAValidModuleThatDeclaresIt) {
  for (const Requirement& r : requirements(Rules::opencl)) {
    for (const int bits : {32, 64}) {
      Environment e = everything();
      e.address_bits = bits;
      const std::string text = proof(r, e);
      EXPECT_THAT(text, HasSubstr("OpCapability " + std::string(r.capability) + "\n"));
      EXPECT_THAT(text, HasSubstr("OpMemoryModel Physical" + std::to_string(bits) + " OpenCL"));
      EXPECT_NO_THROW(assembled(text, r.spirv)) << r.capability << "\n" << text;
    }
  }
}

// Without its capability a module is not valid, because an instruction needs it. The list below contains the exceptions:
// capabilities that are only declared, and operands that the validator accepts with any capability of their kind.
TEST(IlEnvironment, AModuleWithoutItsCapabilityIsRefused) {
  std::set<std::string_view> declared_only;
  for (const Requirement& r : requirements(Rules::opencl)) {
    std::string text = proof(r, everything());
    const std::string line = "OpCapability " + std::string(r.capability) + "\n";
    text.erase(text.find(line), line.size());
    try {
      assembled(text, r.spirv);
      declared_only.insert(r.capability);
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  EXPECT_EQ(declared_only,
            (std::set<std::string_view>{"DotProduct", "DotProductInput4x8Bit", "DotProductInput4x8BitKHR",
                                        "DotProductInput4x8BitPacked", "DotProductInput4x8BitPackedKHR", "DotProductKHR",
                                        "ImageBasic", "ImageReadWrite", "ShaderClockKHR", "SubgroupDispatch"}));
}

TEST(IlEnvironment, AVersionOfSpirVBringsWhatItsSectionNames) {
  Environment e = everything();
  const std::set<std::string_view> all = required_of(e);
  EXPECT_EQ(all.size(), requirements(Rules::opencl).size() - 1);  // only OpenCL 2.2 has PipeStorage
  e.spirv = {10};
  const std::set<std::string_view> oldest = required_of(e);
  EXPECT_THAT(oldest, Contains("Addresses"));
  EXPECT_THAT(oldest, Not(Contains("SubgroupDispatch")));
  EXPECT_THAT(oldest, Not(Contains("GroupNonUniformShuffle")));
  e.spirv = {};
  EXPECT_TRUE(required_of(e).empty());
}

TEST(IlEnvironment, WhatADeviceDoesNotHaveIsNotRequiredOfIt) {
  Environment e{.opencl = 30, .spirv = {10, 11, 12, 13}, .features = {}, .extensions = {}};
  EXPECT_EQ(required_of(e), (std::set<std::string_view>{"Addresses", "Float16Buffer", "Int16", "Int64", "Int8", "Kernel",
                                                        "Linkage", "Vector16"}));
  e.is_full_profile = false;
  EXPECT_THAT(required_of(e), Not(Contains("Int64")));
  e.extensions = {"cles_khr_int64"};
  EXPECT_THAT(required_of(e), Contains("Int64"));
  e.opencl = 22;
  for (const char* of_2_x : {"Pipes", "DeviceEnqueue", "GenericPointer", "Groups", "SubgroupDispatch", "PipeStorage"}) {
    EXPECT_THAT(required_of(e), Contains(of_2_x));
  }
  EXPECT_THAT(required_of(e), Not(Contains("ImageReadWrite")));
  e.features = {"images"};
  EXPECT_THAT(required_of(e), Contains("ImageReadWrite"));
  e.opencl = 30;
  EXPECT_THAT(required_of(e), Not(Contains("ImageReadWrite")));
  EXPECT_THAT(required_of(e), Contains("LiteralSampler"));
}

TEST(IlEnvironment, LevelZeroRequiresWhatItsGuideSays) {
  const std::set<std::string_view> always{"Addresses",
                                          "Float16Buffer",
                                          "Int64",
                                          "Int16",
                                          "Int8",
                                          "Kernel",
                                          "Linkage",
                                          "Vector16",
                                          "GenericPointer",
                                          "Groups",
                                          "SubgroupShuffleINTEL",
                                          "SubgroupBufferBlockIOINTEL",
                                          "SubgroupImageBlockIOINTEL"};
  Environment e{.rules = Rules::level_zero, .opencl = 22, .spirv = {10}, .features = {}, .extensions = {}};
  const auto required = [&] {
    std::set<std::string_view> all;
    for (const Requirement& r : requirements(e.rules)) {
      if (is_required(r, e)) all.insert(r.capability);
    }
    return all;
  };
  EXPECT_EQ(required(), always);
  struct Optional {
    const char* feature;
    std::set<std::string_view> brings;
  };
  for (const auto& [feature, brings] :
       {Optional{"f16", {"Float16"}}, Optional{"f64", {"Float64"}}, Optional{"int64-atomics", {"Int64Atomics"}},
        Optional{
            "images",
            {"ImageBasic", "LiteralSampler", "Sampled1D", "Image1D", "SampledBuffer", "ImageBuffer", "ImageReadWrite"}}}) {
    e.features = {feature};
    std::set<std::string_view> expected = always;
    expected.insert(brings.begin(), brings.end());
    EXPECT_EQ(required(), expected) << feature;
  }
}

TEST(IlEnvironment, EveryRequirementOfLevelZeroHasAValidModuleThatDeclaresIt) {
  const Environment e{.rules = Rules::level_zero, .opencl = 22, .spirv = {10}, .features = {}, .extensions = {}};
  for (const Requirement& r : requirements(e.rules)) {
    const std::string text = proof(r, e);
    EXPECT_THAT(text, HasSubstr("OpCapability " + std::string(r.capability) + "\n"));
    EXPECT_THAT(text, HasSubstr("OpMemoryModel Physical64 OpenCL"));
    EXPECT_NO_THROW(assembled(text, r.spirv)) << r.capability << "\n" << text;
  }
}

TEST(IlEnvironment, VersionsAreThoseOfTheDocument) {
  EXPECT_EQ(required_versions(22), (std::vector{10, 11, 12}));
  EXPECT_EQ(required_versions(21), std::vector{10});
  EXPECT_TRUE(required_versions(30).empty());
}

TEST(IlEnvironment, CapabilitiesHaveTheirNumbers) {
  EXPECT_EQ(capability_number("Kernel"), 6U);
  EXPECT_EQ(capability_number("DenormPreserve"), 4464U);
  EXPECT_THROW(capability_number("Nothing"), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
