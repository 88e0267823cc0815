// Tests that required modules are tried, and pass if they build and, if the driver supports the query, are listed. Modules
// that are not required are unsupported, whatever the result. A driver that refuses one module fails only in its case.
#include "harness/worker/probes/modules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint32_t kOpCapability = 2U << 16U | 17U;
constexpr std::size_t kHeader = 5;

bool declares(const Module& module, std::string_view capability) {
  for (std::size_t i = kHeader; i + 1 < module.il.size() && module.il[i] == kOpCapability; i += 2) {
    if (module.il[i + 1] == il::capability_number(capability)) return true;
  }
  return false;
}

// Simulates a device of OpenCL 3.0 or Level Zero that refuses modules with this capability.
class TakingDevice : public probe_test::AnsweringDevice {
 public:
  explicit TakingDevice(const std::string& refused = "", bool is_level_zero = false)
      : AnsweringDevice({},
                        [refused](const Module& module) {
                          if (refused.empty() || !declares(module, refused)) return;
                          throw DeviceError(Fault::build, "clBuildProgram: as told\nerror: no " + refused);
                        }),
        description_(AnsweringDevice::description()) {
    description_.identity.backend = is_level_zero ? "level-zero" : "opencl";
    description_.capabilities.environment = {3, 0};
    description_.capabilities.spirv = {{1, 0}, {1, 1}, {1, 2}};
  }
  const Description& description() const override { return description_; }
  Capabilities& says() { return description_.capabilities; }

 private:
  Description description_;
};

ProbeFinding found(Device& device, std::string_view kind) {
  return probe_test::findings(device, kind, kNoFormat.front(), FrontEnd::il).at(1);
}

std::string why_unsupported(Device& device, std::string_view kind) { return found(device, kind).unsupported.value_or(""); }

TEST(ModulesTest, WhatIsRequiredAndTakenHasNothingAgainstIt) {
  TakingDevice device;
  for (const char* kind : {"capability-Addresses", "capability-Int64", "version-1.0", "version-1.2"}) {
    const ProbeFinding one = found(device, kind);
    EXPECT_THAT(one.violations, IsEmpty()) << kind;
    EXPECT_THAT(one.notes, ElementsAre(HasSubstr("required"))) << kind;
  }
}

TEST(ModulesTest, AModuleThatIsRefusedIsSeenInItsCaseAlone) {
  TakingDevice device("Float16Buffer");
  const ProbeFinding refused = found(device, "capability-Float16Buffer");
  EXPECT_THAT(refused.violations,
              ElementsAre(HasSubstr("the capability Float16Buffer is refused: clBuildProgram: as told")));
  EXPECT_THAT(refused.details->at("log").dump(), HasSubstr("error: no Float16Buffer"));
  EXPECT_THAT(found(device, "capability-Int8").violations, IsEmpty());
}

TEST(ModulesTest, AVersionThatIsListedHasToBeTaken) {
  TakingDevice device("Kernel");
  EXPECT_THAT(found(device, "version-1.1").violations, ElementsAre(HasSubstr("SPIR-V 1.1 is refused")));
  EXPECT_THAT(why_unsupported(device, "version-1.3"), HasSubstr("not required"));
}

TEST(ModulesTest, AVersionThatTheEnvironmentRequiresHasToBeListedToo) {
  TakingDevice device;
  device.says().environment = {2, 2};
  device.says().spirv = {{1, 0}, {1, 1}};
  EXPECT_THAT(found(device, "version-1.1").violations, IsEmpty());
  EXPECT_THAT(found(device, "version-1.2").violations, ElementsAre(HasSubstr("does not list SPIR-V 1.2")));
}

TEST(ModulesTest, ADriverThatListsItsCapabilitiesListsTheRequiredOnes) {
  TakingDevice device;
  device.says().spirv_capabilities = {il::capability_number("Addresses")};
  EXPECT_THAT(found(device, "capability-Addresses").violations, IsEmpty());
  EXPECT_THAT(found(device, "capability-Int8").violations, ElementsAre(HasSubstr("does not list the capability Int8")));
}

TEST(ModulesTest, WhatNeedNotBeTakenIsUnsupportedWithTheCondition) {
  TakingDevice device;
  EXPECT_THAT(why_unsupported(device, "capability-Float64"), HasSubstr("double precision"));
  device.says().f64.available = true;
  EXPECT_THAT(found(device, "capability-Float64").violations, IsEmpty());
  EXPECT_THAT(why_unsupported(device, "capability-SubgroupShuffleINTEL"), HasSubstr("does not name it"));
}

// Level Zero's guide ties capabilities to flags, and requires them with the flag; one that works without its flag gives a
// note.
TEST(ModulesTest, LevelZeroHasWhatItsFlagsSay) {
  TakingDevice device("", true);
  EXPECT_THAT(found(device, "capability-SubgroupShuffleINTEL").violations, IsEmpty());
  EXPECT_THAT(why_unsupported(device, "capability-Float64"), HasSubstr("ZE_DEVICE_MODULE_FLAG_FP64"));
  EXPECT_THAT(why_unsupported(device, "capability-Float64"), HasSubstr("such a module still builds"));
  TakingDevice refusing("Float64", true);
  EXPECT_THAT(why_unsupported(refusing, "capability-Float64"), testing::Not(HasSubstr("such a module still builds")));
  refusing.says().f64.available = true;
  EXPECT_THAT(found(refusing, "capability-Float64").violations, ElementsAre(HasSubstr("Float64 is refused")));
}

TEST(ModulesTest, ADeviceWithoutSpirVIsAskedNothing) {
  TakingDevice device;
  device.says().lacks[Ability::spirv] = "CL_DEVICE_IL_VERSION is empty";
  EXPECT_EQ(why_unsupported(device, "capability-Addresses"), "CL_DEVICE_IL_VERSION is empty");
  EXPECT_TRUE(found(device, "version-1.0").data == nullptr);
}

// The loss of the device does not count as a refusal.
TEST(ModulesTest, ADeviceThatIsLostRefusesNothing) {
  class LostDevice : public TakingDevice {
   public:
    std::unique_ptr<Program> build(const Module& /*module*/) override { throw DeviceError(Fault::lost, "lost"); }
  };
  LostDevice device;
  EXPECT_EQ(found(device, "capability-Addresses").error, "lost");
}

TEST(ModulesTest, EveryCaseIsAnswered) {
  TakingDevice device("", true);
  int cases = 0;
  for (const ProbeKind& kind : probe_kinds()) {
    if (!kind.name.starts_with(kCapabilityKind) && !kind.name.starts_with(kVersionKind)) continue;
    EXPECT_EQ(found(device, kind.name).error, std::nullopt) << kind.name;
    ++cases;
  }
  EXPECT_EQ(cases, 43 + 3 + 7);
}

TEST(ModulesTest, WhatIsFoundIsReadAsItIsWritten) {
  const TakenModule t{.is_required = true, .says = false, .builds = {}, .why = "so"};
  const TakenModule again = taken_from(to_json(t));
  EXPECT_EQ(again.is_required, t.is_required);
  EXPECT_EQ(again.says, t.says);
  EXPECT_EQ(again.builds, t.builds);
  EXPECT_EQ(again.why, t.why);
}

}  // namespace
}  // namespace classay
