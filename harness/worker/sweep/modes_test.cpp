// Tests execution modes of SPIR-V and flags of FPFastMathMode. A device must obey the mode: one that always rounds to
// nearest and keeps subnormals fails where another rounding or flushing is required. Under a flag, nothing is checked that
// the flag assumes not to occur, and everything else is.
#include <gtest/gtest.h>

#include "harness/journal/task.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"
#include "harness/worker/sweep/sweep.h"
#include "kernels/il/environment.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;

class ModesTest : public testing::Test {
 protected:
  std::string verdict(Mode mode, std::function<Bits(const Element&, Bits)> device) {
    task_.unit.mode = mode;
    FakeDevice fake(task_.unit, plan_, {Making::literals, Making::table}, {.result = std::move(device)});
    Sweep s(fake, task_, plan_, 2, {});
    s.run();
    return json_results(s).at(0).at("verdict");
  }

  static Bits flushed(Bits b) { return kF32.is_subnormal(b) ? kF32.zero(kF32.is_negative(b)) : b; }
  // Returns the product; operands may be flushed first.
  static Bits product(const Element& e, Rounding rounding, bool flushes) {
    const auto operand = [&](std::size_t a) { return flushes ? flushed(e.inputs[a]) : e.inputs[a]; };
    const Bits x = operand(0);
    const Bits y = operand(1);
    const bool is_nan = kF32.is_nan(x) || kF32.is_nan(y) || (kF32.is_zero(x) && !kF32.is_finite(y)) ||
                        (kF32.is_zero(y) && !kF32.is_finite(x));
    if (is_nan) return kF32.quiet_nan();
    const bool negative = kF32.is_negative(x) != kF32.is_negative(y);
    if (!kF32.is_finite(x) || !kF32.is_finite(y)) return kF32.infinity(negative);
    if (kF32.is_zero(x) || kF32.is_zero(y)) return kF32.zero(negative);
    const Dyadic a = decode(kF32, x);
    const Dyadic b = decode(kF32, y);
    const Unrounded product{negative, Wide{a.significand} * b.significand, a.exponent + b.exponent, false};
    const Bits r = round_to(kF32, product, rounding);
    return flushes ? flushed(r) : r;
  }

  Task task_{.unit = {.front_end = FrontEnd::il, .row = find("mul"), .format = Type::f32, .widths = {4}}, .state = nullptr};
  Plan plan_{*task_.unit.row, task_.unit.format, Tier::smoke, task_.seed, {}};
};

const auto kAsIs = [](const Element&, Bits right) { return right; };

TEST_F(ModesTest, DenormFlushToZeroIsDemandedOfOperandsAndResults) {
  EXPECT_EQ(verdict(Mode::standard, kAsIs), "pass");
  EXPECT_EQ(verdict(Mode::denorm_flush, kAsIs), "fail");
  EXPECT_EQ(verdict(Mode::denorm_flush, [](const Element&, Bits right) { return flushed(right); }), "fail");
  EXPECT_EQ(verdict(Mode::denorm_flush, [](const Element& e, Bits) { return product(e, Rounding::rne, true); }), "pass");
}

TEST_F(ModesTest, DenormPreserveIsDemandedToo) {
  EXPECT_EQ(verdict(Mode::denorm_preserve, kAsIs), "pass");
  EXPECT_EQ(verdict(Mode::denorm_preserve, [](const Element&, Bits right) { return flushed(right); }), "fail");
}

TEST_F(ModesTest, RoundingTowardZeroIsDemanded) {
  EXPECT_EQ(verdict(Mode::rounding_rtz, kAsIs), "fail");
  EXPECT_EQ(verdict(Mode::rounding_rtz, [](const Element& e, Bits) { return product(e, Rounding::rtz, false); }), "pass");
  EXPECT_EQ(verdict(Mode::rounding_rte, [](const Element& e, Bits) { return product(e, Rounding::rtz, false); }), "fail");
}

TEST_F(ModesTest, AFlagExcusesWhatItAssumesAwayAndNothingElse) {
  const auto no_nan = [](const Element&, Bits right) { return kF32.is_nan(right) ? kF32.one() : right; };
  const auto no_infinity = [](const Element&, Bits right) {
    return kF32.is_finite(right) || kF32.is_nan(right) ? right : kF32.one();
  };
  const auto no_sign = [](const Element&, Bits right) { return kF32.is_zero(right) ? kF32.zero(false) : right; };
  EXPECT_EQ(verdict(Mode::standard, no_nan), "fail");
  EXPECT_EQ(verdict(Mode::not_nan, no_nan), "pass");
  EXPECT_EQ(verdict(Mode::not_nan, no_infinity), "fail");
  EXPECT_EQ(verdict(Mode::not_inf, no_infinity), "pass");
  EXPECT_EQ(verdict(Mode::not_inf, no_nan), "fail");
  EXPECT_EQ(verdict(Mode::nsz, no_sign), "pass");
  EXPECT_EQ(verdict(Mode::not_nan, no_sign), "fail");
  EXPECT_EQ(verdict(Mode::fast, no_sign), "pass");
  EXPECT_EQ(verdict(Mode::fast, no_nan), "pass");
  EXPECT_EQ(verdict(Mode::fast, [](const Element&, Bits right) { return right + 2; }), "fail");
}

TEST(ModesOfDevicesTest, WhatADeviceDoesNotSayThatItHasIsUnsupported) {
  Capabilities device;
  const Case flush{FrontEnd::il, find("mul"), Type::f32, Mode::denorm_flush, 4};
  const auto says = [&](const char* words) {
    const std::optional<std::string> why = unsupported(device, flush);
    return why && why->find(words) != std::string::npos;
  };
  EXPECT_TRUE(says("does not know CL_DEVICE_SPIRV_CAPABILITIES_KHR"));
  device.spirv_capabilities = {il::capability_number("Kernel"), il::capability_number("DenormPreserve")};
  EXPECT_TRUE(says("DenormFlushToZero (SPV_KHR_float_controls) is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR"));
  device.spirv_capabilities->push_back(il::capability_number("DenormFlushToZero"));
  EXPECT_FALSE(unsupported(device, flush));
  const Case fast{FrontEnd::il, find("mul"), Type::f32, Mode::fast, 4};
  device.spirv_capabilities.reset();
  EXPECT_FALSE(unsupported(device, fast));
}

// Cases outside the table have no mode: only a front end and a type. The same query excludes a row.
TEST(ModesOfDevicesTest, AFrontEndOrATypeThatADeviceHasNotIsUnsupportedByItsQuery) {
  Capabilities device{
      .lacks = {{Ability::f16, "CL_DEVICE_HALF_FP_CONFIG is 0"}, {Ability::f64, "CL_DEVICE_DOUBLE_FP_CONFIG is 0"}}};
  const auto why = [&](FrontEnd front_end, Type type) { return unsupported(device, front_end, type).value_or(""); };
  const auto expect_of_rows_too = [&](FrontEnd front_end, Type type) {
    EXPECT_EQ(unsupported(device, Case{.front_end = front_end, .row = find("printf"), .format = type}),
              unsupported(device, front_end, type));
  };
  EXPECT_EQ(why(FrontEnd::il, Type::f64), "CL_DEVICE_DOUBLE_FP_CONFIG is 0");
  EXPECT_EQ(why(FrontEnd::clc, Type::f16), "CL_DEVICE_HALF_FP_CONFIG is 0");
  EXPECT_EQ(why(FrontEnd::il, Type::u64), "");
  device.lacks.clear();
  for (const Type type : kLanguageTypes) EXPECT_EQ(why(FrontEnd::il, type), "");
  device.lacks[Ability::spirv] = "CL_DEVICE_IL_VERSION is empty";
  for (const Type type : kLanguageTypes) {
    EXPECT_EQ(why(FrontEnd::il, type), "CL_DEVICE_IL_VERSION is empty");
    EXPECT_EQ(why(FrontEnd::clc, type), "");
    for (const FrontEnd front_end : {FrontEnd::clc, FrontEnd::il}) expect_of_rows_too(front_end, type);
  }
  device.lacks[Ability::opencl_c] = "CL_DEVICE_COMPILER_AVAILABLE is false";
  EXPECT_EQ(why(FrontEnd::clc, Type::i8), "CL_DEVICE_COMPILER_AVAILABLE is false");
}

// A language version counts if the device lists it, even if it is not the default.
TEST(ModesOfDevicesTest, WhatOpenClC20BroughtIsAskedOfDevicesThatListALaterVersion) {
  Capabilities device{.environment = {3, 0}, .language = {1, 2}, .newest_language = {1, 2}};
  const Case ctz{.row = find("ctz"), .format = Type::u32};
  EXPECT_EQ(unsupported(device, ctz), "OpenCL C 1.2 is before 2.0, which brought it");
  EXPECT_FALSE(unsupported(device, Case{.row = find("clz"), .format = Type::u32}));
  device.newest_language = {3, 0};
  EXPECT_FALSE(unsupported(device, ctz));
  device.newest_language = {};
  device.language = {};
  EXPECT_FALSE(unsupported(device, ctz)) << "nothing is known";
}

}  // namespace
}  // namespace classay
