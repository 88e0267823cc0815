// Tests the words of --device. An address belongs to its back end, or to OpenCL without a prefix. Installing another kind of
// driver does not change the meaning of a name. Possible faults: part of a name is read as a prefix; a device of another
// back end is chosen without request.
#include "harness/device/registry.h"

#include <gmock/gmock.h>

namespace classay {
namespace {

using testing::ElementsAre;

std::string backend_of(const Wanted& wanted) { return wanted.backend == nullptr ? "" : std::string(wanted.backend->name); }

std::vector<std::string> addresses(const std::string& wanted, const std::vector<Identity>& all) {
  std::vector<std::string> found;
  for (const Identity& d : meant(wanted_from(wanted), all)) found.push_back(d.address);
  return found;
}

Identity device(const std::string& backend, const std::string& address, const std::string& name) {
  return {.backend = backend, .address = address, .trouble = "", .platform = "Vendor", .name = name};
}

TEST(RegistryTest, NamesAndPrefixesAreOneBackEndsEach) {
  for (const BackendEntry& a : backend_table()) {
    EXPECT_EQ(a.prefix.empty(), &a == backend_table().data()) << a.name;
    EXPECT_EQ(wanted_from(std::string(a.name) + ":x").backend, &a);
    EXPECT_EQ(wanted_from(std::string(a.name) + ":x").device, "x");
    if (!a.prefix.empty()) {
      EXPECT_EQ(wanted_from(std::string(a.prefix) + "x:y").backend, &a);
      EXPECT_EQ(wanted_from(std::string(a.prefix) + "x:y").device, "x:y");
      EXPECT_TRUE(a.prefix.ends_with(':'));
    }
  }
}

TEST(RegistryTest, ADeviceFollowsTheDocumentsOfItsVersion) {
  const auto of = [](std::string_view backend, FrontEnd f, Version v) { return edition_for(backend_named(backend), f, v); };
  EXPECT_EQ(of("opencl", FrontEnd::clc, {1, 2}), Edition::clc20);
  EXPECT_EQ(of("opencl", FrontEnd::clc, {3, 0}), Edition::clc20);
  EXPECT_EQ(of("opencl", FrontEnd::clc, {3, 1}), Edition::clc31);
  EXPECT_EQ(of("opencl", FrontEnd::clc, {4, 0}), Edition::clc31);
  EXPECT_EQ(of("opencl", FrontEnd::il, {3, 0}), Edition::spirv22);
  EXPECT_EQ(of("opencl", FrontEnd::il, {3, 1}), Edition::spirv31);
  EXPECT_EQ(of("opencl", FrontEnd::clc, {}), Edition::clc31) << "a version that is not known";
  EXPECT_EQ(of("opencl", FrontEnd::il, {}), Edition::spirv31);
  EXPECT_EQ(of("", FrontEnd::il, {3, 0}), Edition::spirv22) << "a journal without a back end";
  EXPECT_EQ(of("level-zero", FrontEnd::il, {2, 2}), Edition::spirv22);
  EXPECT_EQ(of("vulkan", FrontEnd::clspv, {}), Edition::clspv);
  EXPECT_EQ(of("library", FrontEnd::c, {}), Edition::none);
}

TEST(RegistryTest, SpecificationsCoverTheFrontEndsOfABackEnd) {
  for (const BackendEntry& backend : backend_table()) EXPECT_TRUE(follows(backend, backend.front_end)) << backend.name;
  EXPECT_TRUE(follows(backend_named("opencl"), FrontEnd::il));
  EXPECT_FALSE(follows(backend_named("library"), FrontEnd::il));
  EXPECT_EQ(backend_named("opencl").il_rules, il::Rules::opencl);
  EXPECT_EQ(backend_named("level-zero").il_rules, il::Rules::level_zero);
}

TEST(RegistryTest, WhatHasNoPrefixNamesNoBackEnd) {
  for (const char* text : {"", "0:0", "Arc", ":", "nobody:0", "a (b):0", "opencl"}) {
    EXPECT_EQ(backend_of(wanted_from(text)), "") << text;
    EXPECT_EQ(wanted_from(text).device, text);
  }
}

TEST(RegistryTest, ANumberIsAnAddressOfOpencl) {
  EXPECT_EQ(may_mean(wanted_from("1:0")).size(), 1U);
  EXPECT_EQ(may_mean(wanted_from("1:0")).front()->name, "opencl");
  EXPECT_THAT(addresses("0:1", {device("opencl", "0:0", "A"), device("opencl", "0:1", "B")}), ElementsAre("0:1"));
  EXPECT_THAT(addresses("opencl:0:1", {device("opencl", "0:0", "A"), device("opencl", "0:1", "B")}), ElementsAre("0:1"));
  EXPECT_THAT(addresses("0:2", {device("opencl", "0:0", "A")}), testing::IsEmpty());
}

TEST(RegistryTest, WithoutAWordTheFirstDeviceIsMeant) {
  EXPECT_THAT(addresses("", {device("opencl", "0:0", "A"), device("opencl", "0:1", "B")}), ElementsAre("0:0"));
  EXPECT_THAT(addresses("", {}), testing::IsEmpty());
}

Identity device_of_type(const std::string& backend, const std::string& address, const std::string& type) {
  Identity d = device(backend, address, type + " in its name");
  d.type = type;
  return d;
}

TEST(RegistryTest, WithoutAWordTheFirstGpuOfTheFirstBackEndIsMeant) {
  const std::vector all{device_of_type("opencl", "0:0", "cpu"), device_of_type("opencl", "1:0", "gpu"),
                        device_of_type("opencl", "1:1", "gpu"), device_of_type("vulkan", "vk:0", "gpu")};
  EXPECT_THAT(addresses("", all), ElementsAre("1:0"));
  EXPECT_THAT(addresses("", {all[0], all[3]}), ElementsAre("0:0"));
  EXPECT_THAT(addresses("vk:", all), ElementsAre("vk:0"));
}

TEST(RegistryTest, ATypeMeansTheFirstDeviceOfItAndNotANameThatContainsIt) {
  const std::vector all{device_of_type("opencl", "0:0", "cpu"), device("opencl", "1:0", "GPU"),
                        device_of_type("vulkan", "vk:0", "cpu"), device_of_type("vulkan", "vk:1", "gpu")};
  EXPECT_THAT(addresses("gpu", all), ElementsAre("vk:1"));
  EXPECT_THAT(addresses("GPU", all), ElementsAre("vk:1"));
  EXPECT_THAT(addresses("cpu", all), ElementsAre("0:0"));
  EXPECT_THAT(addresses("vk:cpu", all), ElementsAre("vk:0"));
  EXPECT_THAT(addresses("accelerator", all), testing::IsEmpty());
  EXPECT_THAT(addresses("0:0", all), ElementsAre("0:0"));
}

TEST(RegistryTest, CommandsNameADeviceIndependentlyOfTheMachineIfTheyCan) {
  EXPECT_EQ(device_word({.backend = "opencl", .address = "1:0", .platform = "P", .name = "N"}), "N (P)");
  EXPECT_EQ(device_word({.backend = "library", .address = "lib:m.so", .platform = "C library", .name = "m.so"}), "lib:m.so");
}

TEST(RegistryTest, AListOfChoicesHasALineForEachWhateverTheyAreCalled) {
  EXPECT_EQ(choices({device("opencl", "0:0", "A\n1:0 B"), device("opencl", "0:1", "B")}),
            "  0:0  A\\n1:0 B (Vendor)\n  0:1  B (Vendor)");
}

}  // namespace
}  // namespace classay
