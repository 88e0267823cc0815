// Runs the kernel of fast-math-extended on a device that takes SPIR-V 1.4. FPFastMathMode on instructions of OpenCL.std is
// allowed from version 1.6 on, which no device of the tests takes, so the module gets the number of version 1.4.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/device/registry.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/probe.h"

namespace classay {
namespace {

constexpr std::uint32_t kVersion14 = 0x10400;

class WithNewestVersion : public Device {
 public:
  explicit WithNewestVersion(std::unique_ptr<Device> device)
      : device_(std::move(device)), description_(device_->description()) {
    description_.capabilities.spirv.push_back({1, 6});
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module& module) override {
    Module older = module;
    EXPECT_EQ(older.il.at(1), 0x10600U);
    older.il.at(1) = kVersion14;
    return device_->build(older);
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override { return device_->stream(program, slots); }

 private:
  std::unique_ptr<Device> device_;
  Description description_;
};

TEST(FloatControlsOnADeviceTest, FlagsOnExtendedInstructionsChangeNoResultThatTheyDoNotExclude) {
  std::unique_ptr<Device> device;
  try {
    for (const auto& [who, can] : opencl_backend()->devices()) {
      const bool takes = std::ranges::any_of(can.spirv, [](const Version& v) { return v >= Version{1, 4}; });
      if (who.trouble.empty() && takes) device = opencl_backend()->open(who.address);
    }
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  if (!device) GTEST_SKIP() << "no device here takes SPIR-V 1.4";
  WithNewestVersion newest(std::move(device));
  const ProbeKind& kind = probe_kind("fast-math-extended");
  for (const Type type : kLanguageFloats) {
    if (!newest.description().capabilities.has(Ability::f16) && type == Type::f16) continue;
    run_probe(probe_of(kind.name), newest, {.kind = kind, .front_end = FrontEnd::il, .format = type, .widths = {1}},
              [&](int, const ProbeFinding& found) {
                EXPECT_EQ(found.error.value_or(found.unsupported.value_or("")), "") << info(type).name;
                EXPECT_THAT(found.violations, testing::IsEmpty()) << info(type).name;
              });
  }
}

}  // namespace
}  // namespace classay
