// On the first device there is: its arithmetic is one that the documents know, and in f32 and f64 PoCL does what it says.
#include "harness/devices/opencl/backend.h"
#include "harness/probes/fp_config.h"
#include "harness/sweep/reported_arithmetic.h"

namespace classay {
namespace {

TEST(TraitsOnADeviceTest, TheMeasuredArithmeticBearsOutWhatTheDriverSays) {
  std::unique_ptr<Device> device;
  try {
    device = opencl_backend()->open("");
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  for (const Type format : kLanguageFloats) {
    const FloatSupport& said = support(device->capabilities(), format);
    if (!said.available) continue;
    for (const FrontEnd front_end : kFrontEnds) {
      if (front_end == FrontEnd::il && !device->capabilities().has(Ability::spirv)) continue;
      const Traits traits = measured_traits(*device, front_end, format);
      EXPECT_TRUE(traits.rounding.has_value()) << to_json(traits).dump();
      EXPECT_THAT(contradictions(said, traits), testing::IsEmpty()) << to_json(traits).dump();
    }
  }
}

}  // namespace
}  // namespace classay
