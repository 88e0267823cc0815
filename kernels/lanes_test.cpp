// Checks the mapping of inputs to lanes. Every input is in exactly one lane of one work-item, and padding repeats the last
// input. Neither lane nor work-item may be a function of the low bits of an input. Known fault elsewhere: the lane is the
// low nibble of the input, so that a defect of a lane at all other inputs is never found.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kernels/source.h"
#include "suites/cases.h"

namespace classay {
namespace {

constexpr std::array kWidths{1, 2, 3, 4, 8, 16};
constexpr std::array<std::uint64_t, 9> kCounts{1, 2, 3, 47, 48, 49, 1000, 4095, 65536};

// Counts how often each input of a launch is used.
std::map<std::uint64_t, int> held(std::uint64_t count, int width, std::uint64_t shift) {
  std::map<std::uint64_t, int> times;
  for (std::uint64_t item = 0; item < sections(count, width); ++item) {
    for (int lane = 0; lane < width; ++lane) ++times[lane_input(count, width, shift, item, lane)];
  }
  return times;
}

TEST(LanesTest, EveryInputIsHeldOnceAndOnlyTheLastAgain) {
  for (const std::uint64_t count : kCounts) {
    for (const int width : kWidths) {
      for (const std::uint64_t shift : {0, 1, width - 1, width + 5}) {
        const std::map<std::uint64_t, int> times = held(count, width, shift);
        ASSERT_EQ(times.size(), count);
        ASSERT_EQ(times.rbegin()->first, count - 1);
        for (const auto& [input, n] : times) ASSERT_TRUE(n == 1 || input == count - 1) << input;
      }
    }
  }
}

TEST(LanesTest, PaddingIsLessThanTwoVectorsOfWorkItems) {
  for (const std::uint64_t count : kCounts) {
    for (const int width : kWidths) {
      const std::uint64_t lanes = sections(count, width) * static_cast<std::uint64_t>(width);
      EXPECT_GE(lanes, count);
      EXPECT_LT(lanes, count + 2 * static_cast<std::uint64_t>(width));
    }
  }
}

// Returns the lanes, or the work-items modulo 16, of the inputs with the same low four bits.
template <class Place>
std::set<std::uint64_t> places(std::uint64_t low_bits, std::uint64_t count, int width, Place place) {
  std::set<std::uint64_t> found;
  for (std::uint64_t item = 0; item < sections(count, width); ++item) {
    for (int lane = 0; lane < width; ++lane) {
      if (lane_input(count, width, 0, item, lane) % 16 == low_bits)
        found.insert(place(item, static_cast<std::uint64_t>(lane)));
    }
  }
  return found;
}

TEST(LanesTest, InputsWithTheSameLowBitsAreInAllLanesAndInAllKindsOfWorkItems) {
  for (const int width : {2, 3, 4, 8, 16}) {
    for (std::uint64_t low = 0; low < 16; ++low) {
      const auto lanes = places(low, 65536, width, [](std::uint64_t, std::uint64_t lane) { return lane; });
      EXPECT_EQ(lanes.size(), static_cast<std::size_t>(width));
      if (width == 2 || width == 3) continue;  // too few sections to reach all sixteen
      const auto items = places(low, 65536, width, [](std::uint64_t item, std::uint64_t) { return item % 16; });
      EXPECT_GE(items.size(), static_cast<std::size_t>(width));
    }
  }
}

// The mapping to be avoided fails the same test.
TEST(LanesTest, LanesInTurnWouldBeSeenToFollowTheLowBits) {
  const auto in_turn = [](std::uint64_t item, std::uint64_t lane) { return item * 16 + lane; };
  std::set<std::uint64_t> lanes;
  for (std::uint64_t item = 0; item < 4096; ++item) {
    for (std::uint64_t lane = 0; lane < 16; ++lane) {
      if (in_turn(item, lane) % 16 == 5) lanes.insert(lane);
    }
  }
  EXPECT_EQ(lanes.size(), 1U);
}

TEST(LanesTest, TheLaneOfAnInputDiffersBetweenWidthsAndBetweenShifts) {
  const auto lane_of = [](std::uint64_t input, int width, std::uint64_t shift) {
    for (std::uint64_t item = 0; item < sections(4096, width); ++item) {
      for (int lane = 0; lane < width; ++lane) {
        if (lane_input(4096, width, shift, item, lane) == input) return lane;
      }
    }
    return -1;
  };
  EXPECT_NE(lane_of(4000, 4, 0), lane_of(4000, 8, 0));
  EXPECT_NE(lane_of(4000, 8, 0), lane_of(4000, 16, 0));
  std::set<int> lanes;
  for (std::uint64_t shift = 0; shift < 8; ++shift) lanes.insert(lane_of(1234, 8, shift));
  EXPECT_EQ(lanes.size(), 8U);
}

// Without a gap between vectors of three, and without a pointer that changes the type of a stored number.
TEST(LanesTest, LoadsMayBeFromTheInputsInGlobalMemory) {
  Asked a{.row = find("vload_halfn"), .format = Type::f16, .widths = {3}, .making = Making::table, .literals = {}};
  a.pointer = PointerTo::global_inputs;
  const std::string text = clc_source(a).text;
  EXPECT_NE(text.find("global const ushort* x_in"), std::string::npos) << text;
  EXPECT_NE(text.find("const float3 r = vload_half3(item, (global const half*)x_in);"), std::string::npos) << text;
  EXPECT_EQ(input_stride(a, 3), 3);
  a.making = Making::range;
  EXPECT_THROW(clc_source(a), std::invalid_argument);
}

}  // namespace
}  // namespace classay
