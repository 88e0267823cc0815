// Checks which copies a program makes, with which events, and at which places. The assembly must be valid for all types, and
// each copy must have the stride of its global memory.
#include "kernels/copying.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/copying.h"
#include "kernels/il/source.h"
#include "reference/number/type.h"

namespace classay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST(CopyingSourceTest, TwoCopiesHaveAnEventEachAndTwoShareOne) {
  const std::string text = copying_source(Type::f32, std::vector{3}).text;
  EXPECT_THAT(text, HasSubstr("kernel void copy_v3(global float3* out, global const float3* in)"));
  EXPECT_THAT(text, HasSubstr("two[0] = async_work_group_copy(room + 1, from, 7, 0);"));
  EXPECT_THAT(text, HasSubstr("two[1] = async_work_group_strided_copy(room + 10, from + 7, 7, 3, 0);"));
  EXPECT_THAT(text, HasSubstr("wait_group_events(2, two);"));
  EXPECT_THAT(text, HasSubstr("wait_group_events(1, &one);"));
}

TEST(CopyingSourceTest, ExtendedCopiesHaveTheArgumentsOfTheirFunctions) {
  const std::string text = extended_copying_source().text;
  EXPECT_THAT(text, HasSubstr("kernel void copy_elements_of_16(global uchar* out, global const uchar* in)"));
  EXPECT_THAT(text, HasSubstr("two[0] = async_work_group_copy_2D2D(room, 3, from, 2, 16, 5, 4, 9, 7, 0);"));
  EXPECT_THAT(text, HasSubstr("two[1] = async_work_group_copy_3D3D(room, 32, from, 40, 16, 3, 2, 4, 5, 13, 4, 11, 0);"));
  EXPECT_THAT(text, HasSubstr("event_t one = async_work_group_copy_2D2D(to + sizeof(room), 1, (local const uchar*)room, 3, "
                              "128, 5, 4, 7, 6, 0);"));
  EXPECT_THAT(text,
              HasSubstr("one = async_work_group_copy_3D3D(to + sizeof(room), 27, (local const uchar*)room, 32, 128, 3, "
                        "2, 4, 4, 11, 4, 9, one);"));
}

TEST(CopyingSourceTest, AssemblyIsValid) {
  for (const Type type : kLanguageTypes) {
    for (const int address_bits : {32, 64}) {
      EXPECT_NO_THROW(il::assembled(il::copying_source(type, {.address_bits = address_bits}).text))
          << info(type).name << address_bits;
    }
  }
}

TEST(CopyingSourceTest, InstructionsHaveAnEventAndAStepAsTheFunctionsHave) {
  const std::string text = il::copying_source(Type::f32, {.address_bits = 64}, std::vector{4}).text;
  EXPECT_THAT(text, HasSubstr("OpExecutionMode %copy_v4 LocalSize 4 1 1"));
  EXPECT_THAT(text, ContainsRegex("OpGroupAsyncCopy %event %uint_2 %t[0-9]+_v4 %t[0-9]+_v4 %ulong_7 %ulong_1 %no_event\n"));
  EXPECT_THAT(text, ContainsRegex("OpGroupAsyncCopy %event %uint_2 %t[0-9]+_v4 %t[0-9]+_v4 %ulong_7 %ulong_3 %no_event\n"));
  EXPECT_THAT(text,
              ContainsRegex("OpGroupAsyncCopy %event %uint_2 %t[0-9]+_v4 %t[0-9]+_v4 %ulong_7 %ulong_3 %t[0-9]+_v4\n"));
  EXPECT_THAT(text, ContainsRegex("OpGroupWaitEvents %uint_2 %uint_2 %t[0-9]+_v4\n"));
  EXPECT_THAT(text, ContainsRegex("OpGroupWaitEvents %uint_2 %uint_1 %t[0-9]+_v4\n"));
}

}  // namespace
}  // namespace classay
