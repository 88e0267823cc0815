// Tests the first device: in every format and front end its arithmetic matches its driver's report. Also tests a device that
// accepts only SPIR-V: a device with its OpenCL C compiler hidden represents it.
#include <nlohmann/json.hpp>

#include "harness/device/registry.h"
#include "harness/worker/probes/health.h"
#include "harness/worker/probes/traits.h"
#include "harness/worker/sweep/device_support.h"

namespace classay {
namespace {

class WithoutOpenclC : public Device {
 public:
  explicit WithoutOpenclC(std::unique_ptr<Device> device)
      : device_(std::move(device)), description_(device_->description()) {
    description_.capabilities.lacks[Ability::opencl_c] = "it is hidden";
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module& module) override {
    EXPECT_TRUE(module.source.empty());
    return device_->build(module);
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override { return device_->stream(program, slots); }

 private:
  std::unique_ptr<Device> device_;
  Description description_;
};

struct HidesCompilers : Backend {
  explicit HidesCompilers(std::unique_ptr<Backend> b) : backend(std::move(b)) {}
  std::vector<Description> devices() override { return backend->devices(); }
  std::unique_ptr<Device> open(const std::string& address) override {
    return std::make_unique<WithoutOpenclC>(backend->open(address));
  }
  std::unique_ptr<Backend> backend;
};

TEST(HealthOnADeviceTest, ADeviceThatTakesSpirVAloneAnswers) {
  std::string address;
  try {
    for (const auto& [who, can] : opencl_backend()->devices()) {
      if (who.trouble.empty() && can.takes(FrontEnd::il)) address = who.address;
    }
  } catch (const DeviceError& e) {
    GTEST_SKIP() << e.what();
  }
  if (address.empty()) GTEST_SKIP() << "no device here takes SPIR-V";
  HidesCompilers backend(opencl_backend());
  EXPECT_EQ(health_of(backend, address), "");
}

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
      if (!device->capabilities().takes(front_end)) continue;
      const Traits traits = measure_traits(*device, front_end, format);
      EXPECT_TRUE(traits.rounding.has_value()) << to_json(traits).dump();
      EXPECT_THAT(contradictions(said, traits), testing::IsEmpty()) << to_json(traits).dump();
    }
  }
}

}  // namespace
}  // namespace classay
