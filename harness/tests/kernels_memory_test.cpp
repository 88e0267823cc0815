// Tests results through pointers, loads and stores in every address space of a device: all give the same bits. Possible
// defects:
// - a work-item uses a slot of its neighbour, because three lanes take the space of four in memory
// - the second result is stored in the first one's place
// - a slot is read before it is written
// - a large work-group exceeds the local slots
#include <gmock/gmock.h>

#include <bit>

#include "harness/tests/asking.h"
#include "kernels/signature_call.h"
#include "suites/generator.h"

namespace classay {
namespace {

using testing_support::asked;
using testing_support::Question;

constexpr std::array kMemories{PointerTo::local_memory, PointerTo::global_memory, PointerTo::generic_memory};

class KernelMemoryTest : public testing_support::AskingTest {
 protected:
  // Returns whether the device's compiler, with these options, supports generic pointers.
  bool has_generic_pointers() {
    try {
      program(asked("modf", Type::f32, Making::range, PointerTo::generic_memory));
      return true;
    } catch (const DeviceError& e) {
      if (e.fault() != Fault::build) throw;
      return false;
    }
  }

  std::vector<std::vector<Bits>> results(const Question& q) {
    std::vector<std::vector<Bits>> all;
    for (std::size_t c = 0; c < result_types(*q.asked.row, q.asked.format, q.width).size(); ++c)
      all.push_back(by_input(q, c));
    return all;
  }

  void expect_same_in_all_memories(std::string_view builtin, Type format, std::initializer_list<int> some_widths) {
    if (!can(*find(builtin), format)) return;
    const bool generic = has_generic_pointers();
    for (const int width : some_widths) {
      Question q{.asked = asked(builtin, format, Making::random), .width = width, .count = 1000, .seed = 1};
      if (std::ranges::find(q.asked.widths, width) == q.asked.widths.end()) continue;
      q.asked.widths = {width};
      const auto expected = results(q);
      for (const PointerTo memory : kMemories) {
        if (memory == PointerTo::generic_memory && !generic) continue;
        q.asked.pointer = memory;
        EXPECT_EQ(results(q), expected) << builtin << " of " << info(format).name << ", width " << width << ", memory "
                                        << static_cast<int>(memory);
      }
      if (q.asked.row->group != Group::memory) continue;
      q.asked.by_offset = true;
      for (const PointerTo memory : {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory}) {
        q.asked.pointer = memory;
        EXPECT_EQ(results(q), expected) << builtin << " of " << info(format).name << " with an offset, width " << width
                                        << ", memory " << static_cast<int>(memory);
      }
    }
  }
};

Bits bits_of(float f) { return std::bit_cast<std::uint32_t>(f); }

TEST_F(KernelMemoryTest, EachResultIsInItsOwnOutput) {
  for (const PointerTo memory : {PointerTo::private_memory, PointerTo::local_memory, PointerTo::global_memory}) {
    for (const int width : {1, 3, 4}) {
      Question q{.asked = asked("modf", Type::f32, Making::table, memory),
                 .width = width,
                 .count = 3,
                 .inputs = {{bits_of(2.5F)}, {bits_of(-3.25F)}, {bits_of(0.125F)}}};
      EXPECT_EQ(by_input(q, 0), (std::vector{bits_of(0.5F), bits_of(-0.25F), bits_of(0.125F)})) << width;
      EXPECT_EQ(by_input(q, 1), (std::vector{bits_of(2), bits_of(-3), bits_of(0)})) << width;
      q.asked = asked("frexp", Type::f32, Making::table, memory);
      EXPECT_EQ(by_input(q, 0), (std::vector{bits_of(0.625F), bits_of(-0.8125F), bits_of(0.5F)})) << width;
      EXPECT_EQ(by_input(q, 1), (std::vector<Bits>{2, 2, 0xfffffffe})) << width;
    }
  }
}

TEST_F(KernelMemoryTest, ASecondResultIsTheSameInEveryMemory) {
  // A few widths represent all: three lanes, one lane, the widest. sincos is left out, because on some devices a lane's
  // result depends on its neighbours.
  for (const char* const builtin : {"fract", "lgamma_r", "remquo"}) {
    expect_same_in_all_memories(builtin, Type::f32, {3});
  }
  expect_same_in_all_memories("modf", Type::f32, {1, 3});
  expect_same_in_all_memories("frexp", Type::f64, {3, 16});
}

TEST_F(KernelMemoryTest, LoadsAndStoresAreTheSameInEveryMemory) {
  for (const char* const builtin : {"vloadn", "vstoren"}) {
    expect_same_in_all_memories(builtin, Type::i8, {3});
    expect_same_in_all_memories(builtin, Type::u64, {16});
  }
  expect_same_in_all_memories("vload_half", Type::f16, {1});
  expect_same_in_all_memories("vload_halfn", Type::f16, {3});
  expect_same_in_all_memories("vloada_halfn", Type::f16, {3});
  expect_same_in_all_memories("vstore_half", Type::f32, {1});
  expect_same_in_all_memories("vstore_halfn_rtz", Type::f32, {3});
  expect_same_in_all_memories("vstorea_halfn_rtp", Type::f32, {3});
}

TEST_F(KernelMemoryTest, WhatIsLoadedAndStoredIsWhatWasThere) {
  for (const char* const builtin : {"vloadn", "vstoren"}) {
    for (const int width : {2, 3, 16}) {
      const Question q{.asked = asked(builtin, Type::i16, Making::range), .width = width, .first = 77, .count = 100};
      const std::vector<Bits> got = by_input(q, 0);
      for (Bits i = 0; i < 100; ++i) ASSERT_EQ(got[i], 77 + i) << builtin << " " << width;
    }
  }
}

// Results differ from input to input, so swapped results or those of a neighbour would fail.
TEST_F(KernelMemoryTest, ResultsOfAnotherInputOrComponentDiffer) {
  Question q{.asked = asked("modf", Type::f32, Making::random), .width = 3, .count = 1000, .seed = 1};
  const auto right = results(q);
  EXPECT_NE(right[0], right[1]);
  q.first = 1;
  EXPECT_NE(results(q), right);
}

}  // namespace
}  // namespace classay
