// Tests SPIR-V kernels on a device that accepts them: literals in a module, and memory accesses outside the start of the
// work-item's own memory. The builtins return their arguments' bits. Possible defects:
// - a literal from a different call or lane, or beyond the last
// - an offset in elements in place of vectors
// - three lanes in the space of four where they are not aligned
// - a neighbour's vector
#include <gmock/gmock.h>

#include "harness/tests/asking.h"
#include "suites/generator.h"

namespace classay {
namespace {

using testing_support::asked;
using testing_support::Question;

class KernelIlTest : public testing_support::AskingTest {
 protected:
  KernelIlTest() : AskingTest(FrontEnd::il) {}

  // Makes bit patterns that differ from their neighbours.
  static std::vector<Tuple> numbers(Type type, std::uint64_t count) {
    std::vector<Tuple> all;
    for (std::uint64_t i = 0; i < count; ++i) all.push_back({(i * 0x9e3779b97f4a7c15 + 77) & mask(type)});
    return all;
  }

  // Compares results in constant memory and at an offset with those at the start of private memory.
  void expect_same_everywhere(std::string_view builtin, Type format, std::initializer_list<int> some_widths) {
    const Row& row = *find(builtin);
    if (!can(row, format)) return;
    const bool loads = row.signature == Signature::load || row.signature == Signature::load_half;
    for (const int width : some_widths) {
      Question q{.asked = asked(builtin, format, Making::table), .width = width, .count = 100, .shift = 1};
      q.asked.widths = {width};
      q.inputs = numbers(argument_types(row, format).front(), q.count);
      const std::vector<Bits> expected = by_input(q, 0);
      q.asked.by_offset = true;
      EXPECT_EQ(by_input(q, 0), expected) << builtin << " by an offset, width " << width;
      q.asked.by_offset = false;
      if (!loads) continue;
      q.asked.pointer = PointerTo::constant_memory;
      EXPECT_EQ(by_input(q, 0), expected) << builtin << " from constant memory, width " << width;
    }
  }
};

Bits bitselected(const Tuple& t) { return (t[0] & ~t[2]) | (t[1] & t[2]); }

// PoCL 6.0 stores nothing for some constants (data/drivers/pocl-6.0).
TEST_F(KernelIlTest, LiteralsKeepTheirBits) {
  if (device_->description().identity.driver.starts_with("6.0")) GTEST_SKIP() << "PoCL 6.0 does not store some constants";
  for (const auto& [format, type] : {std::pair{kF32, Type::f32}, std::pair{kF64, Type::f64}, std::pair{kF16, Type::f16}}) {
    if (!can(*find("bitselect"), type)) continue;
    std::vector<Tuple> literals;
    for (const Bits b : short_boundary_table(format)) {
      literals.push_back({b, ~b & mask(type), b * 0x9e3779b97f4a7c15 & mask(type)});
    }
    const Asked a = asked("bitselect", type, literals);
    std::vector<Bits> expected;
    for (const Tuple& t : literals) expected.push_back(bitselected(t));
    for (const int width : a.widths) {
      EXPECT_EQ(by_input({.asked = a, .width = width, .count = literals.size()}, 0), expected) << info(type).name << width;
    }
  }
}

TEST_F(KernelIlTest, LiteralsHaveBothResults) {
  const std::vector<Tuple> literals{{0x40200000}, {0xc0500000}, {0x3e000000}};  // 2.5, -3.25, 0.125
  const Asked a = asked("modf", Type::f32, literals);
  for (const int width : a.widths) {
    const Question q{.asked = a, .width = width, .count = 3};
    EXPECT_EQ(by_input(q, 0), (std::vector<Bits>{0x3f000000, 0xbe800000, 0x3e000000})) << width;
    EXPECT_EQ(by_input(q, 1), (std::vector<Bits>{0x40000000, 0xc0400000, 0})) << width;
  }
}

TEST_F(KernelIlTest, LiteralsAreAskedAllAtOnceOrNotAtAll) { expect_all_literals_or_none(); }

TEST_F(KernelIlTest, LoadsAndStoresAreTheSameElsewhere) {
  for (const char* const builtin : {"vloadn", "vstoren"}) {
    expect_same_everywhere(builtin, Type::i8, {3, 16});
    expect_same_everywhere(builtin, Type::u64, {2, 3});
    expect_same_everywhere(builtin, Type::f32, {3, 8});
    expect_same_everywhere(builtin, Type::f16, {3});
  }
  expect_same_everywhere("vload_half", Type::f16, {1});
  expect_same_everywhere("vload_halfn", Type::f16, {3, 8});
  expect_same_everywhere("vloada_halfn", Type::f16, {2, 3, 16});
  expect_same_everywhere("vstore_half_rtz", Type::f32, {1});
  expect_same_everywhere("vstore_halfn_rtz", Type::f32, {3});
  expect_same_everywhere("vstorea_halfn_rtp", Type::f32, {3, 4});
}

TEST_F(KernelIlTest, WhatIsLoadedByAnOffsetIsWhatWasThere) {
  for (const char* const builtin : {"vloadn", "vstoren"}) {
    Question q{.asked = asked(builtin, Type::i16, Making::table), .width = 3, .count = 50, .inputs = numbers(Type::i16, 50)};
    q.asked.by_offset = true;
    const std::vector<Bits> got = by_input(q, 0);
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], q.inputs[i][0]) << builtin << " " << i;
  }
}

// The tests above can detect a wrong place.
TEST_F(KernelIlTest, InputsInAnotherOrderAreOtherResults) {
  Question q{.asked = asked("vloadn", Type::i16, Making::table, PointerTo::constant_memory), .width = 3, .count = 50};
  q.inputs = numbers(Type::i16, 50);
  const std::vector<Bits> right = by_input(q, 0);
  std::swap(q.inputs[0], q.inputs[1]);
  EXPECT_NE(by_input(q, 0), right);
}

}  // namespace
}  // namespace classay
