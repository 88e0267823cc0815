// Checks that each name exists in OpenCL C and occurs once in a program, and that all assembly is valid.
#include "kernels/collecting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/collecting.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr std::array kTypes{Type::f16, Type::f32, Type::f64, Type::i8,  Type::u8, Type::i16,
                            Type::u16, Type::i32, Type::u32, Type::i64, Type::u64};

std::vector<std::string> names(CollectiveSet set, Type type) {
  std::vector<std::string> all;
  for (const Collective& c : collectives(set, type)) all.push_back(function_name(set, c));
  return all;
}

TEST(CollectingTest, TheTableHasTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < kCollectiveSets.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kCollectiveSets[i].set), i);
}

TEST(CollectingTest, FunctionsHaveTheNamesOfTheLanguage) {
  EXPECT_THAT(
      names(CollectiveSet::work_group, Type::i32),
      testing::ElementsAre("work_group_all", "work_group_any", "work_group_broadcast", "work_group_reduce_add",
                           "work_group_reduce_min", "work_group_reduce_max", "work_group_scan_inclusive_add",
                           "work_group_scan_inclusive_min", "work_group_scan_inclusive_max", "work_group_scan_exclusive_add",
                           "work_group_scan_exclusive_min", "work_group_scan_exclusive_max"));
  EXPECT_THAT(names(CollectiveSet::work_group_arithmetic, Type::i32), Contains("work_group_scan_exclusive_logical_xor"));
  EXPECT_THAT(
      names(CollectiveSet::work_group_arithmetic, Type::f32),
      testing::ElementsAre("work_group_reduce_mul", "work_group_scan_inclusive_mul", "work_group_scan_exclusive_mul"));
  EXPECT_THAT(names(CollectiveSet::vote, Type::i32),
              testing::ElementsAre("sub_group_elect", "sub_group_non_uniform_all", "sub_group_non_uniform_any",
                                   "sub_group_non_uniform_all_equal"));
  EXPECT_THAT(names(CollectiveSet::ballot, Type::u32), Contains("get_sub_group_ge_mask"));
  EXPECT_THAT(names(CollectiveSet::ballot, Type::u32), Contains("sub_group_ballot_find_msb"));
  EXPECT_THAT(names(CollectiveSet::ballot, Type::f64), Contains("sub_group_non_uniform_broadcast"));
  EXPECT_THAT(names(CollectiveSet::non_uniform, Type::u8), Contains("sub_group_non_uniform_scan_inclusive_xor"));
  EXPECT_THAT(names(CollectiveSet::clustered, Type::u8), Contains("sub_group_clustered_reduce_and"));
  EXPECT_THAT(names(CollectiveSet::rotate, Type::u8), Contains("sub_group_clustered_rotate"));
}

TEST(CollectingTest, AKernelForAnyGroupRequiresNoSize) {
  const std::string text = collecting_source(CollectiveSet::work_group, Type::i32, std::array{kAnyGroup}, "").text;
  EXPECT_THAT(text, HasSubstr("void collect_any("));
  EXPECT_THAT(text, testing::Not(HasSubstr("reqd_work_group_size")));
}

// clspv has no get_max_sub_group_size(). A launch on Vulkan has a work-group size of its own.
TEST(CollectingTest, SubGroupsOfVulkanHaveConstantSourcesAndNoMaximum) {
  constexpr CollectiveSet kSet = CollectiveSet::sub_group_of_vulkan;
  const std::string text = collecting_source(kSet, Type::i32, std::array{GroupShape{{7, 1, 1}}}, "").text;
  EXPECT_THAT(text, HasSubstr("sub_group_broadcast(x, 0u)"));
  EXPECT_THAT(text, HasSubstr("sub_group_broadcast(x, 2u)"));
  for (const char* const absent : {"get_max_sub_group_size", "reqd_work_group_size", "vstore"}) {
    EXPECT_THAT(text, testing::Not(HasSubstr(absent)));
  }
}

TEST(CollectingTest, LanesOfABroadcastVectorDiffer) {
  const auto text = [](Type type) {
    return collecting_source(CollectiveSet::vector_broadcast, type, std::array{GroupShape{{7, 1, 1}}}, "").text;
  };
  EXPECT_THAT(text(Type::i8),
              HasSubstr("vstore3(sub_group_broadcast(as_char3(as_uchar3((char3)(x)) ^ (uchar3)(0, 1, 2)), "));
  EXPECT_THAT(text(Type::f64), HasSubstr("as_double2(as_ulong2((double2)(f)) ^ (ulong2)(0, 1))"));
}

TEST(CollectingTest, ProgramsCallEachFunction) {
  for (const CollectiveSetInfo& set : kCollectiveSets) {
    for (const Type type : kTypes) {
      const std::string text = collecting_source(set.set, type, kGroupShapes, "").text;
      for (const std::string& name : names(set.set, type)) EXPECT_THAT(text, HasSubstr("(" + name + "(")) << set.kind;
    }
  }
}

TEST(CollectingTest, AssemblyIsValid) {
  for (const CollectiveSetInfo& set : kCollectiveSets) {
    for (const Type type : kTypes) {
      for (const int address_bits : {32, 64}) {
        const Source source = il::collecting_source(set.set, type, kGroupShapes, {.address_bits = address_bits});
        EXPECT_NO_THROW(il::assembled(source.text)) << set.kind << " " << info(type).name;
        EXPECT_THAT(source.text, HasSubstr("OpGroup"));
      }
    }
  }
}

// "work_group_broadcast(a, local_id_x, local_id_y, local_id_z)"; the number of the work-item is made of them.
TEST(CollectingTest, BroadcastsNameAWorkItemByAsManyIdsAsTheGroupHasDimensions) {
  const auto text = [](const GroupShape& shape) {
    return collecting_source(CollectiveSet::work_group, Type::i32, std::array{shape}, "").text;
  };
  using testing::HasSubstr;
  EXPECT_THAT(text({{7, 1, 1}}), HasSubstr("work_group_broadcast(x, group % size)"));
  EXPECT_THAT(text({{4, 3, 1}}), HasSubstr("work_group_broadcast(x, (group % size) % 4, (group % size) / 4)"));
  EXPECT_THAT(text({{3, 2, 5}}),
              HasSubstr("work_group_broadcast(x, (group % size) % 3, (group % size) / 3 % 2, (group % size) / 6)"));
}

}  // namespace
}  // namespace classay
