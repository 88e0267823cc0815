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

}  // namespace
}  // namespace classay
