// What right looks like: a device that adds in any order has no objection, from the left, from the right or in pairs. How
// one could be wrong: a scan leaves out its own work-item or begins one later, a minimum begins at 0, a work-item is added
// twice, a sum is off by more than rounding explains, or by any bit where nothing is rounded, a group is smaller than it
// says, a work-item is in two sub-groups.
#include "harness/probes/group_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "harness/lanes/lanes.h"
#include "harness/probes/testing.h"
#include "harness/protocol/measured_case.h"
#include "reference/exact/exact.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kResults = 14;

double number(Type type, Bits bits) { return mpfr_get_d(exact(Value{type, bits}).get(), MPFR_RNDN); }

// x + y in the type.
Bits added(Type type, Bits x, Bits y) {
  if (!is_float(type)) return (x + y) & mask(type);
  return round_to(format(type), exact_sum(exact(Value{type, x}), exact(Value{type, y})), Rounding::rne);
}

enum class Order { from_left, from_right, in_pairs };

Bits sum(Type type, std::span<const Bits> x, Order order) {
  if (x.empty()) return 0;
  if (x.size() == 1) return x[0];
  switch (order) {
    case Order::from_left: return added(type, sum(type, x.first(x.size() - 1), order), x.back());
    case Order::from_right: return added(type, x[0], sum(type, x.subspan(1), order));
    case Order::in_pairs: break;
  }
  const std::size_t half = x.size() / 2;
  return added(type, sum(type, x.first(half), order), sum(type, x.subspan(half), order));
}

Bits end(Type type, std::span<const Bits> x, bool is_least) {
  if (x.empty()) {
    if (is_float(type)) return format(type).infinity(!is_least);
    if (!is_signed(type)) return is_least ? mask(type) : 0;
    return is_least ? mask(type) >> 1U : mask(type) ^ mask(type) >> 1U;
  }
  const auto less = [&](Bits a, Bits b) {
    if (is_float(type)) return number(type, a) < number(type, b);
    return is_signed(type) ? as_signed({type, a}) < as_signed({type, b}) : a < b;
  };
  return is_least ? *std::ranges::min_element(x, less) : *std::ranges::max_element(x, less);
}

Bits small(Type type, std::uint64_t n) {
  return is_float(type) ? round_to(format(type), Unrounded{false, n, 0, false}, Rounding::rne) : n;
}

// What the kernel gives for one work-item.
std::vector<Bits> row(Type type, std::span<const Bits> group, std::uint64_t number, std::uint64_t me, Order order) {
  const std::uint64_t kind = number % 3 == 2 && group.size() < 3 ? 0 : number % 3;
  const auto before = group.first(me);
  const auto until = group.first(me + 1);
  std::vector<Bits> all{small(type, kind == 1), small(type, kind == 0), small(type, kind != 0), small(type, kind != 1),
                        group[number % group.size()]};
  for (const auto part : {group, until, before}) {
    all.insert(all.end(), {sum(type, part, order), end(type, part, true), end(type, part, false)});
  }
  return all;
}

struct Told {
  std::vector<Bits> results;
  Place place;
};
using Wrong = std::function<void(Told& told, std::uint64_t item)>;

// Sub-groups of five, the last of a work-group smaller; their work-items in reverse, which is the device's affair.
Place place_of(Scope scope, std::uint64_t item, std::uint64_t size) {
  const std::uint64_t local = item % size;
  if (scope == Scope::work_group) return {.size = size, .group = item / size, .me = local};
  const std::uint64_t sub_groups = (size + 4) / 5;
  const std::uint64_t mine = local / 5;
  const std::uint64_t members = std::min<std::uint64_t>(5, size - mine * 5);
  return {.size = members, .group = item / size * sub_groups + mine, .me = members - 1 - local % 5};
}

probe_test::AnsweringDevice collector(Scope scope, Type type, Order order, const Wrong& wrong = {}) {
  return probe_test::AnsweringDevice([=](const Module&, const Launch& launch) {
    const int element = width(type) / 8;
    const std::uint64_t size = std::stoull(launch.kernel.substr(launch.kernel.find('_') + 1));
    std::vector<std::byte> results(launch.outputs.at(0));
    std::vector<std::byte> places(launch.outputs.at(1));
    std::map<std::uint64_t, std::vector<Bits>> groups;
    for (std::uint64_t item = 0; item < launch.items; ++item) {
      const Place place = place_of(scope, item, size);
      std::vector<Bits>& group = groups[place.group];
      group.resize(place.size);
      group[place.me] = element_at(launch.inputs.at(0), element, item);
    }
    for (std::uint64_t item = 0; item < launch.items; ++item) {
      Told told{.results = {}, .place = place_of(scope, item, size)};
      told.results = row(type, groups[told.place.group], told.place.group, told.place.me, order);
      if (wrong) wrong(told, item);
      for (std::size_t i = 0; i < kResults; ++i) put_element(results, element, item * kResults + i, told.results.at(i));
      put_element(places, 4, item * 3, told.place.size);
      put_element(places, 4, item * 3 + 1, told.place.group);
      put_element(places, 4, item * 3 + 2, told.place.me);
    }
    results.insert(results.end(), places.begin(), places.end());
    return results;
  });
}

std::vector<std::string> all_objections(Scope scope, Type type, Order order, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = collector(scope, type, order, wrong);
  device.can().f16.to_nearest = device.can().f32.to_nearest = device.can().f64.to_nearest = true;
  return to_json(type, collected(device, scope, type)).at("objections");
}

TEST(GroupFunctionsTest, AnyOrderOfAdditionsIsRight) {
  for (const Order order : {Order::from_left, Order::from_right, Order::in_pairs}) {
    for (const Type type : kCollectedTypes) {
      EXPECT_THAT(all_objections(Scope::work_group, type, order), IsEmpty()) << info(type).name;
    }
    for (const Type type : kSubGroupTypes) {
      EXPECT_THAT(all_objections(Scope::sub_group, type, order), IsEmpty()) << info(type).name;
    }
  }
}

constexpr std::array<std::string_view, kResults> kNames{"all",
                                                        "all",
                                                        "any",
                                                        "any",
                                                        "broadcast",
                                                        "reduce_add",
                                                        "reduce_min",
                                                        "reduce_max",
                                                        "scan_inclusive_add",
                                                        "scan_inclusive_min",
                                                        "scan_inclusive_max",
                                                        "scan_exclusive_add",
                                                        "scan_exclusive_min",
                                                        "scan_exclusive_max"};

// One unit in the last place of one result: of a sum of small numbers, which nothing rounds.
void expect_named(Scope scope, Type type, std::size_t result) {
  const std::string name = (scope == Scope::work_group ? "work_group_" : "sub_group_") + std::string(kNames.at(result));
  const auto found = all_objections(scope, type, Order::from_left, [&](Told& told, std::uint64_t item) {
    if (item == 5) told.results.at(result) ^= 1U;
  });
  ASSERT_THAT(found, testing::Not(IsEmpty())) << name << " " << info(type).name;
  EXPECT_THAT(found, testing::Each(testing::StartsWith(name)));
}

TEST(GroupFunctionsTest, WhatIsOffIsNamedByItsFunction) {
  for (const Scope scope : {Scope::work_group, Scope::sub_group}) {
    for (const Type type : {Type::f16, Type::f32, Type::u64, Type::i32}) {
      for (std::size_t i = 0; i < kResults; ++i) expect_named(scope, type, i);
    }
  }
}

TEST(GroupFunctionsTest, HowLargeSubGroupsAreIsTold) {
  probe_test::AnsweringDevice device = collector(Scope::sub_group, Type::i32, Order::from_left);
  const Json found = to_json(Type::i32, collected(device, Scope::sub_group, Type::i32));
  EXPECT_EQ(found.at("told"), Json::array({"sub-groups of 2, 5 work-items"}));
}

TEST(GroupFunctionsTest, GroupsThatCanNotBeAreObjectedTo) {
  const std::vector<Wrong> all{
      [](Told& told, std::uint64_t item) { told.place.size -= item == 3 ? 1 : 0; },
      [](Told& told, std::uint64_t item) { told.place.me = item == 3 ? 0 : told.place.me; },
      [](Told& told, std::uint64_t item) { told.place.group += item == 3 ? 1 : 0; },
      [](Told& told, std::uint64_t) { told.place.group = 0; },
      [](Told& told, std::uint64_t) { told.place = {.size = 1, .group = 0, .me = 0}; },
      [](Told& told, std::uint64_t) { told.place.size = 0; },
  };
  for (const Scope scope : {Scope::work_group, Scope::sub_group}) {
    for (const Wrong& wrong : all) {
      EXPECT_THAT(all_objections(scope, Type::i32, Order::from_left, wrong),
                  testing::Contains(HasSubstr("-groups that can not be")));
    }
  }
}

// A work-item's number that is taken twice is far beyond what rounding explains in single precision; one ulp is not.
TEST(GroupFunctionsTest, ASumOfLargeNumbersIsBoundByWhatAdditionsCanLose) {
  const std::vector<Bits> given = given_numbers(Type::f32, Given::large);
  Collected c{.type = Type::f32, .size = 7, .given = Given::large, .results = {}, .places = {}};
  for (std::uint64_t item = 0; item < given.size(); ++item) {
    const std::span<const Bits> group(given.data() + item / 7 * 7, 7);
    for (const Bits b : row(Type::f32, group, item / 7, item % 7, Order::in_pairs)) c.results.push_back(b);
    c.places.push_back({.size = 7, .group = item / 7, .me = item % 7});
  }
  EXPECT_THAT(objections(c), IsEmpty());
  Collected off_by_one = c;
  off_by_one.results[5] ^= 1U;
  EXPECT_THAT(objections(off_by_one), IsEmpty());
  Collected twice = c;
  twice.results[5] = added(Type::f32, twice.results[5], given[3]);
  EXPECT_THAT(objections(twice), testing::ElementsAre(HasSubstr("work_group_reduce_add: work-item 0 of a group of 7")));
  Collected alone = c;
  alone.results[8] ^= 1U;  // the first of a scan is added to nothing
  EXPECT_THAT(objections(alone), testing::ElementsAre(HasSubstr("scan_inclusive_add")));
}

TEST(GroupFunctionsTest, ADeviceWithoutThemSaysSoAndAProgramThatIsNotBuiltIsAnObjection) {
  Capabilities device;
  device.environment = {3, 0};
  const auto why = [&](Scope scope, Type type) { return no_collective_functions(device, scope, type).value_or(""); };
  EXPECT_THAT(why(Scope::work_group, Type::f32), HasSubstr("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT"));
  EXPECT_EQ(why(Scope::sub_group, Type::f32), "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0");
  device.features = {"work-group-collective-functions", "sub-groups"};
  EXPECT_EQ(why(Scope::work_group, Type::f32), "");
  EXPECT_EQ(why(Scope::sub_group, Type::f16), "");
  EXPECT_EQ(why(Scope::sub_group, Type::u16), "cl_khr_subgroup_extended_types is not in CL_DEVICE_EXTENSIONS");
  device.extensions = {"cl_khr_subgroup_extended_types"};
  EXPECT_EQ(why(Scope::sub_group, Type::u16), "");
  device = {};
  device.environment = {2, 1};
  EXPECT_EQ(why(Scope::work_group, Type::f32), "");
  probe_test::AnsweringDevice unbuilding({},
                                         [](const Module&) { throw DeviceError(Fault::build, "error: no such function"); });
  const Json found = to_json(Type::f32, collected(unbuilding, Scope::work_group, Type::f32));
  EXPECT_THAT(found.at("objections").dump(), HasSubstr("does not build"));
}

}  // namespace
}  // namespace classay
