// What right looks like: whatever the width, shift and count, gathering what a kernel of lane_input() stored gives the
// inputs in order; a single wrong element, padding included, is found with its bits and its input, and nothing else is.
#include "harness/sweep/lanes.h"

#include "kernels/source.h"

namespace classay {
namespace {

constexpr std::array kWidths{1, 2, 3, 4, 8, 16};
constexpr std::array<std::uint64_t, 9> kCounts{1, 2, 3, 47, 48, 255, 256, 1000, 4099};

// What a right device leaves: the result of input i is i * 7 + 1, in elements of `element` bytes.
std::vector<std::byte> stored(const Spread& s, int element) {
  std::vector<std::byte> output(s.elements() * static_cast<std::uint64_t>(element));
  for (std::uint64_t item = 0; item < s.items(); ++item) {
    for (int lane = 0; lane < s.width; ++lane) {
      const std::uint64_t input = lane_input(s.count, s.width, s.shift, item, lane);
      const std::uint64_t place = item * static_cast<std::uint64_t>(s.width) + static_cast<std::uint64_t>(lane);
      put_element(output, element, place, input * 7 + 1);
    }
  }
  return output;
}

template <class Check>
void for_every_spread(Check check) {
  for (const int width : kWidths) {
    for (const std::uint64_t count : kCounts) {
      for (const std::uint64_t shift : {0, 1, 5}) check(Spread{count, width, shift});
    }
  }
}

TEST(LanesTest, GatheringPutsResultsInTheOrderOfInputs) {
  for_every_spread([](const Spread& s) {
    for (const int element : {2, 4, 8}) {
      std::vector<std::byte> linear(s.count * static_cast<std::uint64_t>(element));
      gather(s, stored(s, element), element, linear);
      for (std::uint64_t i = 0; i < s.count; ++i) {
        const Bits expected = element == 2 ? (i * 7 + 1) & 0xffff : i * 7 + 1;
        ASSERT_EQ(element_at(linear, element, i), expected) << "width " << s.width << ", count " << s.count;
      }
    }
  });
}

TEST(LanesTest, EqualResultsHaveNoDifferences) {
  for_every_spread([](const Spread& s) {
    std::vector<std::byte> linear(s.count * 4);
    const std::vector<std::byte> output = stored(s, 4);
    gather(s, output, 4, linear);
    std::vector<Difference> differences;
    find_differences(s, output, 4, linear, differences);
    EXPECT_TRUE(differences.empty()) << "width " << s.width << ", count " << s.count;
  });
}

TEST(LanesTest, EveryWrongElementIsFoundAlsoInThePadding) {
  for (const int width : kWidths) {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{47}, std::uint64_t{600}}) {
      const Spread s{count, width, 3};
      const std::vector<std::byte> right = stored(s, 4);
      std::vector<std::byte> linear(s.count * 4);
      gather(s, right, 4, linear);
      for (std::uint64_t place = 0; place < s.elements(); ++place) {
        std::vector<std::byte> wrong = right;
        put_element(wrong, 4, place, 0xdeadbeef);
        std::vector<Difference> differences;
        find_differences(s, wrong, 4, linear, differences);
        ASSERT_EQ(differences.size(), 1U);
        const auto w = static_cast<std::uint64_t>(width);
        EXPECT_EQ(differences[0].at, lane_input(count, width, s.shift, place / w, static_cast<int>(place % w)));
        EXPECT_EQ(differences[0].bits, 0xdeadbeefU);
      }
    }
  }
}

TEST(LanesTest, PatternsAreFoundWhereTheyStand) {
  std::vector<std::byte> linear(10 * 2);
  put_element(linear, 2, 3, 0xabcd);
  put_element(linear, 2, 9, 0xabcd);
  std::vector<std::uint64_t> places;
  find_pattern(linear, 2, 0x1234abcd, places);  // a pattern of 32 bits, of which elements of 16 see the lower half
  EXPECT_EQ(places, (std::vector<std::uint64_t>{3, 9}));
}

}  // namespace
}  // namespace classay
