// Tests that additions and multiplications in any order are accepted (from the left, from the right, in pairs), and any
// value where nothing is promised. Possible device errors: a scan omits its own work-item or begins one later; a minimum
// begins at 0; an absent work-item is counted; a predicate of 4 and -8 is read as false; a shuffle is off by one; a number
// loses its upper half, its sign of zero, or is flushed.
//
// Also: a sum is off by more than rounding explains, or by any bit if nothing is rounded; a group is smaller than reported;
// a work-item is in two sub-groups.
#include "harness/worker/probes/group_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/collecting_testing.h"

namespace classay {
namespace {

using probe_test::collector;
using probe_test::Order;
using probe_test::Told;
using probe_test::Wrong;
using testing::HasSubstr;
using testing::IsEmpty;

// A device that has all sets of functions.
void support_all(Capabilities& can) {
  can.features = {"work-group-collective-functions", "sub-groups", "shaderSubgroupExtendedTypes"};
  can.extensions = {"cl_khr_subgroup_extended_types"};
  for (const CollectiveSetInfo& set : kCollectiveSets) can.extensions.emplace_back(set.extension);
  for (FloatSupport* const support : {&can.f16, &can.f32, &can.f64}) {
    support->to_nearest = support->infinity_and_nan = support->denormals = true;
  }
}

std::vector<std::string> all_violations(CollectiveSet set, Type type, Order order, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = collector(set, type, order, wrong);
  support_all(device.can());
  device.limits().takes_ranges = true;
  return probe_test::violations_of(device, info(set).kind, type);
}

TEST(GroupFunctionsTest, AnyOrderOfOperationsIsRight) {
  for (const CollectiveSetInfo& set : kCollectiveSets) {
    const std::span<const Type> formats = probe_kind(set.kind).formats;
    for (const Type type : {Type::f16, Type::f32, Type::u8, Type::i32, Type::u32, Type::i64}) {
      if (std::ranges::find(formats, type) == formats.end()) continue;
      if (set.set == CollectiveSet::clustered && width(type) != 32) continue;  // eight sizes take a time of their own
      for (const Order order : {Order::in_pairs, Order::from_left, Order::from_right}) {
        if (order != Order::in_pairs && !is_float(type)) continue;  // for integers all orders give the same result
        EXPECT_THAT(all_violations(set.set, type, order), IsEmpty()) << set.kind << " " << info(type).name;
      }
    }
  }
}

// Changes one bit of one result of every work-item: sums of small numbers are not rounded.
TEST(GroupFunctionsTest, WhatIsOffIsNamedByItsFunction) {
  for (const CollectiveSetInfo& set : kCollectiveSets) {
    for (const Type type : {Type::f16, Type::f32, Type::u32, Type::i32}) {
      probe_test::AnsweringDevice device = collector(set.set, type, Order::in_pairs);
      const Collected right = measure_collectives(device, FrontEnd::clc, set.set, type, Tier::quick).at(1);
      ASSERT_EQ(right.shape.size(), 7U);
      const std::vector<Collective> functions = collectives(set.set, type);
      const std::size_t row = collective_slots(functions);
      std::size_t slot = 0;
      for (const Collective& c : functions) {
        if (c.cluster > probe_test::kLargest) break;  // none of these is called
        Collected off = right;
        for (std::size_t i = slot; i < off.results.size(); i += row) off.results[i] ^= 1U;
        const std::string name = function_name(set.set, c);
        EXPECT_THAT(violations(off), testing::ElementsAre(testing::StartsWith(name))) << info(type).name;
        slot += slots(c);
      }
    }
  }
}

// 4 and -8 are true, though no bit is set in both; an even number of them must not cancel out.
TEST(GroupFunctionsTest, PredicatesAreTrueByAnyBit) {
  const auto slot_of = [](CollectiveSet set, CollectiveOperation o) {
    const std::vector<Collective> all = collectives(set, Type::i32);
    return static_cast<std::size_t>(std::ranges::find(all, o, &Collective::operation) - all.begin());
  };
  const std::size_t all_of_them = 0;
  EXPECT_THAT(all_violations(CollectiveSet::work_group, Type::i32, Order::from_left,
                             [&](Told& told, std::uint64_t item) {
                               const std::int32_t mine = given_words()[item].predicate;
                               told.results.at(all_of_them) = mine != 0 && item % 2 == 0 ? 0 : told.results.at(all_of_them);
                             }),
              testing::Contains(HasSubstr("work_group_all")));
  const std::size_t odd = slot_of(CollectiveSet::non_uniform, CollectiveOperation::logical_xor);
  EXPECT_THAT(all_violations(CollectiveSet::non_uniform, Type::i32, Order::from_left,
                             [&](Told& told, std::uint64_t) { told.results.at(odd) = 1; }),
              testing::Contains(HasSubstr("sub_group_non_uniform_reduce_logical_xor")));
}

// Each device loses a part of the numbers: their upper half, the lowest bit, the sign of zero, subnormals, infinities.
TEST(GroupFunctionsTest, NumbersAreSpecialAndDifferInFewBits) {
  const auto changed = [](Type type, Bits (*change)(Bits)) {
    return all_violations(CollectiveSet::shuffle, type, Order::from_left, [=](Told& told, std::uint64_t) {
      for (Bits& b : told.results) b = change(b);
    });
  };
  EXPECT_THAT(changed(Type::u64, [](Bits b) { return b & 0xffffffff; }), testing::Not(IsEmpty()));
  EXPECT_THAT(changed(Type::i32, [](Bits b) { return b & 0xfffffffe; }), testing::Not(IsEmpty()));
  EXPECT_THAT(changed(Type::f32, [](Bits b) { return b == 0x80000000 ? 0 : b; }), testing::Not(IsEmpty()));
  EXPECT_THAT(changed(Type::f32, [](Bits b) { return (b & 0x7f800000) == 0 ? b & 0x80000000 : b; }),
              testing::Not(IsEmpty()));
  EXPECT_THAT(changed(Type::f32, [](Bits b) { return b == 0x7f800000 ? b - 1 : b; }), testing::Not(IsEmpty()));
}

// Groups of 250 work-items and of 241, the largest prime below.
std::vector<std::string> violations_of_large(CollectiveSet set, Type type, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = collector(set, type, Order::from_left, wrong);
  support_all(device.can());
  device.limits().takes_ranges = true;
  device.set_largest_group(250);
  return probe_test::violations_of(device, info(set).kind, type);
}

TEST(GroupFunctionsTest, LargeGroupsAreRightInAnyType) {
  for (const CollectiveSet set : {CollectiveSet::work_group, CollectiveSet::work_group_arithmetic}) {
    for (const Type type : {Type::f16, Type::f64, Type::i32, Type::u32}) {
      EXPECT_THAT(violations_of_large(set, type), IsEmpty()) << info(set).kind << " " << info(type).name;
    }
  }
}

TEST(GroupFunctionsTest, TheLastWorkItemOfALargeGroupCounts) {
  const auto only_large = [](std::uint64_t size, std::size_t slot) {
    return [=](Told& told, std::uint64_t) {
      if (told.place.size == size) told.results.at(slot) ^= 1U;
    };
  };
  for (const std::uint64_t size : {250U, 241U}) {
    EXPECT_THAT(violations_of_large(CollectiveSet::work_group, Type::i32, only_large(size, 0)),
                testing::ElementsAre(testing::AllOf(HasSubstr("work_group_all"), HasSubstr(std::to_string(size)))));
    EXPECT_THAT(violations_of_large(CollectiveSet::work_group, Type::i32, only_large(size, 3)),
                testing::Contains(HasSubstr("work_group_reduce_add")));
  }
}

TEST(GroupFunctionsTest, EveryLaneOfAVectorIsCompared) {
  for (std::size_t slot = 0; slot < 2 + 3 + 4 + 8 + 16; ++slot) {
    EXPECT_THAT(all_violations(CollectiveSet::vector_broadcast, Type::f32, Order::from_left,
                               [&](Told& told, std::uint64_t) { told.results.at(slot) ^= 1U; }),
                testing::AllOf(testing::Not(IsEmpty()), testing::Each(HasSubstr("sub_group_broadcast of float"))));
  }
}

TEST(GroupFunctionsTest, HowLargeSubGroupsAreIsTold) {
  probe_test::AnsweringDevice device = collector(CollectiveSet::sub_group, Type::i32, Order::from_left);
  support_all(device.can());
  EXPECT_THAT(probe_test::findings(device, "sub-group", Type::i32).at(1).notes,
              testing::ElementsAre("sub-groups of 1, 2, 7, 10 work-items"));
}

TEST(GroupFunctionsTest, GroupsThatCanNotBeAreViolations) {
  const std::vector<Wrong> all{
      [](Told& told, std::uint64_t item) { told.place.size -= item == 3 ? 1 : 0; },
      [](Told& told, std::uint64_t item) { told.place.me = item == 3 ? 0 : told.place.me; },
      [](Told& told, std::uint64_t item) { told.place.group += item == 3 ? 1 : 0; },
      [](Told& told, std::uint64_t item) { told.place.largest += item == 3 ? 1 : 0; },
      [](Told& told, std::uint64_t) { told.place.group = 0; },
      [](Told& told, std::uint64_t) { told.place = {.size = 1, .group = 0, .me = 0, .largest = 1}; },
      [](Told& told, std::uint64_t) { told.place.size = 0; },
      [](Told& told, std::uint64_t) { told.place.largest = 1; },
  };
  for (const CollectiveSet set : {CollectiveSet::work_group, CollectiveSet::sub_group}) {
    for (const Wrong& wrong : all) {
      EXPECT_THAT(all_violations(set, Type::i32, Order::from_left, wrong),
                  testing::Contains(testing::ContainsRegex("-groups cannot exist; work-item [0-9]+ of .* reports number ")));
    }
  }
}

// A kernel that requires a larger work-group does not build. SPIR-V modules, and launches without ranges, have one
// dimension.
TEST(GroupFunctionsTest, NoGroupIsLargerThanTheDevicePermits) {
  const auto shapes = [](FrontEnd front_end, const GroupLimits& limits) {
    probe_test::AnsweringDevice device = collector(CollectiveSet::work_group, Type::u32, Order::from_left);
    device.limits() = limits;
    std::vector<std::string> all;
    for (const Collected& c : measure_collectives(device, front_end, CollectiveSet::work_group, Type::u32, Tier::smoke)) {
      all.push_back(collecting_kernel_name(c.shape));
    }
    return std::set<std::string>(all.begin(), all.end());
  };
  using testing::ElementsAre;
  const GroupLimits small{.items = 15, .sizes = {15, 8, 1}, .takes_ranges = true};
  EXPECT_THAT(shapes(FrontEnd::clc, small), ElementsAre("collect_1", "collect_4x3", "collect_7"));
  EXPECT_THAT(shapes(FrontEnd::il, small), ElementsAre("collect_1", "collect_7"));
  EXPECT_THAT(shapes(FrontEnd::clc, {.items = 64}), ElementsAre("collect_1", "collect_32", "collect_61", "collect_7"));
}

// Possible faults: a shape runs for no type; a type has no shape, or all; larger tiers leave shapes out.
TEST(GroupFunctionsTest, InSmokeSmallAndLargeTypesShareTheShapesOfSubGroups) {
  const auto shapes = [](CollectiveSet set, Type type, Tier tier) {
    probe_test::AnsweringDevice device = collector(set, type, Order::from_left);
    support_all(device.can());
    device.limits().takes_ranges = true;
    std::set<std::string> all;
    for (const Collected& c : measure_collectives(device, FrontEnd::clc, set, type, tier)) {
      all.insert(collecting_kernel_name(c.shape));
    }
    return all;
  };
  std::set<std::string> together;
  for (const Type type : {Type::u8, Type::i16, Type::u64, Type::i64, Type::f16, Type::f64}) {
    const std::set<std::string> some = shapes(CollectiveSet::sub_group, type, Tier::smoke);
    EXPECT_EQ(some.size(), 3U) << info(type).name;
    together.insert(some.begin(), some.end());
    EXPECT_EQ(shapes(CollectiveSet::sub_group, type, Tier::quick).size(), kGroupShapes.size());
  }
  EXPECT_EQ(together.size(), kGroupShapes.size());
  EXPECT_EQ(shapes(CollectiveSet::sub_group, Type::f32, Tier::smoke).size(), kGroupShapes.size());
  EXPECT_GE(shapes(CollectiveSet::work_group, Type::i64, Tier::smoke).size(), kGroupShapes.size());
}

// Sub-groups of Vulkan need not have a work-item for each number. Those that they have are judged.
TEST(GroupFunctionsTest, SubGroupsOfVulkanMayHaveGaps) {
  const auto violations_on_vulkan = [](Type type, const Wrong& wrong) {
    probe_test::AnsweringDevice device = collector(CollectiveSet::sub_group_of_vulkan, type, Order::from_left, wrong);
    support_all(device.can());
    device.limits().takes_ranges = true;
    return probe_test::violations_of(device, "sub-group", type, FrontEnd::clspv);
  };
  for (const Type type : {Type::f32, Type::i32}) EXPECT_THAT(violations_on_vulkan(type, {}), IsEmpty());
  EXPECT_THAT(violations_on_vulkan(Type::i32,
                                   [](Told& told, std::uint64_t item) {
                                     if (item == 3) told.place.me = 0;
                                   }),
              testing::Contains(HasSubstr("the reported sub-groups cannot exist")));
  const std::vector<Collective> functions = collectives(CollectiveSet::sub_group_of_vulkan, Type::i32);
  EXPECT_EQ(std::ranges::count(functions, CollectiveName::broadcast, &Collective::name), 2);
  probe_test::AnsweringDevice device = collector(CollectiveSet::sub_group_of_vulkan, Type::i32, Order::from_left);
  const Collected right =
      measure_collectives(device, FrontEnd::clspv, CollectiveSet::sub_group_of_vulkan, Type::i32, Tier::quick).at(1);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    Collected off = right;
    for (std::size_t i = f; i < off.results.size(); i += functions.size()) off.results[i] ^= 1U;
    const bool is_absent = functions[f].operand == Operand::constant && functions[f].constant == 2;  // no such work-item
    EXPECT_EQ(violations(off).size(), is_absent ? 0U : 1U) << function_name(CollectiveSet::sub_group, functions[f]);
  }
}

// SPIR-V only. Results from other sub-groups are not judged.
TEST(GroupFunctionsTest, ShufflesOfIntelAreJudged) {
  const auto violations_in_spirv = [](const Wrong& wrong) {
    probe_test::AnsweringDevice device = collector(CollectiveSet::shuffle_of_intel, Type::u32, Order::from_left, wrong);
    support_all(device.can());
    device.can().extensions.emplace_back("cl_intel_spirv_subgroups");
    return probe_test::violations_of(device, "sub-group-shuffle-intel", Type::u32, FrontEnd::il);
  };
  EXPECT_THAT(violations_in_spirv({}), IsEmpty());
  const std::vector<Collective> functions = collectives(CollectiveSet::shuffle_of_intel, Type::u32);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    EXPECT_THAT(violations_in_spirv([&](Told& told, std::uint64_t) { told.results.at(f) ^= 1U; }),
                testing::Contains(HasSubstr(function_name(CollectiveSet::shuffle, functions[f]))));
  }
  Description device;
  device.capabilities.environment = {3, 0};
  device.capabilities.features = {"sub-groups"};
  const auto why = [&](Type type) {
    return no_collective_functions(device, FrontEnd::il, CollectiveSet::shuffle_of_intel, type).value_or("");
  };
  EXPECT_EQ(why(Type::f32), "cl_intel_spirv_subgroups is not in CL_DEVICE_EXTENSIONS");
  device.capabilities.extensions = {"cl_intel_spirv_subgroups"};
  EXPECT_EQ(why(Type::f32), "");
  EXPECT_EQ(why(Type::u16), "cl_intel_subgroups_short is not in CL_DEVICE_EXTENSIONS");
  device.identity.backend = "level-zero";
  device.capabilities.spirv = {{1, 2}};
  EXPECT_EQ(why(Type::u16), "");
}

TEST(GroupFunctionsTest, ClspvHasSomeTypesOnly) {
  Description device;
  const auto why = [&](Type type) {
    return no_collective_functions(device, FrontEnd::clspv, CollectiveSet::sub_group_of_vulkan, type).value_or("");
  };
  EXPECT_THAT(why(Type::f64), HasSubstr("the double type must not be used"));
  EXPECT_THAT(why(Type::f16), HasSubstr("pointers of type half must not be used"));
  EXPECT_THAT(why(Type::u16), HasSubstr("no cl_khr_subgroup_extended_types"));
  EXPECT_THAT(why(Type::i32), HasSubstr("VkPhysicalDeviceSubgroupProperties"));
  device.capabilities.features = {"sub-groups"};
  EXPECT_THAT(why(Type::i64), HasSubstr("shaderSubgroupExtendedTypes"));
  device.capabilities.features.emplace_back("shaderSubgroupExtendedTypes");
  for (const Type type : {Type::i32, Type::u32, Type::i64, Type::u64, Type::f32}) EXPECT_EQ(why(type), "");
}

TEST(GroupFunctionsTest, ADeviceWithoutThemSaysSo) {
  Description device;
  device.identity.backend = "opencl";
  Capabilities& can = device.capabilities;
  can.environment = {3, 0};
  const auto why = [&](CollectiveSet set, Type type, FrontEnd front_end = FrontEnd::clc) {
    return no_collective_functions(device, front_end, set, type).value_or("");
  };
  EXPECT_THAT(why(CollectiveSet::work_group, Type::f32), HasSubstr("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT"));
  EXPECT_EQ(why(CollectiveSet::sub_group, Type::f32), "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
  can.features = {"work-group-collective-functions", "sub-groups"};
  EXPECT_EQ(why(CollectiveSet::work_group, Type::f32), "");
  EXPECT_EQ(why(CollectiveSet::sub_group, Type::f16), "");
  EXPECT_EQ(why(CollectiveSet::sub_group, Type::u16), "cl_khr_subgroup_extended_types is not in CL_DEVICE_EXTENSIONS");
  EXPECT_EQ(why(CollectiveSet::rotate, Type::u16), "cl_khr_subgroup_rotate is not in CL_DEVICE_EXTENSIONS");
  can.extensions = {"cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate"};
  EXPECT_EQ(why(CollectiveSet::sub_group, Type::u16), "");
  EXPECT_EQ(why(CollectiveSet::rotate, Type::u16), "");
  EXPECT_THAT(why(CollectiveSet::rotate, Type::u16, FrontEnd::il), HasSubstr("GroupNonUniformRotateKHR is not required"));
  can.spirv = {{1, 3}};
  EXPECT_EQ(why(CollectiveSet::rotate, Type::u16, FrontEnd::il), "");
  can = {};
  can.environment = {2, 1};
  EXPECT_EQ(why(CollectiveSet::work_group, Type::f32), "");
  device.identity.backend = "level-zero";
  can.spirv = {{1, 2}};
  EXPECT_EQ(why(CollectiveSet::sub_group, Type::f32, FrontEnd::il), "");
  EXPECT_THAT(why(CollectiveSet::sub_group, Type::i8, FrontEnd::il), HasSubstr("small types"));
  EXPECT_THAT(why(CollectiveSet::vote, Type::f32, FrontEnd::il), HasSubstr("does not name"));
}

TEST(GroupFunctionsTest, AProgramThatIsNotBuiltIsAViolation) {
  probe_test::AnsweringDevice unbuilding({},
                                         [](const Module&) { throw DeviceError(Fault::build, "error: no such function"); });
  support_all(unbuilding.can());
  EXPECT_THAT(probe_test::violations_of(unbuilding, "work-group", Type::f32),
              testing::ElementsAre(HasSubstr("does not build: ")));
}

}  // namespace
}  // namespace classay
