// Tests that for any components, width and gap, element l of vector i is made of lane l of work-item i of each component.
// Reading one vector, some, or all gives the same. Possible faults: swapped components, a lane of the gap, a second
// component of another size that is cut off or spread.
#include "harness/worker/lanes/output.h"

#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "reference/cpu/versions.h"

namespace classay {
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
  }
}

}  // namespace
}  // namespace classay
