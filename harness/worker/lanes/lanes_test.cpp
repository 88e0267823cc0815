// Tests that for any width, shift and count, gathering what a kernel of lane_input() stored gives the inputs in order. A
// single wrong element, including padding, is found with its bits and its input, and nothing else is.

#include "harness/worker/lanes/lanes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lane_loops.h"
#include "kernels/source.h"
#include "reference/cpu/versions.h"
#include "suites/row.h"

namespace classay {

// Tests that for any components, width and gap, element l of vector i is made of lane l of work-item i of each component.
// Reading one vector, some, or all gives the same. Possible faults: swapped components, a lane of the gap, a second
// component of another size that is cut off or spread.

namespace {

constexpr std::uint64_t kItems = 77;
constexpr std::array kWidths{1, 2, 3, 4, 8, 16};

struct Form {
  std::string_view builtin;
  Type format;
};
constexpr std::array kForms = std::to_array<Form>({{"frexp", Type::f16},
                                                   {"frexp", Type::f32},
                                                   {"frexp", Type::f64},
                                                   {"modf", Type::f16},
                                                   {"sincos", Type::f32},
                                                   {"fract", Type::f64},
                                                   {"isless", Type::f32},
                                                   {"sin", Type::f16},
                                                   {"less", Type::i8}});

// Returns a different number for each component, work-item and lane; truth values are 0 or the form of true.
Bits element_of(const AnswerPacking& packing, int width, std::size_t component, std::uint64_t item, std::uint64_t lane) {
  const Type type = packing.stored_type(width, component);
  if (!packing.keeps_bits(width)) return (item + lane) % 3 == 0 ? mask(type) : 0;
  return (0x9e3779b97f4a7c15U * (item * 64 + lane * 2 + component + 1)) & mask(type);
}

struct Launch {
  std::array<std::vector<std::byte>, 2> outputs;
  Output::Stored stored;
};

Launch launch(const AnswerPacking& packing, int width, std::array<std::uint64_t, 2> strides) {
  Launch all{.outputs = {}, .stored = {.components = {}, .strides = strides}};
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    const int bytes = classay::width(packing.stored_type(width, c)) / 8;
    all.outputs.at(c).assign(kItems * strides.at(c) * static_cast<std::uint64_t>(bytes), std::byte{0xaa});
    for (std::uint64_t item = 0; item < kItems; ++item) {
      for (std::uint64_t lane = 0; lane < static_cast<std::uint64_t>(width); ++lane) {
        put_element(all.outputs.at(c), bytes, item * strides.at(c) + lane, element_of(packing, width, c, item, lane));
      }
    }
    all.stored.components.at(c) = all.outputs.at(c).data();
  }
  return all;
}

Packed expected(const AnswerPacking& packing, int width, std::uint64_t item, std::uint64_t lane) {
  ResultBits answer{};
  for (std::size_t c = 0; c < packing.types().size(); ++c) {
    answer.at(c) = packing.from_stored(width, c, element_of(packing, width, c, item, lane));
  }
  return packing.packed(answer);
}

void expect_elements(const AnswerPacking& packing, int width, std::array<std::uint64_t, 2> strides) {
  const Launch launched = launch(packing, width, strides);
  const Output output(packing, width, kItems, launched.stored);
  const auto lanes = static_cast<std::uint64_t>(width);
  const std::vector<std::byte> all = output.all();
  ASSERT_EQ(all.size(), kItems * lanes * static_cast<std::uint64_t>(packing.bytes()));
  std::array<std::byte, Output::kRoom> room;
  for (std::uint64_t item = 0; item < kItems; ++item) {
    const std::uint64_t some = std::min(kItems - item, output.vectors_at_once());
    const std::byte* const vectors = output.vectors(item, some, room);
    const std::span made(vectors, some * lanes * static_cast<std::uint64_t>(packing.bytes()));
    for (std::uint64_t place = 0; place < some * lanes; ++place) {
      const Packed right = expected(packing, width, item + place / lanes, place % lanes);
      ASSERT_TRUE(packed_at(made, packing.bytes(), place) == right) << "width " << width << ", item " << item;
      ASSERT_TRUE(packed_at(all, packing.bytes(), item * lanes + place) == right) << "width " << width << ", item " << item;
      ASSERT_TRUE(output.at(item * lanes + place) == right) << "width " << width << ", item " << item;
    }
  }
}

TEST(OutputTest, ElementsAreMadeOfTheirComponents) {
  for (const Form& f : kForms) {
    SCOPED_TRACE(f.builtin);
    const AnswerPacking packing(*find(f.builtin), f.format);
    for (const int width : kWidths) {
      const auto lanes = static_cast<std::uint64_t>(width);
      expect_elements(packing, width, {lanes, lanes});
      if (width == 3) expect_elements(packing, width, {3, 4});
      if (width == 3) expect_elements(packing, width, {4, 4});
    }
  }
}

void expect_zipped(const LaneLoops& loops, int a, int b, std::span<const std::byte> first,
                   std::span<const std::byte> second) {
  const int part = std::max(a, b);
  std::vector<std::byte> pairs(60 * 2 * static_cast<std::size_t>(part));
  for (const bool has_gaps : {false, true}) {
    loops.zip(a, b, has_gaps)(first.data(), second.data(), pairs.data(), has_gaps ? 20 : 60);
    for (std::uint64_t i = 0; i < 60; ++i) {
      EXPECT_EQ(element_at(pairs, part, 2 * i), element_at(first, a, i)) << a << " and " << b << ", " << i;
      EXPECT_EQ(element_at(pairs, part, 2 * i + 1), element_at(second, b, has_gaps ? i / 3 * 4 + i % 3 : i))
          << a << " and " << b << ", " << i;
    }
  }
  loops.zip(a, b, false)(first.data(), second.data(), pairs.data(), 60);
  std::vector<std::byte> firsts(60 * static_cast<std::size_t>(a));
  std::vector<std::byte> seconds(60 * static_cast<std::size_t>(b));
  loops.unzip(a, b)(pairs.data(), firsts.data(), seconds.data(), 60);
  EXPECT_TRUE(std::ranges::equal(firsts, first.first(firsts.size()))) << a << " and " << b;
  EXPECT_TRUE(std::ranges::equal(seconds, second.first(seconds.size()))) << a << " and " << b;
}

TEST(OutputTest, EveryInstructionSetPutsTheSameSideBySide) {
  std::vector<std::byte> first(100 * 8);
  std::vector<std::byte> second(100 * 8);
  for (std::uint64_t i = 0; i < 100; ++i) {
    put_element(first, 8, i, 0x9e3779b97f4a7c15U * (i + 1));
    put_element(second, 8, i, 0xbf58476d1ce4e5b9U * (i + 1));
  }
  for (const LaneLoops* const loops : runnable<LaneLoops>()) {
    for (const auto& [a, b] : {std::pair{2, 2}, {2, 4}, {4, 4}, {8, 4}, {8, 8}}) expect_zipped(*loops, a, b, first, second);
    EXPECT_EQ(loops->zip(4, 2, false), nullptr);
    EXPECT_EQ(loops->unzip(4, 2), nullptr);
  }
}

}  // namespace

namespace {

constexpr std::array<std::uint64_t, 9> kCounts{1, 2, 3, 47, 48, 255, 256, 1000, 4099};

// Returns the output of a correct device: the result of input i is i * 7 + 1, in elements of `element` bytes.
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

void expect_spread_out(const Spread& s, int element) {
  const int stride = s.width == 3 ? 4 : s.width;
  std::vector<std::byte> linear(s.count * static_cast<std::uint64_t>(element));
  for (std::uint64_t i = 0; i < s.count; ++i) put_element(linear, element, i, i * 7 + 1);
  std::vector<std::byte> placed(s.items() * static_cast<std::uint64_t>(stride * element), std::byte{0xee});
  spread_out(s, element, stride, linear, placed);
  for (std::uint64_t item = 0; item < s.items(); ++item) {
    const std::uint64_t first = item * static_cast<std::uint64_t>(stride);
    for (int lane = 0; lane < s.width; ++lane) {
      const std::uint64_t input = lane_input(s.count, s.width, s.shift, item, lane);
      ASSERT_EQ(element_at(placed, element, first + static_cast<std::uint64_t>(lane)), element_at(linear, element, input));
    }
    if (stride > s.width) {
      ASSERT_EQ(placed[(first + 3) * static_cast<std::uint64_t>(element)], std::byte{0xee});
    }
  }
}

// Components of different types have different patterns. One of two may be lost.
TEST(FindUnwrittenTest, OneOfTwoComponentsIsFound) {
  const AnswerPacking packing(*find("frexp"), Type::f64);
  const ResultBits pattern{0xfc11fc11fc11fc11, 0xfc11fc11};
  for (const ResultBits& lost : {ResultBits{pattern[0], 5}, ResultBits{5, pattern[1]}, pattern}) {
    const int bytes = packing.bytes();
    std::vector<std::byte> linear(static_cast<std::size_t>(bytes) * 100);
    for (std::uint64_t i = 0; i < 100; ++i) put_packed(linear, bytes, i, packing.packed({i, i + 1}));
    put_packed(linear, bytes, 63, packing.packed(lost));
    std::vector<std::uint64_t> places;
    find_unwritten(packing, linear, pattern, places);
    EXPECT_EQ(places, std::vector<std::uint64_t>{63}) << lost[0] << " " << lost[1];
  }
}

TEST(LanesTest, SpreadingOutPutsInputsWhereWorkItemsFindThem) {
  for_every_spread([](const Spread& s) {
    for (const int element : {1, 2, 4, 8}) ASSERT_NO_FATAL_FAILURE(expect_spread_out(s, element));
  });
}

TEST(LanesTest, GatheringPutsResultsInTheOrderOfInputs) {
  for_every_spread([](const Spread& s) {
    for (const int element : {2, 4, 8}) {
      std::vector<std::byte> linear(s.count * static_cast<std::uint64_t>(element));
      const std::vector<std::byte> output = stored(s, element);
      gather(s, Output(output, element, s.width), linear);
      for (std::uint64_t i = 0; i < s.count; ++i) {
        const Bits expected = element == 2 ? (i * 7 + 1) & 0xffff : i * 7 + 1;
        ASSERT_EQ(element_at(linear, element, i), expected) << "width " << s.width << ", count " << s.count;
      }
    }
  });
}

void expect_signaling_seen(const Format& f, const LaneLoops& loops, std::span<const Bits> signaling,
                           std::span<const Bits> others) {
  constexpr std::uint64_t kCount = 131;
  const int element = f.width / 8;
  std::vector<std::byte> all(kCount * static_cast<std::uint64_t>(element));
  for (std::uint64_t i = 0; i < kCount; ++i) put_element(all, element, i, others[i % others.size()]);
  const auto is_seen = [&] {
    return loops.between(element)(all.data(), kCount, ~f.sign_bit(), f.infinity(), f.quiet_nan());
  };
  EXPECT_FALSE(is_seen());
  for (std::uint64_t i = 0; i < kCount; ++i) {
    for (const Bits b : signaling) {
      put_element(all, element, i, b);
      EXPECT_TRUE(is_seen()) << i;
    }
    put_element(all, element, i, others[i % others.size()]);
  }
}

// Each loop finds each signaling NaN at any place, and nothing else; infinities and quiet NaNs are adjacent values.
TEST(LanesTest, SignalingNaNsAreSeenAmongNumbers) {
  for (const Format* const f : {&kF16, &kF32, &kF64}) {
    std::vector<Bits> signaling{f->infinity() + 1, f->quiet_nan() - 1, f->sign_bit() | (f->infinity() + 1)};
    std::vector<Bits> others{0, f->infinity(), f->infinity(true), f->quiet_nan(), f->sign_bit() | f->quiet_nan(), f->mask()};
    for (const Bits b : signaling) ASSERT_TRUE(f->is_signaling(b));
    for (const Bits b : others) ASSERT_FALSE(f->is_signaling(b));
    for (const LaneLoops* const loops : runnable<LaneLoops>()) expect_signaling_seen(*f, *loops, signaling, others);
  }
}

TEST(LanesTest, EqualResultsAreTheSame) {
  for_every_spread([](const Spread& s) {
    for (const int element : {1, 2, 4, 8, 16}) {
      std::vector<std::byte> linear(s.count * static_cast<std::uint64_t>(element));
      const std::vector<std::byte> output = stored(s, element);
      gather(s, Output(output, element, s.width), linear);
      EXPECT_TRUE(is_same(s, Output(output, element, s.width), linear)) << "width " << s.width << ", count " << s.count;
      EXPECT_TRUE(differing_padding(s, Output(output, element, s.width), linear).empty());
    }
  });
}

// Checks the findings for one wrong element at `place`.
void expect_seen(const Spread& s, const std::vector<std::byte>& right, std::uint64_t place) {
  const std::string what = fmt::format("width {}, count {}, place {}", s.width, s.count, place);
  std::vector<std::byte> linear(s.count * 4);
  gather(s, Output(right, 4, s.width), linear);
  std::vector<std::byte> wrong = right;
  put_element(wrong, 4, place, 0xdeadbeef);
  EXPECT_FALSE(is_same(s, Output(wrong, 4, s.width), linear)) << what;
  std::vector<std::byte> other(linear.size());
  gather(s, Output(wrong, 4, s.width), other);
  const std::vector<std::uint64_t> places = differing_places(linear, other, 4);
  EXPECT_EQ(count_differing(linear, other, 4), places.size()) << what;
  const std::vector<Wide> padding = differing_padding(s, Output(wrong, 4, s.width), linear);
  ASSERT_EQ(places.size() + padding.size(), 1U) << what;
  const auto w = static_cast<std::uint64_t>(s.width);
  const std::uint64_t input = lane_input(s.count, s.width, s.shift, place / w, static_cast<int>(place % w));
  EXPECT_EQ(padding.empty() ? places[0] : s.count - 1, input) << what;
  EXPECT_EQ(padding.empty() ? element_at(other, 4, input) : padding[0], 0xdeadbeefU) << what;
}

TEST(LanesTest, EveryWrongElementIsSeenAlsoInThePadding) {
  for (const int width : kWidths) {
    for (const std::uint64_t count : {1, 47, 600}) {
      const Spread s{count, width, 3};
      const std::vector<std::byte> right = stored(s, 4);
      for (std::uint64_t place = 0; place < s.elements(); ++place) expect_seen(s, right, place);
    }
  }
}

TEST(LanesTest, EveryInstructionSetHasTheSameLoops) {
  for (const LaneLoops* const loops : runnable<LaneLoops>()) {
    for (const int width : kWidths) {
      std::vector<std::byte> lane(1000 * 4);
      const std::vector<std::byte> output = stored({std::uint64_t{1000} * static_cast<std::uint64_t>(width), width, 0}, 4);
      loops->ungroup(4, width)(output.data(), lane.data(), 1000);
      for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(element_at(lane, 4, i), i * 7 + 1) << width;
    }
    EXPECT_EQ(loops->ungroup(4, 5), nullptr);
    EXPECT_EQ(loops->equal(3, 4), nullptr);
  }
}

TEST(LanesTest, PatternsAreFoundWhereTheyStand) {
  std::vector<std::byte> linear(10 * 2);
  put_element(linear, 2, 3, 0xabcd);
  put_element(linear, 2, 9, 0xabcd);
  std::vector<std::uint64_t> places;
  find_pattern(linear, 2, 0x1234abcd, places);  // a pattern of 32 bits; elements of 16 bits are compared with its lower half
  EXPECT_EQ(places, (std::vector<std::uint64_t>{3, 9}));
}

std::vector<std::byte> noise(std::size_t bytes) {
  std::vector<std::byte> all;
  for (std::uint64_t i = 0; i < bytes; ++i) all.push_back(static_cast<std::byte>((i * i * 31 + 7 * i + 3) >> 2));
  return all;
}

TEST(LanesTest, ADigestIsThatOfItsPartsAddedUp) {
  const std::uint64_t near_the_end_of_32_bits = (std::uint64_t{3} << 32) - 20;
  for (const int element : {1, 2, 4, 8, 16}) {
    const std::vector<std::byte> all = noise(100 * static_cast<std::size_t>(element));
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{77}, near_the_end_of_32_bits}) {
      const std::uint64_t whole = digest(all, element, first);
      for (const std::size_t cut : {0U, 1U, 20U, 99U}) {
        const std::span<const std::byte> bytes = all;
        const std::size_t at = cut * static_cast<std::size_t>(element);
        EXPECT_EQ(digest(bytes.first(at), element, first) + digest(bytes.subspan(at), element, first + cut), whole);
      }
    }
  }
}

TEST(LanesTest, EveryBitCountsInADigestAndWhereItStands) {
  for (const int element : {1, 2, 4, 8, 16}) {
    std::vector<std::byte> all = noise(24 * static_cast<std::size_t>(element));
    std::set<std::uint64_t> seen{digest(all, element, 5), digest(all, element, 6)};
    for (std::size_t bit = 0; bit < 8 * all.size(); ++bit) {
      all[bit / 8] ^= std::byte{1} << (bit % 8);
      seen.insert(digest(all, element, 5));
      all[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    const auto half = static_cast<std::ptrdiff_t>(all.size() / 2);
    std::rotate(all.begin(), all.begin() + half, all.end());
    seen.insert(digest(all, element, 5));
    EXPECT_EQ(seen.size(), 3 + 8 * all.size()) << element;
  }
}

TEST(LanesTest, EveryInstructionSetHasTheSameDigest) {
  for (const int element : {1, 2, 4, 8, 16}) {
    const std::vector<std::byte> all = noise(1000 * static_cast<std::size_t>(element));
    const std::uint64_t expected = LaneLoops::baseline.digest(element)(all.data(), 1000, 9);
    for (const LaneLoops* const loops : runnable<LaneLoops>()) {
      EXPECT_EQ(loops->digest(element)(all.data(), 1000, 9), expected);
    }
  }
}

}  // namespace

}  // namespace classay
