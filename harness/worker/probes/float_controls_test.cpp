// A device that rounds as the flags in force allow is accepted. A violation names the instruction and its flags if a result
// was rounded once too often or too seldom, if it has a wrong zero, or if it is a number in place of a NaN.
#include "harness/worker/probes/float_controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using il::FloatForm;
using il::FloatKernel;
using il::FloatStep;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint32_t kFma = 6030;
constexpr std::uint32_t kControls = 6029;

// The result of a step; nullopt: the first allowed one.
using Deviation = std::function<std::optional<Bits>(const FloatKernel&, const FloatStep&, const FloatNumbers&)>;
const Deviation kNone = [](const FloatKernel&, const FloatStep&, const FloatNumbers&) { return std::nullopt; };

std::vector<std::string> violations(std::string_view kind, Type type, const Deviation& deviation) {
  probe_test::AnsweringDevice device([&](const Module& module, const Launch& launch) {
    EXPECT_FALSE(module.il.empty());
    const std::vector<FloatKernel> kernels = float_kernels(kind);
    const FloatKernel& kernel = *std::ranges::find(kernels, launch.kernel, &FloatKernel::name);
    const int bytes = width(type) / 8;
    std::vector<std::byte> out(launch.outputs.at(0));
    std::uint64_t at = 0;
    for (const FloatNumbers& n : float_numbers(type)) {
      for (const FloatStep& step : kernel.steps) {
        const Bits right = allowed_results(type, step.form, 0, n).results.front();
        put_element(out, bytes, at++, deviation(kernel, step, n).value_or(right));
      }
    }
    EXPECT_EQ(out.size(), at * static_cast<std::uint64_t>(bytes));
    return out;
  });
  for (FloatSupport* const support : {&device.can().f16, &device.can().f32, &device.can().f64}) support->to_nearest = true;
  device.can().spirv_capabilities = {kFma, kControls};
  return probe_test::violations_of(device, kind, type, FrontEnd::il);
}

double number(Bits b) { return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(b))); }
Bits bits(double d) { return std::bit_cast<std::uint32_t>(static_cast<float>(d)); }

TEST(FloatControlsTest, ADeviceThatUsesNoFlagIsRight) {
  for (const Type type : kLanguageFloats) {
    for (const char* const kind : {"fma-khr", "fast-math-default", "fast-math-extended"})
      EXPECT_THAT(violations(kind, type, kNone), IsEmpty()) << kind << info(type).name;
  }
}

// The host computes with doubles, where sums and products of these floats are exact or rounded once.
TEST(FloatControlsTest, ResultsAreThoseOfTheHost) {
  int differences = 0;
  for (const FloatNumbers& n : float_numbers(Type::f32)) {
    const auto result = [&](FloatForm form) { return allowed_results(Type::f32, form, 0, n).results.front(); };
    const float x = static_cast<float>(number(n[0]));
    const float y = static_cast<float>(number(n[1]));
    const float z = static_cast<float>(number(n[2]));
    const auto same = [](Bits b, float host) {
      return std::isnan(host) ? kF32.is_nan(b) : b == std::bit_cast<std::uint32_t>(host);
    };
    const volatile float product = x * y;
    const volatile float sum = x + y;
    EXPECT_TRUE(same(result(FloatForm::fma), std::fma(x, y, z)));
    EXPECT_TRUE(same(result(FloatForm::product_sum), product + z));
    EXPECT_TRUE(same(result(FloatForm::sum_difference), sum - x));
    EXPECT_TRUE(same(result(FloatForm::floor), std::floor(x)));
    EXPECT_TRUE(same(result(FloatForm::difference), x - x));
    differences += result(FloatForm::fma) == result(FloatForm::product_sum) ? 0 : 1;
  }
  EXPECT_GT(differences, 100);
}

TEST(FloatControlsTest, AnFmaThatRoundsItsProductIsFound) {
  const Deviation twice = [](const FloatKernel&, const FloatStep&, const FloatNumbers& n) {
    return std::optional(allowed_results(Type::f64, FloatForm::product_sum, 0, n).results.front());
  };
  const std::vector<std::string> found = violations("fma-khr", Type::f64, twice);
  EXPECT_THAT(found, SizeIs(4));
  EXPECT_THAT(found.front(), HasSubstr("OpFmaKHR"));
}

TEST(FloatControlsTest, AWrongLaneOfAVectorIsFound) {
  const Deviation lane = [](const FloatKernel&, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
    if (step.form != FloatForm::fma_of_vectors) return std::nullopt;
    return allowed_results(Type::f32, FloatForm::fma, 0, {n[1], n[2], n[0]}).results.front();
  };
  EXPECT_THAT(violations("fma-khr", Type::f32, lane), ElementsAre(HasSubstr("OpFmaKHR of vectors of four, x = ")));
}

// Contraction is wrong without a flag, and where an instruction removes the default.
TEST(FloatControlsTest, ContractionNeedsItsFlag) {
  const auto contracted = [](bool by_flags) -> Deviation {
    return [=](const FloatKernel& kernel, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
      const std::uint32_t flags = step.flags.value_or(kernel.default_flags.value_or(0));
      if (step.form != FloatForm::product_sum || (by_flags && (flags & il::kAllowContract) == 0)) return std::nullopt;
      return allowed_results(Type::f32, FloatForm::fma, 0, n).results.front();
    };
  };
  EXPECT_THAT(violations("fast-math-default", Type::f32, contracted(true)), IsEmpty());
  const std::vector<std::string> found = violations("fast-math-default", Type::f32, contracted(false));
  EXPECT_THAT(found, SizeIs(6)) << "strict: 2; contracting and transforming: 1 each; ordinary: 2";
  EXPECT_THAT(found.front(), HasSubstr("x * y + z by OpFMul and OpFAdd with FPFastMathMode 0x0, FPFastMathDefault 0x10000"));
}

TEST(FloatControlsTest, ReassociationNeedsItsFlag) {
  const auto second = [](bool by_flags) -> Deviation {
    return [=](const FloatKernel& kernel, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
      const std::uint32_t flags = step.flags.value_or(kernel.default_flags.value_or(0));
      const bool is_flagged = (flags & (il::kAllowReassoc | il::kAllowContract)) != 0;
      if (step.form != FloatForm::sum_difference || (by_flags && !is_flagged)) return std::nullopt;
      return n[1];
    };
  };
  EXPECT_THAT(violations("fast-math-default", Type::f64, second(true)), IsEmpty());
  EXPECT_THAT(violations("fast-math-default", Type::f64, second(false)), SizeIs(6));
}

TEST(FloatControlsTest, ZerosAndNanAreFreeByFlagOnly) {
  const Deviation keeps = [](const FloatKernel&, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
    return step.form == FloatForm::sum_of_zero ? std::optional(n[0]) : std::nullopt;
  };
  EXPECT_THAT(violations("fast-math-default", Type::f32, keeps), SizeIs(7)) << "all but the undecorated ordinary one";
  const Deviation zero = [](const FloatKernel&, const FloatStep& step, const FloatNumbers&) -> std::optional<Bits> {
    return step.form == FloatForm::difference ? std::optional<Bits>(0) : std::nullopt;
  };
  EXPECT_THAT(violations("fast-math-default", Type::f32, zero), SizeIs(6));
  const Deviation never = [](const FloatKernel&, const FloatStep& step, const FloatNumbers&) -> std::optional<Bits> {
    return step.form == FloatForm::is_nan ? std::optional<Bits>(0) : std::nullopt;
  };
  EXPECT_THAT(violations("fast-math-default", Type::f16, never), SizeIs(7));
}

// A flag allows nothing for operands and results that it does not exclude.
TEST(FloatControlsTest, ExtendedInstructionsAreRightWhereTheFlagExcludesNothing) {
  const Deviation less = [](const FloatKernel&, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
    if (step.form != FloatForm::fmax) return std::nullopt;
    return kF32.is_nan(n[0]) || kF32.is_nan(n[1]) ? kF32.quiet_nan() : bits(std::fmax(number(n[0]), number(n[1])));
  };
  const std::vector<std::string> found = violations("fast-math-extended", Type::f32, less);
  EXPECT_THAT(found, SizeIs(4)) << "without NotNaN and Fast";
  EXPECT_THAT(found.front(), HasSubstr("fmax of x and y with FPFastMathMode"));
  const Deviation other = [](const FloatKernel&, const FloatStep& step, const FloatNumbers& n) -> std::optional<Bits> {
    return step.form == FloatForm::floor ? std::optional(n[0]) : std::nullopt;
  };
  EXPECT_THAT(violations("fast-math-extended", Type::f32, other), SizeIs(6));
}

TEST(FloatControlsTest, ADeviceThatDoesNotListACapabilityIsNotTested) {
  probe_test::AnsweringDevice device([](const Module&, const Launch&) { return std::vector<std::byte>(); });
  for (FloatSupport* const support : {&device.can().f16, &device.can().f32, &device.can().f64}) support->to_nearest = true;
  device.can().spirv_capabilities = std::vector<std::uint32_t>{6};
  device.can().spirv = {{1, 4}};
  const auto why = [&](std::string_view kind) {
    return probe_test::findings(device, kind, Type::f32, FrontEnd::il).at(1).unsupported.value_or("");
  };
  EXPECT_EQ(why("fma-khr"), "FMAKHR (SPV_KHR_fma) is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
  EXPECT_EQ(why("fast-math-default"), "FloatControls2 (SPV_KHR_float_controls2) is not in CL_DEVICE_SPIRV_CAPABILITIES_KHR");
  EXPECT_THAT(why("fast-math-extended"), HasSubstr("the device lists no SPIR-V 1.6, and FloatControls2"));
  device.can().spirv_capabilities = std::nullopt;
  EXPECT_THAT(why("fma-khr"), HasSubstr("it does not know CL_DEVICE_SPIRV_CAPABILITIES_KHR"));
  device.can().f32.to_nearest = false;
  EXPECT_EQ(why("fma-khr"), "the driver does not report CL_FP_ROUND_TO_NEAREST");
}

}  // namespace
}  // namespace classay
