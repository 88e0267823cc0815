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
#include <functional>
#include <map>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"
#include "reference/exact/exact.h"
#include "reference/number/real.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Name = CollectiveName;

constexpr std::uint64_t kLargest = 40;  // maximum sub-group size; larger than any that exists
constexpr Bits kNothing = 0x5b;         // result of this device where nothing is promised

enum class Order { from_left, from_right, in_pairs };

Bits combined(Type type, CollectiveOperation o, Bits x, Bits y) {
  const auto less = [&](Bits a, Bits b) {
    if (is_float(type)) return compare(exact(Value{type, a}), exact(Value{type, b})) < 0;
    return is_signed(type) ? as_signed({type, a}) < as_signed({type, b}) : a < b;
  };
  const bool is_rounded = is_float(type);
  switch (o) {
    case CollectiveOperation::add:
      if (!is_rounded) return (x + y) & mask(type);
      return round_to(format(type), exact_sum(exact(Value{type, x}), exact(Value{type, y})), Rounding::rne);
    case CollectiveOperation::mul:
      if (!is_rounded) return (x * y) & mask(type);
      return round_to(format(type), exact_product(exact(Value{type, x}), exact(Value{type, y})), Rounding::rne);
    case CollectiveOperation::min: return less(y, x) ? y : x;
    case CollectiveOperation::max: return less(x, y) ? y : x;
    case CollectiveOperation::bit_and: return x & y;
    case CollectiveOperation::bit_or: return x | y;
    case CollectiveOperation::bit_xor: return x ^ y;
    case CollectiveOperation::logical_and: return (x != 0 && y != 0) ? 1 : 0;
    case CollectiveOperation::logical_or: return (x != 0 || y != 0) ? 1 : 0;
    case CollectiveOperation::logical_xor: return ((x != 0) != (y != 0)) ? 1 : 0;
  }
  return 0;
}

Bits identity(Type type, CollectiveOperation o) {
  switch (o) {
    case CollectiveOperation::mul: return is_float(type) ? format(type).one() : 1;
    case CollectiveOperation::min:
      return is_float(type) ? format(type).infinity(false) : is_signed(type) ? mask(type) >> 1U : mask(type);
    case CollectiveOperation::max:
      return is_float(type) ? format(type).infinity(true) : is_signed(type) ? mask(type) ^ mask(type) >> 1U : 0;
    case CollectiveOperation::bit_and: return mask(type);
    case CollectiveOperation::logical_and: return 1;
    default: return 0;
  }
}

Bits fold(Type type, CollectiveOperation o, std::span<const Bits> x, Order order) {
  if (x.empty()) return identity(type, o);
  if (x.size() == 1) return is_logical(o) ? (x[0] != 0 ? 1 : 0) : x[0];
  switch (order) {
    case Order::from_left: return combined(type, o, fold(type, o, x.first(x.size() - 1), order), x.back());
    case Order::from_right: return combined(type, o, x[0], fold(type, o, x.subspan(1), order));
    case Order::in_pairs: break;
  }
  const std::size_t half = x.size() / 2;
  return combined(type, o, fold(type, o, x.first(half), order), fold(type, o, x.subspan(half), order));
}

// A work-item of the simulated device, with its inputs.
struct Item {
  std::uint64_t id = 0;
  Bits x = 0;
  Bits f = 0;
  std::uint32_t p = 0;
  bool is_there = true;
};

struct Simulated {
  Type type = Type::i32;
  Order order = Order::from_left;
  std::uint64_t number = 0;
  std::uint64_t largest = 1;
  std::map<std::uint64_t, Item> items;  // by their number

  Bits number_of(bool is_true) const { return !is_true ? 0 : is_float(type) ? format(type).one() : 1; }
  Bits of(std::uint64_t from) const {
    const auto found = items.find(from);
    return found == items.end() || !found->second.is_there ? kNothing : found->second.x;
  }
  std::vector<Bits> word(const std::function<bool(std::uint64_t)>& is, std::uint64_t end) const {
    std::vector<Bits> words(4, 0);
    for (std::uint64_t i = 0; i < end; ++i) words[i / 32] |= is(i) ? Bits{1} << (i % 32) : 0;
    return words;
  }
  static bool voted(std::uint64_t i) { return (kBallot.at(i / 32) >> (i % 32) & 1U) != 0; }
  static std::uint64_t votes(std::uint64_t end) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < end; ++i) count += voted(i) ? 1U : 0U;
    return count;
  }
  std::uint64_t vote(bool is_first) const {
    std::uint64_t found = kNothing;
    for (std::uint64_t i = 0; i < largest; ++i) {
      if (voted(i) && (!is_first || found == kNothing)) found = i;
    }
    return found;
  }

  Bits folded(const Collective& c, std::uint64_t me) const {
    std::vector<Bits> taken;
    for (const auto& [i, item] : items) {
      const bool is_in = (c.over == Over::all || i < me || (i == me && c.over == Over::until_itself)) &&
                         (c.cluster == 0 || i / c.cluster == me / c.cluster);
      if (!is_in || !item.is_there) continue;
      taken.push_back(is_logical(c.operation) ? item.p : c.operation == CollectiveOperation::mul ? item.f : item.x);
    }
    return fold(type, c.operation, taken, order);
  }

  std::vector<Bits> given(const Collective& c, std::uint64_t me) const {
    const auto size = static_cast<std::uint32_t>(items.size());
    const std::uint64_t n = operand_of(c, size, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(me));
    std::vector<Item> there;
    for (const auto& [i, item] : items) {
      if (item.is_there) there.push_back(item);
    }
    const auto has = [](const Item& i) { return i.p != 0; };
    switch (c.name) {
      case Name::all: return {number_of(std::ranges::all_of(there, has))};
      case Name::any: return {number_of(std::ranges::any_of(there, has))};
      case Name::elect: return {number_of(there.front().id == items.at(me).id)};
      case Name::all_equal:
        return {number_of(std::ranges::all_of(there, [&](const Item& i) { return i.f == there.front().f; }))};
      case Name::broadcast:
      case Name::shuffle: return {of(n)};
      case Name::broadcast_first: return {there.front().x};
      case Name::shuffle_xor: return {of(me ^ n)};
      case Name::shuffle_up: return {n > me ? kNothing : of(me - n)};
      case Name::shuffle_down: return {of(me + n)};
      case Name::rotate: return {of((me + n) % largest)};
      case Name::clustered_rotate: return {of(me / c.cluster * c.cluster + (me % c.cluster + n) % c.cluster)};
      case Name::arithmetic: return {folded(c, me)};
      case Name::ballot:
        return word([&](std::uint64_t i) { return items.contains(i) && items.at(i).is_there && has(items.at(i)); }, size);
      case Name::inverse_ballot: return {number_of(voted(me))};
      case Name::ballot_bit_extract: return {number_of(voted(n))};
      case Name::ballot_bit_count: return {votes(largest)};
      case Name::ballot_inclusive_scan: return {votes(me + 1)};
      case Name::ballot_exclusive_scan: return {votes(me)};
      case Name::ballot_find_lsb: return {vote(true)};
      case Name::ballot_find_msb: return {vote(false)};
      case Name::eq_mask: return word([&](std::uint64_t i) { return i == me; }, largest);
      case Name::ge_mask: return word([&](std::uint64_t i) { return i >= me; }, largest);
      case Name::gt_mask: return word([&](std::uint64_t i) { return i > me; }, largest);
      case Name::le_mask: return word([&](std::uint64_t i) { return i <= me; }, largest);
      case Name::lt_mask: return word([&](std::uint64_t i) { return i < me; }, largest);
    }
    return {};
  }
};

struct Told {
  std::vector<Bits> results;
  Place place;
};
using Wrong = std::function<void(Told& told, std::uint64_t item)>;

// Makes sub-groups of ten; the last of a work-group is smaller. Their work-items are in reverse order, which a device may
// choose.
Place place_of(Scope scope, std::uint64_t item, std::uint64_t size) {
  const std::uint64_t local = item % size;
  if (scope == Scope::work_group) return {.size = size, .group = item / size, .me = local, .largest = size};
  const std::uint64_t sub_groups = (size + 9) / 10;
  const std::uint64_t mine = local / 10;
  const std::uint64_t members = std::min<std::uint64_t>(10, size - mine * 10);
  return {.size = members, .group = item / size * sub_groups + mine, .me = members - 1 - local % 10, .largest = kLargest};
}

std::map<std::uint64_t, Simulated> groups_of(const Launch& launch, CollectiveSet set, Type type, Order order,
                                             std::uint64_t size) {
  std::map<std::uint64_t, Simulated> groups;
  const int element = width(type) / 8;
  for (std::uint64_t item = 0; item < launch.items; ++item) {
    const Place place = place_of(info(set).scope, item, size);
    Simulated& group = groups[place.group];
    group.type = type;
    group.order = order;
    group.number = place.group;
    group.largest = place.largest;
    group.items[place.me] = {.id = item,
                             .x = element_at(launch.inputs.at(0), element, item),
                             .f = element_at(launch.inputs.at(1), element, item),
                             .p = static_cast<std::uint32_t>(element_at(launch.inputs.at(2), 4, 2 * item)),
                             .is_there = !info(set).is_partial || element_at(launch.inputs.at(2), 4, 2 * item + 1) != 0};
  }
  return groups;
}

struct Answered {
  std::vector<std::byte> results;
  std::vector<std::byte> places;
};

void answer(const Simulated& group, CollectiveSet set, std::uint64_t size, const Wrong& wrong, Answered& left) {
  const std::vector<Collective> functions = collectives(set, group.type);
  const std::size_t row = collective_slots(functions);
  for (const auto& [me, item] : group.items) {
    Told told{.results = {}, .place = place_of(info(set).scope, item.id, size)};
    for (const Collective& c : functions) {
      const std::vector<Bits> given = item.is_there ? group.given(c, me) : std::vector<Bits>(slots(c), kNothing);
      told.results.insert(told.results.end(), given.begin(), given.end());
    }
    if (wrong) wrong(told, item.id);
    const int element = width(group.type) / 8;
    for (std::size_t i = 0; i < row; ++i) put_element(left.results, element, item.id * row + i, told.results.at(i));
    const Place& p = told.place;
    std::uint64_t at = item.id * kPlaceWords;
    for (const std::uint64_t n : {p.size, p.group, p.me, p.largest}) put_element(left.places, 4, at++, n);
  }
}

probe_test::AnsweringDevice collector(CollectiveSet set, Type type, Order order, const Wrong& wrong = {}) {
  return probe_test::AnsweringDevice([=](const Module&, const Launch& launch) {
    const std::uint64_t size = std::stoull(launch.kernel.substr(launch.kernel.find('_') + 1));
    Answered left{.results = std::vector<std::byte>(launch.outputs.at(0)),
                  .places = std::vector<std::byte>(launch.outputs.at(1))};
    for (const auto& [number, group] : groups_of(launch, set, type, order, size)) answer(group, set, size, wrong, left);
    left.results.insert(left.results.end(), left.places.begin(), left.places.end());
    return left.results;
  });
}

// A device that has all sets of functions.
void support_all(Capabilities& can) {
  can.features = {"work-group-collective-functions", "sub-groups"};
  can.extensions = {"cl_khr_subgroup_extended_types"};
  for (const CollectiveSetInfo& set : kCollectiveSets) can.extensions.emplace_back(set.extension);
  for (FloatSupport* const support : {&can.f16, &can.f32, &can.f64}) {
    support->to_nearest = support->infinity_and_nan = support->denormals = true;
  }
}

std::vector<std::string> all_violations(CollectiveSet set, Type type, Order order, const Wrong& wrong = {}) {
  probe_test::AnsweringDevice device = collector(set, type, order, wrong);
  support_all(device.can());
  return probe_test::violations_of(device, info(set).kind, type);
}

TEST(GroupFunctionsTest, AnyOrderOfOperationsIsRight) {
  for (const CollectiveSetInfo& set : kCollectiveSets) {
    const std::span<const Type> formats = probe_kind(set.kind).formats;
    for (const Type type : {Type::f16, Type::f32, Type::u8, Type::i32, Type::u32, Type::i64}) {
      if (std::ranges::find(formats, type) == formats.end()) continue;
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
      const Collected right = measure_collectives(device, FrontEnd::clc, set.set, type).at(1);
      ASSERT_EQ(right.size, 7U);
      const std::vector<Collective> functions = collectives(set.set, type);
      const std::size_t row = collective_slots(functions);
      std::size_t slot = 0;
      for (const Collective& c : functions) {
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
