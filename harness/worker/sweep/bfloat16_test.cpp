// Tests bfloat16: a device has the type if it lists the capabilities; right results pass and wrong ones fail. Possible
// faults: a device that only converts gets additions, truncated sums fail, truncated conversions pass.
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

const auto kAsIs = [](const Element&, Bits right) { return right; };

// A SPIR-V type from an extension is supported if the device lists its capability. Arithmetic needs another capability.
TEST(Bfloat16DeviceTest, ItIsThereWhereTheDeviceSaysSo) {
  Capabilities device;
  const Case product{FrontEnd::il, find("mul"), Type::bf16, Mode::standard, 4};
  const Case conversion{FrontEnd::il, find("convert_bfloat16"), Type::f32, Mode::standard, 1};
  const auto why = [&](const Case& c) { return unsupported(device, c).value_or(""); };
  EXPECT_EQ(why(product),
            "the device does not report BFloat16TypeKHR (SPV_KHR_bfloat16): it does not know "
            "CL_DEVICE_SPIRV_CAPABILITIES_KHR");
  device.spirv_capabilities = {il::capability_number("Kernel")};
  EXPECT_EQ(why(product), "BFloat16TypeKHR (SPV_KHR_bfloat16) is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
  EXPECT_EQ(why(conversion), why(product));
  EXPECT_EQ(unsupported(device, FrontEnd::il, Type::bf16), why(product));
  device.spirv_capabilities->push_back(il::capability_number("BFloat16TypeKHR"));
  EXPECT_EQ(why(product), "BFloat16ArithmeticEXT (SPV_EXT_bfloat16_arithmetic) is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
  EXPECT_EQ(why(conversion), "");
  EXPECT_FALSE(unsupported(device, FrontEnd::il, Type::bf16));
  device.spirv_capabilities->push_back(il::capability_number("BFloat16ArithmeticEXT"));
  EXPECT_EQ(why(product), "");
}

class Bfloat16SweepTest : public testing::Test {
 protected:
  static std::string verdict(std::string_view builtin, Type format, std::function<Bits(const Element&, Bits)> device) {
    Task task{.unit = {.front_end = FrontEnd::il, .row = find(builtin), .format = format, .widths = {4}}, .state = nullptr};
    const Plan plan(*task.unit.row, format, Tier::smoke, task.seed, {});
    std::vector<Making> makings;
    for (const Segment& s : plan.segments()) {
      const Making made = s.making == Making::literals ? Making::literals : Making::table;
      if (std::ranges::find(makings, made) == makings.end()) makings.push_back(made);
    }
    FakeDevice fake(task.unit, plan, makings, {.result = std::move(device)});
    Sweep s(fake, task, plan, 2, {});
    s.run();
    return json_results(s).at(0).at("verdict");
  }
};

TEST_F(Bfloat16SweepTest, ADeviceThatIsRightPassesAndOneThatIsNotFails) {
  const auto next = [](const Element&, Bits right) { return kBf16.is_finite(right) ? right + 1 : right; };
  for (const char* builtin : {"add", "mul", "div", "negate", "isnan", "less"}) {
    EXPECT_EQ(verdict(builtin, Type::bf16, kAsIs), "pass") << builtin;
    EXPECT_EQ(verdict(builtin, Type::bf16, next), "fail") << builtin;
  }
  for (const Type from : {Type::f32, Type::f64, Type::i32}) {
    EXPECT_EQ(verdict("convert_bfloat16", from, kAsIs), "pass");
    EXPECT_EQ(verdict("convert_bfloat16", from, next), "fail");
  }
  EXPECT_EQ(verdict("convert_float", Type::bf16, kAsIs), "pass");
  EXPECT_EQ(verdict("convert_float", Type::bf16, [](const Element&, Bits right) { return right & ~0x10000U; }), "fail");
}

// Returns the product in single precision, rounded to nearest or toward zero: for a device that truncates, both are right.
TEST_F(Bfloat16SweepTest, ADeviceMayTruncateResultsOfOperations) {
  const auto truncated = [](const Element& e, Bits right) {
    if (!kBf16.is_finite(e.inputs[0]) || !kBf16.is_finite(e.inputs[1])) return right;
    const Dyadic a = decode(kBf16, e.inputs[0]);
    const Dyadic b = decode(kBf16, e.inputs[1]);
    const Wide significand = Wide{a.significand} * b.significand;
    const Unrounded product{a.negative != b.negative, significand, a.exponent + b.exponent, false};
    return significand == 0 ? right : round_to(kF32, product, Rounding::rne) >> 16U;
  };
  EXPECT_EQ(verdict("mul", Type::bf16, truncated), "pass");
  EXPECT_EQ(verdict("convert_bfloat16", Type::f32,
                    [](const Element& e, Bits right) { return kF32.is_finite(e.input) ? e.input >> 16U : right; }),
            "fail");
}

}  // namespace
}  // namespace classay
