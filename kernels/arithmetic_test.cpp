// Checks that each step is one operation on its own operands in both languages, and that the validator accepts the module.
// Possible faults: operands in the wrong order, a missing step, half without its extension.
#include "kernels/arithmetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/arithmetic.h"
#include "kernels/il/counting.h"
#include "kernels/il/source.h"
#include "kernels/il/testing.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::array<ArithmeticStep, 5> kSteps{{{Operation::move, {7}},
                                                {Operation::add, {1, 2}},
                                                {Operation::subtract, {4, 3}},
                                                {Operation::multiply, {5, 5}},
                                                {Operation::fma, {6, 0, 2}}}};

TEST(ArithmeticSource, EachStepIsAResultOfItsOwnOperands) {
  const std::string text = arithmetic_source(Type::f64, kSteps).text;
  EXPECT_THAT(text, HasSubstr("kernel void arithmetic(global double* out, global const double* in) {\n"
                              "  out[0] = in[7];\n"
                              "  out[1] = in[1] + in[2];\n"
                              "  out[2] = in[4] - in[3];\n"
                              "  out[3] = in[5] * in[5];\n"
                              "  out[4] = fma(in[6], in[0], in[2]);\n"
                              "}\n"));
  EXPECT_THAT(text, HasSubstr("cl_khr_fp64"));
  EXPECT_THAT(arithmetic_source(Type::f32, kSteps).text, Not(HasSubstr("cl_khr")));
}

TEST(ArithmeticSource, SaysTheSameInSpirV) {
  constexpr std::uint32_t kOpFAdd = 129;
  constexpr std::uint32_t kOpFSub = 131;
  constexpr std::uint32_t kOpFMul = 133;
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    for (const int bits : {32, 64}) {
      const auto module = il::assembled(il::arithmetic_source(type, {.address_bits = bits}, kSteps).text);
      auto count = il::testing_support::counts(module);
      EXPECT_EQ(count[kOpFAdd], 1);
      EXPECT_EQ(count[kOpFSub], 1);
      EXPECT_EQ(count[kOpFMul], 1);
      EXPECT_EQ(count[il::testing_support::kExtInst], 1);
      EXPECT_EQ(count[il::testing_support::kLoad], 1 + 2 + 2 + 2 + 3);
      EXPECT_EQ(count[il::testing_support::kStore], 5);
    }
  }
  const std::string text = il::arithmetic_source(Type::f32, {.address_bits = 64}, kSteps).text;
  EXPECT_LT(text.find("%ulong_4"), text.find("OpFSub"));
}

TEST(CountingSource, IsAValidModuleOfIntegersForPointersOfEitherSize) {
  for (const int bits : {32, 64}) {
    auto count = il::testing_support::counts(il::assembled(il::counting_source(12345, {.address_bits = bits}).text));
    EXPECT_EQ(count[il::testing_support::kStore], 1) << bits;
    EXPECT_EQ(count[il::testing_support::kExtInst], 0) << bits;
  }
  EXPECT_THAT(counting_source(12345).text, HasSubstr("kernel void count_up(global uint* out, ulong first)"));
}

}  // namespace
}  // namespace classay
