// Tests that a device is checked in a language that it takes, and that a wrong sum is detected in each. No two checks use
// the same program. The simulated device reads the factor from the program, as a compiler would.
#include "harness/worker/probes/health.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"
#include "kernels/counting.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::HasSubstr;
using testing::IsEmpty;

// Returns the only 32-bit constant of the module, or the number before the 'u'.
std::uint32_t factor_of(const Module& module) {
  constexpr std::uint32_t kConstantOfOneWord = 4U << 16 | 43;
  for (std::size_t at = 5; at < module.il.size(); at += module.il[at] >> 16) {
    if (module.il[at] == kConstantOfOneWord) return module.il[at + 3];
  }
  std::smatch found;
  std::regex_search(module.source, found, std::regex(R"((\d+)u;)"));
  return static_cast<std::uint32_t>(std::stoul(found.str(1)));
}

struct Looks : Backend {
  std::vector<Description> devices() override { return {}; }
  std::unique_ptr<Device> open(const std::string&) override {
    auto device = std::make_unique<AnsweringDevice>([this](const Module& module, const Launch& launch) {
      (module.il.empty() ? sources : modules) += 1;
      factors.insert(factor_of(module));
      std::vector<std::byte> out(launch.outputs.at(0));
      for (std::uint64_t i = 0; i < launch.items; ++i) {
        put_element(out, 4, i, counted(launch.scalars.at(0), i, factor_of(module)) ^ (i == wrong_item ? 1U : 0U));
      }
      return out;
    });
    if (!taken.contains(FrontEnd::clc)) device->can().lacks[Ability::opencl_c] = "a compiler is missing";
    if (!taken.contains(FrontEnd::il)) device->can().lacks[Ability::spirv] = "it takes no SPIR-V";
    device->can().lacks[Ability::opencl_c_for_vulkan] = "it is no device of Vulkan";
    device->can().lacks[Ability::opencl_c_for_vulkan] = "it is no device of Vulkan";
    return device;
  }

  std::set<FrontEnd> taken{FrontEnd::clc, FrontEnd::il};
  std::uint64_t wrong_item = ~std::uint64_t{0};
  int sources = 0;
  int modules = 0;
  std::set<std::uint32_t> factors;
};

TEST(HealthTest, ADeviceIsAskedInALanguageThatItTakes) {
  for (const FrontEnd f : {FrontEnd::clc, FrontEnd::il}) {
    Looks looks;
    looks.taken = {f};
    EXPECT_THAT(health_of(looks, ""), IsEmpty()) << name(f);
    EXPECT_EQ(looks.sources, f == FrontEnd::clc ? 1 : 0);
    EXPECT_EQ(looks.modules, f == FrontEnd::il ? 1 : 0);
    looks.wrong_item = 999;
    EXPECT_THAT(health_of(looks, ""), HasSubstr("wrong sum")) << name(f);
  }
}

TEST(HealthTest, ADeviceThatTakesNothingIsNotHealthy) {
  Looks looks;
  looks.taken = {};
  EXPECT_THAT(health_of(looks, ""), HasSubstr("a compiler is missing"));
}

TEST(HealthTest, TheProgramIsAnotherOneEachTime) {
  Looks looks;
  for (int i = 0; i < 8; ++i) health_of(looks, "");
  EXPECT_GT(looks.factors.size(), 6U);
}

}  // namespace
}  // namespace classay
