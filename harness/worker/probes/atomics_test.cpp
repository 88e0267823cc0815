// Tests that every order of the changes is accepted. Possible device errors: a change is lost or done twice; two work-items
// find the same value; no change left or stored the last value; the steps form two separate circles; a minimum ignores the
// sign; a comparison ignores some bits; an order or a name has another effect than the others.
#include "harness/worker/probes/atomics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <random>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Bits sum(Type type, Bits found, const Change& c) { return (found + c.operand) & mask(type); }

// Returns changes in a random order, as a device that executes one at a time would do them.
Contended ordered(AtomicName name, Type type, unsigned seed, Bits (*left)(Type, Bits, const Change&)) {
  Contended c{.type = type, .name = name, .function = "f", .memory = "global", .first = 40, .last = 0, .changes = {}};
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
    EXPECT_EQ(violation(ordered(AtomicName::add, Type::u32, seed, sum)), std::nullopt);
    EXPECT_EQ(
        violation(ordered(AtomicName::exchange, Type::i64, seed, [](Type, Bits, const Change& x) { return x.operand; })),
        std::nullopt);
    EXPECT_EQ(
        violation(ordered(AtomicName::bit_or, Type::u32, seed, [](Type, Bits f, const Change& x) { return f | x.operand; })),
        std::nullopt);
    EXPECT_EQ(violation(ordered(AtomicName::compare_exchange, Type::u32, seed,
                                [](Type, Bits f, const Change& x) { return f == x.compared ? x.operand : f; })),
              std::nullopt);
  }
}

TEST(AtomicsTest, WhatIsLostDoneTwiceOrLeftByNobodyHasNoOrder) {
  const Contended right = ordered(AtomicName::add, Type::u32, 3, sum);
  Contended lost = right;
  lost.last -= lost.changes[5].operand;
  EXPECT_NE(violation(lost), std::nullopt);
  Contended same = right;
  same.changes[7].found = same.changes[8].found;
  EXPECT_NE(violation(same), std::nullopt);
  Contended other_function = right;
  other_function.name = AtomicName::bit_xor;
  EXPECT_NE(violation(other_function), std::nullopt);
}

TEST(AtomicsTest, StepsThatAreBalancedAndDoNotHangTogetherHaveNoOrder) {
  Contended c{.type = Type::u32,
              .name = AtomicName::exchange,
              .function = "atomic_xchg",
              .memory = "local",
              .first = 1,
              .last = 2,
              .changes = {}};
  c.changes = {{.operand = 2, .found = 1}, {.operand = 8, .found = 9}, {.operand = 9, .found = 8}};
  ASSERT_TRUE(violation(c).has_value());
  EXPECT_THAT(*violation(c), HasSubstr("no order of changes leads from 1 to 9"));
}

TEST(AtomicsTest, MinimaGoByTheSignOfTheType) {
  Contended c{.type = Type::i32,
              .name = AtomicName::min,
              .function = "atomic_min",
              .memory = "local",
              .first = 1,
              .last = 0xffffffff,
              .changes = {}};
  c.changes = {{.operand = 0xffffffff, .found = 1}};
  EXPECT_EQ(violation(c), std::nullopt);
  c.type = Type::u32;
  EXPECT_NE(violation(c), std::nullopt);
}

// Simulates a device that runs one work-item after the other, in groups of eight. It has no local memory of its own. With
// `loses`, changes in either memory get lost.
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
  EXPECT_THAT(probe_test::violations_of(good, "atomic", Type::f32), IsEmpty());
  probe_test::AnsweringDevice bad = serial(Type::f32, 1, true);
  EXPECT_THAT(probe_test::violations_of(bad, "atomic", Type::f32),
              testing::ElementsAre(HasSubstr("atomic_xchg in global memory")));
}

TEST(AtomicsTest, AStoreLeavesWhatSomebodyStored) {
  Contended c{.type = Type::u32, .name = AtomicName::store, .function = "f", .memory = "local", .first = 1, .changes = {}};
  c.changes = {{.operand = 5}, {.operand = 6}};
  c.last = 6;
  EXPECT_EQ(violation(c), std::nullopt);
  c.last = 1;
  EXPECT_THAT(violation(c).value_or(""), HasSubstr("the last value is 1, which no work-item stored"));
}

// If two work-items set a cleared flag, one must find it cleared.
TEST(AtomicsTest, AFlagIsSetOnce) {
  Contended c{.type = Type::u32, .name = AtomicName::test_and_set, .function = "f", .memory = "local", .last = 1};
  c.changes = {{.found = 1}, {.found = 0}, {.found = 1}};
  EXPECT_EQ(violation(c), std::nullopt);
  c.changes[0].found = 0;
  EXPECT_NE(violation(c), std::nullopt);
}

// 2, 2 + 1, 2 + 1 + 2: all bits are exact.
TEST(AtomicsTest, SumsOfFloatsAreExact) {
  const auto bits = [](float x) { return Bits{std::bit_cast<std::uint32_t>(x)}; };
  Contended c{
      .type = Type::f32, .name = AtomicName::add, .function = "f", .memory = "local", .first = bits(2), .changes = {}};
  c.changes = {{.operand = bits(2), .found = bits(3)}, {.operand = bits(1), .found = bits(2)}};
  c.last = bits(5);
  EXPECT_EQ(violation(c), std::nullopt);
  c.last = bits(5) + 1;
  EXPECT_NE(violation(c), std::nullopt);
}

std::vector<AtomicName> names(const Description& device, const AtomicsAsked& asked) {
  std::vector<AtomicName> all;
  for (const Contender& c : contenders(device, asked)) all.push_back(c.name);
  return all;
}

TEST(AtomicsTest, LongIntegersHaveWhatTheExtensionsBring) {
  using testing::Contains;
  Description device;
  AtomicsAsked asked{.type = Type::i64};
  EXPECT_THAT(no_atomics(device, asked).value_or(""), HasSubstr("cl_khr_int64_base_atomics"));
  device.capabilities.extensions = {"cl_khr_int64_base_atomics"};
  EXPECT_EQ(no_atomics(device, asked), std::nullopt);
  EXPECT_THAT(names(device, asked), Contains(AtomicName::compare_exchange));
  EXPECT_THAT(names(device, asked), testing::Not(Contains(AtomicName::bit_xor)));
  device.capabilities.extensions.emplace_back("cl_khr_int64_extended_atomics");
  EXPECT_THAT(names(device, asked), Contains(AtomicName::bit_xor));
  asked.type = Type::f32;
  EXPECT_THAT(names(device, asked), testing::ElementsAre(AtomicName::exchange));
  asked.type = Type::f64;
  EXPECT_EQ(no_atomics(device, asked), "OpenCL C 1.2 has no atomic function of f64");
}

TEST(AtomicsTest, OfOpenClC2CellsOfTheDeviceNeedItsScopeAndFloatsAnExtension) {
  Description device;
  Capabilities& can = device.capabilities;
  AtomicsAsked asked{.form = {.style = AtomicStyle::explicit_order}, .type = Type::i32};
  EXPECT_EQ(no_atomics(device, asked), "its OpenCL C is before 2.0");
  can.environment = can.language = {3, 0};
  for (const Contender& c : contenders(device, asked)) EXPECT_FALSE(c.in_global);
  can.features = {"atomic-scope-device", "f32-atomic-add-local"};
  for (const Contender& c : contenders(device, asked)) EXPECT_TRUE(c.in_global && c.in_local);
  asked.type = Type::f32;
  EXPECT_THAT(names(device, asked),
              testing::ElementsAre(AtomicName::add, AtomicName::sub, AtomicName::exchange, AtomicName::compare_exchange,
                                   AtomicName::compare_exchange_weak, AtomicName::store));
  EXPECT_FALSE(contenders(device, asked).front().in_global);
  asked.type = Type::f16;
  EXPECT_THAT(no_atomics(device, asked).value_or(""), HasSubstr("cl_ext_float_atomics"));
}

std::string described(const AtomicForm& form) {
  constexpr std::array kStyles{"legacy", "extension", "explicit", "implicit"};
  return std::string(kStyles.at(static_cast<std::size_t>(form.style))) + " " + std::string(name(form.order));
}

TEST(AtomicsTest, FormsAreThoseWhoseOrdersAndScopesTheDeviceHas) {
  Description device;
  Capabilities& can = device.capabilities;
  const auto forms = [&](std::string_view kind, Type type, Tier tier = Tier::smoke) {
    std::vector<std::string> all;
    for (const AtomicForm& form : atomic_forms(device, FrontEnd::clc, kind, type, tier)) all.push_back(described(form));
    return all;
  };
  EXPECT_THAT(forms("atomic", Type::u32), testing::ElementsAre("legacy relaxed"));
  can.extensions = {"cl_khr_local_int32_extended_atomics"};
  EXPECT_THAT(forms("atomic", Type::u32), testing::ElementsAre("legacy relaxed", "extension relaxed"));
  EXPECT_THAT(forms("atomic", Type::f32), testing::ElementsAre("legacy relaxed"));
  can.environment = can.language = {3, 0};
  EXPECT_THAT(forms("atomic-explicit", Type::u32), testing::ElementsAre("explicit relaxed"));
  can.features = {"atomic-order-seq-cst"};
  EXPECT_THAT(forms("atomic-explicit", Type::u32), testing::ElementsAre("explicit relaxed", "explicit seq_cst"));
  can.features = {"atomic-order-acq-rel", "atomic-order-seq-cst", "atomic-scope-device"};
  EXPECT_THAT(forms("atomic-explicit", Type::u32, Tier::quick),
              testing::ElementsAre("explicit relaxed", "explicit acquire", "explicit release", "explicit acq_rel",
                                   "explicit seq_cst", "implicit seq_cst"));
  can.features = {};
  can.environment = can.language = {2, 0};
  EXPECT_THAT(forms("atomic-explicit", Type::u32),
              testing::ElementsAre("explicit relaxed", "explicit acq_rel", "explicit seq_cst", "implicit seq_cst"));
}

// Returns the operands and comparands that the kernel gets.
std::vector<Change> sent(Type type) {
  std::vector<Change> all;
  const int element = width(type) / 8;
  probe_test::AnsweringDevice device([&](const Module&, const Launch& launch) {
    for (std::uint64_t i = 0; i < launch.items; ++i) {
      const auto in = [&](std::uint64_t n) { return element_at(launch.inputs.at(0), element, n); };
      all.push_back({.operand = in(2 * i), .compared = in(2 * i + 1)});
    }
    return std::vector<std::byte>(launch.outputs.at(0));
  });
  device.can().extensions = {"cl_khr_int64_base_atomics"};
  measure_atomics(device, {.type = type});
  return all;
}

// A comparison of values takes -0 for +0.
TEST(AtomicsTest, FloatsIncludeTheNegativeZeroAndNotTheOther) {
  const std::vector<Change> all = sent(Type::f32);
  EXPECT_NE(std::ranges::find(all, Bits{0x80000000}, &Change::operand), all.end());
  EXPECT_NE(std::ranges::find(all, Bits{0}, &Change::compared), all.end());
  EXPECT_EQ(std::ranges::find(all, Bits{0}, &Change::operand), all.end());
}

// A comparison of half of the bits takes neighbours for equal.
TEST(AtomicsTest, ComparandsDifferInOneBit) {
  const std::vector<Change> all = sent(Type::u64);
  const Bits first = 0xfffffe00fffffe00;
  const auto is_upper_neighbour = [&](Bits b) { return std::popcount(b ^ first) == 1 && (b ^ first) >> 32U != 0; };
  EXPECT_TRUE(std::ranges::any_of(all, is_upper_neighbour, &Change::compared));
  EXPECT_NE(std::ranges::find(all, first, &Change::compared), all.end());
  EXPECT_NE(std::ranges::find(all, ~Bits{0}, &Change::operand), all.end());
}

// The reported reason is the missing extension.
TEST(AtomicsTest, OfOpenClC2LongIntegersNeedBothExtensions) {
  Description device;
  device.capabilities.environment = device.capabilities.language = {3, 0};
  const AtomicsAsked asked{.form = {.style = AtomicStyle::explicit_order}, .type = Type::i64};
  EXPECT_EQ(no_atomics(device, asked), "cl_khr_int64_base_atomics is not in CL_DEVICE_EXTENSIONS");
  device.capabilities.extensions = {"cl_khr_int64_base_atomics"};
  EXPECT_EQ(no_atomics(device, asked), "cl_khr_int64_extended_atomics is not in CL_DEVICE_EXTENSIONS");
  device.capabilities.extensions.emplace_back("cl_khr_int64_extended_atomics");
  EXPECT_EQ(no_atomics(device, asked), std::nullopt);
}

TEST(AtomicsTest, SpirvHasFloatsByTheExtensionAlone) {
  Description device;
  device.identity.backend = "opencl";
  AtomicsAsked asked{.front_end = FrontEnd::il, .type = Type::f32};
  EXPECT_TRUE(no_atomics(device, asked).has_value());
  device.capabilities.features = {"f32-atomic-min-max-global"};
  EXPECT_THAT(names(device, asked), testing::ElementsAre(AtomicName::min, AtomicName::max));
  asked.type = Type::i64;
  EXPECT_TRUE(no_atomics(device, asked).has_value());
  device.capabilities.spirv = {{1, 0}};
  device.capabilities.extensions = {"cl_khr_int64_base_atomics"};
  EXPECT_EQ(names(device, asked).size(), 13U);
}

TEST(AtomicsTest, ClspvHasIntegersOf32BitsAndNoFlags) {
  Description device;
  device.capabilities.environment = device.capabilities.language = {1, 2};
  AtomicsAsked asked{.front_end = FrontEnd::clspv, .type = Type::u32};
  EXPECT_EQ(names(device, asked).size(), 11U);
  asked.form = {.style = AtomicStyle::explicit_order};
  EXPECT_EQ(no_atomics(device, asked), std::nullopt);
  EXPECT_THAT(names(device, asked), testing::Not(testing::Contains(AtomicName::test_and_set)));
  EXPECT_EQ(atomic_forms(device, FrontEnd::clspv, "atomic-explicit", Type::u32, Tier::quick).size(), 6U);
  asked.type = Type::i64;
  EXPECT_THAT(no_atomics(device, asked).value_or(""), HasSubstr("only 32-bit integer types"));
  asked = {.front_end = FrontEnd::clspv, .type = Type::f32};
  EXPECT_THAT(no_atomics(device, asked).value_or(""), HasSubstr("atomic_xchg() of a floating-point argument"));
}

TEST(AtomicsTest, AProgramThatIsNotBuiltIsAViolation) {
  probe_test::AnsweringDevice device({}, [](const Module&) { throw DeviceError(Fault::build, "error: no atomics"); });
  EXPECT_THAT(probe_test::violations_of(device, "atomic", Type::u32), testing::ElementsAre(HasSubstr("does not build: ")));
}

}  // namespace
}  // namespace classay
