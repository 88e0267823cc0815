// Tests that a kernel's arguments equal the host's, bit by bit, for every making, width and kind of tail. The builtins
// return their arguments' bits (as_uint, bitselect, vload_half). Possible defects:
// - a different step of the generator: a shift of a signed type, a seed of the wrong argument
// - an index cut to 32 bits, swapped lanes, a last vector past the end
// - a lost NaN payload, a flushed subnormal
#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include "harness/tests/asking.h"
#include "suites/generator.h"

namespace classay {
namespace {

using testing_support::asked;
using testing_support::Question;

constexpr std::array<std::uint64_t, 6> kCounts{1, 2, 3, 47, 48, 1000};
constexpr std::uint64_t kSeed = 0x1234567890abcdef;

class KernelArgumentsTest : public testing_support::AskingTest {
 protected:
  // `expected` returns the result for an input of the segment.
  template <class Expected>
  void expect_all(Question q, Expected expected) {
    for (const int width : q.asked.widths) {
      for (const std::uint64_t count : kCounts) {
        q.width = width;
        q.count = count;
        q.shift = count % 5;
        const std::vector<Bits> results = by_input(q, 0);
        for (std::uint64_t i = 0; i < count; ++i) {
          ASSERT_EQ(results[i], expected(q.first + i)) << "width " << width << ", count " << count << ", input " << i;
        }
      }
    }
  }
};

Bits bitselected(Bits x, Bits y, Bits z) { return (x & ~z) | (y & z); }

// The single-precision pattern of a half's value, which is always representable.
Bits widened(Bits half) {
  if (kF16.is_infinite(half) || kF16.is_zero(half)) return (half & 0x8000U) << 16 | (half & 0x7fffU ? 0x7f800000U : 0U);
  const Dyadic d = decode(kF16, half);
  const double magnitude = std::ldexp(static_cast<double>(d.significand), d.exponent);
  return std::bit_cast<std::uint32_t>(static_cast<float>(d.negative ? -magnitude : magnitude));
}

TEST_F(KernelArgumentsTest, ARangeIsTheIndexAsBits) {
  for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{0x7f7fffff}, std::uint64_t{0xfffffc00}}) {
    expect_all({.asked = asked("as_uint", Type::f32, Making::range), .first = first}, [](Bits i) { return i & 0xffffffff; });
  }
  if (!can(*find("as_ulong"), Type::f64)) return;
  expect_all({.asked = asked("as_ulong", Type::f64, Making::range), .first = 0x7fefffffffffffff}, [](Bits i) { return i; });
}

TEST_F(KernelArgumentsTest, ARangeOfSeveralArgumentsHasThemSideBySide) {
  const std::array types{Type::i16, Type::i16, Type::i16};
  expect_all({.asked = asked("bitselect", Type::i16, Making::range), .first = 0x89abcdef7ffe},
             [&](Bits i) { return bitselected(range_bits(types, 0, i), range_bits(types, 1, i), range_bits(types, 2, i)); });
}

TEST_F(KernelArgumentsTest, RandomBitsAreThoseOfTheHost) {
  for (const auto& [builtin, type] : {std::pair{"as_uint", Type::f32}, std::pair{"as_int", Type::u32},
                                      std::pair{"as_ulong", Type::f64}, std::pair{"as_uchar", Type::i8}}) {
    if (!can(*find(builtin), type)) continue;
    expect_all({.asked = asked(builtin, type, Making::random), .first = 0xfffffff0, .seed = kSeed},
               [t = type](Bits i) { return random_bits(t, kSeed, 0, i); });
  }
}

TEST_F(KernelArgumentsTest, EveryArgumentHasRandomBitsOfItsOwn) {
  for (const Type type : {Type::f32, Type::f64, Type::i8, Type::u64}) {
    if (!can(*find("bitselect"), type)) continue;
    expect_all({.asked = asked("bitselect", type, Making::random), .first = 1000, .seed = kSeed}, [type](Bits i) {
      return bitselected(random_bits(type, kSeed, 0, i), random_bits(type, kSeed, 1, i), random_bits(type, kSeed, 2, i));
    });
  }
}

TEST_F(KernelArgumentsTest, HalvesAreMadeWithoutTheExtension) {
  expect_all({.asked = asked("vload_half", Type::f16, Making::random), .seed = kSeed},
             [](Bits i) { return widened(random_bits(Type::f16, kSeed, 0, i)); });
  expect_all({.asked = asked("vloada_halfn", Type::f16, Making::range), .first = 0}, [](Bits i) { return widened(i); });
}

TEST_F(KernelArgumentsTest, WorkItemsThatHaveNothingToDoChangeNothing) {
  for (const std::uint64_t count : {1U, 47U}) {
    Question q{.asked = asked("as_uint", Type::f32, Making::random), .width = 3, .count = count, .seed = kSeed};
    const auto outputs = answer(q);
    q.items = 0;
    EXPECT_EQ(answer(q), outputs);
  }
}

TEST_F(KernelArgumentsTest, BuffersAreReadVectorByVector) {
  std::vector<Tuple> inputs;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    inputs.push_back({random_bits(Type::u32, 1, 0, i), random_bits(Type::u32, 1, 1, i), random_bits(Type::u32, 1, 2, i)});
  }
  expect_all({.asked = asked("bitselect", Type::f32, Making::table), .inputs = inputs},
             [&](Bits i) { return bitselected(inputs[i][0], inputs[i][1], inputs[i][2]); });
}

TEST_F(KernelArgumentsTest, RunsVaryOneArgumentAndKeepTheOthers) {
  std::vector<classay::Run> runs;
  for (std::uint64_t r = 0; r < 64; ++r) {
    const auto bits = [&](int a) { return random_bits(Type::u32, 5, a, r) & ~Bits{0xff}; };
    runs.push_back({.at = {bits(0), bits(1), bits(2)}, .varies = static_cast<int>(r % 3)});
  }
  Asked a = asked("bitselect", Type::f32, Making::runs);
  a.run_bits = 5;
  for (const std::uint64_t first : {0U, 31U}) {
    expect_all({.asked = a, .first = first, .runs = runs}, [&](Bits i) {
      const Tuple t = run_input(runs.at(i >> 5U), i & 31U);
      return bitselected(t[0], t[1], t[2]);
    });
  }
}

TEST_F(KernelArgumentsTest, WindowsAddRandomDistances) {
  if (!can(*find("as_ulong"), Type::f64)) return;
  const std::vector<classay::Run> windows{
      {.at = {0x3ff0000000000000}, .key = 0x123456789abcdef0, .shift = 12},
      {.at = {0xbff8000000000000}, .key = 0xfedcba9876543210, .shift = 63},
  };
  Asked a = asked("as_ulong", Type::f64, Making::windows);
  a.run_bits = kWindowBits;
  for (const std::uint64_t first : {0U, 4000U}) {
    expect_all({.asked = a, .first = first, .runs = windows},
               [&](Bits i) { return window_input(windows.at(i >> 12U), i & 0xfffU)[0]; });
  }
}

TEST_F(KernelArgumentsTest, LiteralsKeepTheirBits) {
  std::vector<Tuple> literals;
  for (const Bits b : short_boundary_table(kF32)) literals.push_back({b, ~b & 0xffffffff, b * 0x9e3779b1 & 0xffffffff});
  for (const char* const builtin : {"as_uint", "bitselect"}) {
    const Asked a = asked(builtin, Type::f32, literals);
    const bool selects = a.row->signature == Signature::bitselect;
    std::vector<Bits> expected;
    for (const auto& [x, y, z] : literals) expected.push_back(selects ? bitselected(x, y, z) : x);
    for (const int width : a.widths) {
      EXPECT_EQ(by_input({.asked = a, .width = width, .count = literals.size()}, 0), expected) << width;
    }
  }
}

// A launch of only some literals writes nothing. Across lanes, results are those of the literals of a vector.
TEST_F(KernelArgumentsTest, LiteralsAreAskedAllAtOnceOrNotAtAll) { expect_all_literals_or_none(); }

// The tests above can detect a wrong argument.
TEST_F(KernelArgumentsTest, AnotherSeedOrAnotherFirstGivesOtherBits) {
  const Question q{
      .asked = asked("as_uint", Type::f32, Making::random), .width = 4, .first = 7, .count = 100, .seed = kSeed};
  Question other = q;
  other.seed ^= 1;
  EXPECT_NE(by_input(q, 0), by_input(other, 0));
  other = q;
  other.first += 1;
  EXPECT_NE(by_input(q, 0), by_input(other, 0));
  other = q;
  other.shift = 1;  // different lanes, the same inputs
  EXPECT_NE(answer(q), answer(other));
  EXPECT_EQ(by_input(q, 0), by_input(other, 0));
}

// Comparisons have results of another type at width 1, and remquo has two. Possible defects: a width calls the kernel of a
// different one; a buffer of the widest vector is misaligned for scalars; an idle work-item writes.
TEST_F(KernelArgumentsTest, AKernelOfSeveralWidthsHasTheResultsOfTheKernelOfEach) {
  const std::vector<Tuple> inputs{{0x3f800000, 0x40000000},
                                  {0xbf800000, 0x3f800000},
                                  {0x40400000, 0x40400000},
                                  {0x00000000, 0x80000000},
                                  {0x7f7fffff, 0x3f800000}};
  for (const char* const builtin : {"as_uint", "isequal", "remquo", "bitselect", "convert_int"}) {
    for (const Making making : {Making::table, Making::literals}) {
      Asked each = making == Making::table ? asked(builtin, Type::f32, making) : asked(builtin, Type::f32, inputs);
      Asked all = each;
      all.together = all.widths;
      for (const int width : each.widths) {
        Question q{.asked = each, .width = width, .count = inputs.size(), .poison = 0xabcdabcd};
        if (making == Making::table) q.inputs = inputs;
        const testing_support::Outputs expected = answer(q);
        q.asked = all;
        EXPECT_EQ(answer(q), expected) << builtin << " " << width << " " << name(making);
      }
    }
  }
}

// Possible defects: a kernel of the bundle uses the literals of its neighbour, or a function that the neighbour defined.
TEST_F(KernelArgumentsTest, AKernelOfABundleHasTheResultsOfTheBuiltinAlone) {
  const std::vector<Tuple> inputs{{0x3f800000, 0x40000000, 0x40400000}, {0x40e00000, 0x3f000000, 0xbf800000}};
  const std::vector<Tuple> others{{0x40a00000, 0x40a00000, 0x40a00000}};
  std::vector<Asked> bundle;
  for (const char* const builtin : {"as_uint", "bitselect", "convert_int"}) {
    bundle.push_back(asked(builtin, Type::f32, Making::table));
    bundle.back().literals = bundle.size() == 2 ? inputs : others;
    bundle.back().prefix = std::string(builtin) + "_";
  }
  for (const Making making : {Making::table, Making::literals}) {
    Asked alone = making == Making::table ? asked("bitselect", Type::f32, making) : asked("bitselect", Type::f32, inputs);
    for (const int width : alone.widths) {
      Question q{.asked = alone, .width = width, .count = inputs.size(), .poison = 0xabcdabcd};
      if (making == Making::table) q.inputs = inputs;
      const testing_support::Outputs expected = answer(q);
      q.bundle = bundle;
      q.asked.prefix = "bitselect_";
      EXPECT_EQ(answer(q), expected) << width << " " << name(making);
    }
  }
}

}  // namespace
}  // namespace classay
