// What right looks like: a device that adds in any order has no objection, from the left, from the right or in pairs. How
// one could be wrong: a scan leaves out its own work-item or begins one later, a minimum begins at 0, a work-item is added
// twice, a sum is off by more than rounding explains, or by any bit where nothing is rounded, a group is smaller than it
// says.
#include "harness/probes/group_functions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "harness/lanes/lanes.h"
#include "harness/probes/testing.h"
#include "harness/protocol/measured_case.h"
#include "reference/exact/exact.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kResults = 15;

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
  const std::uint64_t kind = number % 3;
  const auto before = group.first(me);
  const auto until = group.first(me + 1);
  std::vector<Bits> all{small(type, group.size()), small(type, kind == 1), small(type, kind == 0),
                        small(type, kind != 0),    small(type, kind != 1), group[number % group.size()]};
  for (const auto part : {group, until, before}) {
    all.insert(all.end(), {sum(type, part, order), end(type, part, true), end(type, part, false)});
  }
  return all;
}

using Wrong = std::function<void(std::vector<Bits>& row, std::uint64_t item)>;

probe_test::AnsweringDevice collector(Type type, Order order, const Wrong& wrong = {}) {
  return probe_test::AnsweringDevice([=](const Module&, const Launch& launch) {
    const int element = width(type) / 8;
    const std::uint64_t size = std::stoull(launch.kernel.substr(launch.kernel.find('_') + 1));
    std::vector<std::byte> out(launch.outputs.at(0));
    for (std::uint64_t item = 0; item < launch.items; ++item) {
      std::vector<Bits> group;
      for (std::uint64_t i = 0; i < size; ++i)
        group.push_back(element_at(launch.inputs.at(0), element, item / size * size + i));
      std::vector<Bits> results = row(type, group, item / size, item % size, order);
      if (wrong) wrong(results, item);
      for (std::size_t i = 0; i < kResults; ++i) put_element(out, element, item * kResults + i, results.at(i));
    }
    return out;
  });
}

std::vector<std::string> all_objections(Type type, Order order, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = collector(type, order, wrong);
  device.can().f16.to_nearest = device.can().f32.to_nearest = device.can().f64.to_nearest = true;
  return to_json(type, collected(device, type)).at("objections");
}

TEST(GroupFunctionsTest, AnyOrderOfAdditionsIsRight) {
  for (const Type type : kCollectedTypes) {
    for (const Order order : {Order::from_left, Order::from_right, Order::in_pairs}) {
      EXPECT_THAT(all_objections(type, order), IsEmpty()) << info(type).name;
    }
  }
}

TEST(GroupFunctionsTest, WhatIsOffIsNamedByItsFunction) {
  const std::array<std::string_view, kResults> names{"get_local_size",
                                                     "work_group_all",
                                                     "work_group_all",
                                                     "work_group_any",
                                                     "work_group_any",
                                                     "work_group_broadcast",
                                                     "work_group_reduce_add",
                                                     "work_group_reduce_min",
                                                     "work_group_reduce_max",
                                                     "work_group_scan_inclusive_add",
                                                     "work_group_scan_inclusive_min",
                                                     "work_group_scan_inclusive_max",
                                                     "work_group_scan_exclusive_add",
                                                     "work_group_scan_exclusive_min",
                                                     "work_group_scan_exclusive_max"};
  for (const Type type : {Type::f16, Type::f32, Type::u64, Type::i32}) {
    for (std::size_t i = 0; i < kResults; ++i) {
      // One unit in the last place of one result: of a sum of small numbers, which nothing rounds.
      const auto found = all_objections(type, Order::from_left, [&](std::vector<Bits>& r, std::uint64_t item) {
        if (item == 5) r.at(i) ^= 1U;
      });
      ASSERT_THAT(found, testing::Not(IsEmpty())) << names.at(i) << " " << info(type).name;
      for (const std::string& one : found) EXPECT_THAT(one, HasSubstr(names.at(i)));
    }
  }
}

// A work-item's number that is taken twice is far beyond what rounding explains in single precision; one ulp is not.
TEST(GroupFunctionsTest, ASumOfLargeNumbersIsBoundByWhatAdditionsCanLose) {
  const std::vector<Bits> given = given_numbers(Type::f32, Given::large);
  Collected c{.type = Type::f32, .size = 7, .given = Given::large, .results = {}};
  for (std::uint64_t item = 0; item < given.size(); ++item) {
    const std::span<const Bits> group(given.data() + item / 7 * 7, 7);
    for (const Bits b : row(Type::f32, group, item / 7, item % 7, Order::in_pairs)) c.results.push_back(b);
  }
  EXPECT_THAT(objections(c), IsEmpty());
  Collected off_by_one = c;
  off_by_one.results[6] ^= 1U;
  EXPECT_THAT(objections(off_by_one), IsEmpty());
  Collected twice = c;
  twice.results[6] = added(Type::f32, twice.results[6], given[3]);
  EXPECT_THAT(objections(twice), testing::ElementsAre(HasSubstr("work_group_reduce_add: work-item 0 of a group of 7")));
  Collected alone = c;
  alone.results[9] ^= 1U;  // the first of a scan is added to nothing
  EXPECT_THAT(objections(alone), testing::ElementsAre(HasSubstr("scan_inclusive_add")));
}

TEST(GroupFunctionsTest, ADeviceWithoutThemSaysSoAndAProgramThatIsNotBuiltIsAnObjection) {
  Capabilities device;
  device.environment = {3, 0};
  EXPECT_THAT(no_collective_functions(device).value_or(""), HasSubstr("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT"));
  device.features = {"work-group-collective-functions"};
  EXPECT_EQ(no_collective_functions(device), std::nullopt);
  device = {};
  device.environment = {2, 1};
  EXPECT_EQ(no_collective_functions(device), std::nullopt);
  probe_test::AnsweringDevice unbuilding({},
                                         [](const Module&) { throw DeviceError(Fault::build, "error: no such function"); });
  const Json found = to_json(Type::f32, collected(unbuilding, Type::f32));
  EXPECT_THAT(found.at("objections").dump(), HasSubstr("does not build"));
}

}  // namespace
}  // namespace classay
