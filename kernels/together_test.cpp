// Checks the text of kernels that call those of several widths. harness_kernels_test compares their results. Possible
// faults: a buffer has the type of a different width; a program of fewer widths calls a kernel that it does not have.
#include <gmock/gmock.h>

#include "kernels/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::asked;
using testing_support::count;

TEST(TogetherTest, AKernelCallsThoseOfItsWidths) {
  const std::vector<Tuple> literals{{0x3f800000, 0x3f800000}};
  Asked a = asked("isequal", Type::f32, Making::table);
  a.literals = literals;
  EXPECT_THAT(clc_source(a).text, Not(HasSubstr("void ask_v1_v3(")));
  a.together = {1, 3};
  EXPECT_EQ(count(clc_source(a).text, "\nkernel void "), 14);
  EXPECT_THAT(clc_source(a).text, HasSubstr(R"(
kernel void ask_v1_v3(global int* result, global const float3* x_in, global const float3* y_in, ulong first, ulong count, ulong shift, ulong seed, ulong width) {
  switch (width) {
    case 1: ask_v1((global int*)result, (global const float*)x_in, (global const float*)y_in, first, count, shift, seed); break;
    case 3: ask_v3((global int*)result, (global const float3*)x_in, (global const float3*)y_in, first, count, shift, seed); break;
  }
}
)"));
  EXPECT_THAT(clc_source(a).text,
              HasSubstr("    case 3: fold_v3((global int*)result, first, count, shift, seed); break;\n"));
  // A program of one width has the kernel under the same name.
  a.widths = {3};
  EXPECT_EQ(count(clc_source(a).text, "\nkernel void "), 4);
  EXPECT_THAT(clc_source(a).text, HasSubstr("kernel void ask_v1_v3("));
  EXPECT_THAT(clc_source(a).text, Not(HasSubstr("case 1:")));
}

// "Calling a kernel function from another kernel" with local variables is up to the implementation.
TEST(TogetherTest, AKernelWithLocalMemoryIsNotCalled) {
  Asked a = asked("fract", Type::f32, Making::table);
  a.pointer = PointerTo::local_memory;
  a.together = {1, 2};
  EXPECT_THROW(clc_source(a), std::invalid_argument);
  a.pointer = PointerTo::global_memory;
  EXPECT_THAT(clc_source(a).text, HasSubstr("case 1: ask_v1((global float*)result, (global float*)second, "));
}

Asked with_prefix(std::string_view builtin, std::string_view prefix) {
  Asked a = asked(builtin, Type::f32, Making::table);
  a.prefix = prefix;
  return a;
}

TEST(TogetherTest, SeveralBuiltinsHaveKernelsOfTheirOwn) {
  const std::vector<Tuple> one{{0x3f800000}};
  const std::vector<Tuple> pair{{0x40000000, 0x40400000}, {0, 0}};
  std::vector<Asked> all{with_prefix("sin", "sin_"), with_prefix("fmax", "fmax_")};
  all[0].literals = one;
  all[1].literals = pair;
  all[1].together = {2, 4};
  const std::string text = clc_source(all).text;
  EXPECT_EQ(count(text, "\nkernel void "), 26);
  EXPECT_EQ(count(text, "\nkernel void sin_"), 12);
  EXPECT_EQ(count(text, "ulong sections("), 1);
  EXPECT_THAT(text, HasSubstr("    case 4: fmax_fold_v4((global float*)result, first, count, shift, seed); break;\n"));
  // Each has its own numbers under the same names.
  EXPECT_EQ(count(text, "#define X0 "), 2);
  EXPECT_EQ(count(text, "#undef X0\n"), 2);
  EXPECT_LT(text.find("#undef X0\n"), text.rfind("#define X0 "));
  EXPECT_EQ(count(text, "#undef Y1\n"), 1);
}

TEST(TogetherTest, BuiltinsThatCannotShareAProgramAreRefused) {
  const auto refused = [](const std::vector<Asked>& all) {
    try {
      clc_source(all);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused({with_prefix("sin", "a_"), with_prefix("cos", "b_")}), "");
  EXPECT_THAT(refused({with_prefix("sin", "a_"), with_prefix("cos", "a_")}), HasSubstr("no name of their own"));
  EXPECT_THAT(refused({with_prefix("sin", "a_"), with_prefix("cos", "")}), HasSubstr("no name of their own"));
  Asked other = with_prefix("cos", "b_");
  other.mode = Mode::relaxed;
  EXPECT_THAT(refused({with_prefix("sin", "a_"), other}), HasSubstr("other build options"));
  other = with_prefix("cos", "b_");
  other.making = Making::random;
  EXPECT_THAT(refused({with_prefix("sin", "a_"), other}), HasSubstr("only tables share a program"));
}

}  // namespace
}  // namespace classay
