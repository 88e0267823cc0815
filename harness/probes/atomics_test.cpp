// What right looks like: any order of the changes has no objection, whichever it is. How a device could be wrong: a change
// is lost, one is done twice, two find the same value, the last value is none that a change left, two circles of changes do
// not hang together, a minimum is taken as if numbers had no sign.
#include "harness/probes/atomics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/lanes/lanes.h"
#include "harness/probes/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Bits sum(Type type, Bits found, const Change& c) { return (found + c.operand) & mask(type); }

// Changes in an order that chance chooses, as a device with one unit would do them.
Contended ordered(const std::string& function, Type type, unsigned seed, Bits (*left)(Type, Bits, const Change&)) {
  Contended c{.type = type, .function = function, .memory = "global", .first = 40, .last = 0, .changes = {}};
  std::mt19937 random(seed);
  for (int i = 0; i < 100; ++i) c.changes.push_back({.operand = random() & mask(type) & 0xf7U, .compared = 40, .found = 0});
  std::vector<std::size_t> order(c.changes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  Bits now = c.first;
  for (const std::size_t i : order) {
    c.changes[i].found = now;
    now = left(type, now, c.changes[i]) & mask(type);
  }
  c.last = now;
  return c;
}

TEST(AtomicsTest, AnyOrderIsRight) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(objection(ordered("atomic_add", Type::u32, seed, sum)), std::nullopt);
    EXPECT_EQ(objection(ordered("atomic_xchg", Type::i64, seed, [](Type, Bits, const Change& x) { return x.operand; })),
              std::nullopt);
    EXPECT_EQ(objection(ordered("atomic_or", Type::u32, seed, [](Type, Bits f, const Change& x) { return f | x.operand; })),
              std::nullopt);
    EXPECT_EQ(objection(ordered("atomic_cmpxchg", Type::u32, seed,
                                [](Type, Bits f, const Change& x) { return f == x.compared ? x.operand : f; })),
              std::nullopt);
  }
}

TEST(AtomicsTest, WhatIsLostDoneTwiceOrLeftByNobodyHasNoOrder) {
  const Contended right = ordered("atomic_add", Type::u32, 3, sum);
  Contended lost = right;
  lost.last -= lost.changes[5].operand;
  EXPECT_NE(objection(lost), std::nullopt);
  Contended same = right;
  same.changes[7].found = same.changes[8].found;
  EXPECT_NE(objection(same), std::nullopt);
  Contended other_function = right;
  other_function.function = "atomic_xor";
  EXPECT_NE(objection(other_function), std::nullopt);
}

TEST(AtomicsTest, StepsThatAreBalancedAndDoNotHangTogetherHaveNoOrder) {
  Contended c{.type = Type::u32, .function = "atomic_xchg", .memory = "local", .first = 1, .last = 2, .changes = {}};
  c.changes = {{.operand = 2, .found = 1}, {.operand = 8, .found = 9}, {.operand = 9, .found = 8}};
  ASSERT_TRUE(objection(c).has_value());
  EXPECT_THAT(*objection(c), HasSubstr("no order of changes leads from 1 to 9"));
}

TEST(AtomicsTest, MinimaGoByTheSignOfTheType) {
  Contended c{.type = Type::i32, .function = "atomic_min", .memory = "local", .first = 1, .last = 0xffffffff, .changes = {}};
  c.changes = {{.operand = 0xffffffff, .found = 1}};
  EXPECT_EQ(objection(c), std::nullopt);
  c.type = Type::u32;
  EXPECT_NE(objection(c), std::nullopt);
}

// A device that does one work-item after the other, in groups of eight. It has no local memory of its own: `lost` changes of
// either memory come to nothing.
probe_test::AnsweringDevice serial(Type type, std::uint64_t functions, bool loses) {
  return probe_test::AnsweringDevice([=](const Module&, const Launch& launch) {
    const int element = width(type) / 8;
    std::vector<std::byte> out(launch.outputs.at(0));
    const std::uint64_t items = launch.items;
    const auto in = [&](std::uint64_t i) { return element_at(launch.inputs.at(0), element, i); };
    Bits global = (Bits{launch.poison} << 32U | launch.poison) & mask(type);
    const std::uint64_t row = 3 * functions + 1;
    for (std::uint64_t first = 0; first < items; first += 8) {
      Bits local = in(2 * items);
      for (std::uint64_t i = first; i < first + 8; ++i) {
        const std::uint64_t mine = functions + i * row;
        put_element(out, element, mine, global);
        put_element(out, element, mine + functions, local);
        if (!loses || i != 77) global = in(2 * i);
        local = in(2 * i);
        const Bits group = is_float(type) ? format(type).one() + first : first;
        put_element(out, element, mine + 3 * functions, group);
      }
      for (std::uint64_t i = first; i < first + 8; ++i)
        put_element(out, element, functions + i * row + 2 * functions, local);
    }
    put_element(out, element, 0, global);
    return out;
  });
}

TEST(AtomicsTest, AnExchangeThatIsLostIsSeenInWhatADeviceLeaves) {
  probe_test::AnsweringDevice good = serial(Type::f32, 1, false);
  EXPECT_THAT(to_json(contended(good, Type::f32)).at("objections"), IsEmpty());
  probe_test::AnsweringDevice bad = serial(Type::f32, 1, true);
  const Json found = to_json(contended(bad, Type::f32));
  ASSERT_EQ(found.at("objections").size(), 1U);
  EXPECT_THAT(found.at("objections")[0].get<std::string>(), HasSubstr("atomic_xchg in global memory"));
}

TEST(AtomicsTest, LongIntegersHaveWhatTheExtensionsBring) {
  Capabilities device;
  EXPECT_THAT(no_atomics(Type::i64, device).value_or(""), HasSubstr("cl_khr_int64_base_atomics"));
  device.extensions = {"cl_khr_int64_base_atomics"};
  EXPECT_EQ(no_atomics(Type::i64, device), std::nullopt);
  EXPECT_THAT(contending_source(Type::i64, device), HasSubstr("atom_cmpxchg("));
  EXPECT_THAT(contending_source(Type::i64, device), testing::Not(HasSubstr("atom_xor(")));
  device.extensions.emplace_back("cl_khr_int64_extended_atomics");
  EXPECT_THAT(contending_source(Type::i64, device), HasSubstr("atom_xor("));
  EXPECT_THAT(contending_source(Type::f32, device), testing::Not(HasSubstr("atomic_add(")));
}

TEST(AtomicsTest, AProgramThatIsNotBuiltIsAnObjection) {
  probe_test::AnsweringDevice device({}, [](const Module&) { throw DeviceError(Fault::build, "error: no atomics"); });
  EXPECT_THAT(to_json(contended(device, Type::u32)).at("objections").dump(), HasSubstr("does not build"));
}

}  // namespace
}  // namespace classay
