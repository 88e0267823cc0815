// Checks that every extent contains the previous one, and each number once. The limits of the type must be present, and
// important numbers with their neighbours.
#include "suites/plan/boundaries.h"

#include <algorithm>

namespace classay {
namespace {

constexpr std::array kExtents{Extent::few, Extent::some, Extent::many, Extent::most};

TEST(BoundariesTest, EachStandsThereOnceAndFitsTheType) {
  for (const TypeInfo& t : kTypes) {
    const std::optional<Type> type = type_named(t.name);
    if (!type || *type == Type::boolean) continue;
    for (const Extent e : kExtents) {
      std::vector<Bits> all = boundaries(*type, e);
      for (const Bits b : all) EXPECT_EQ(b & ~mask(*type), 0U);
      std::ranges::sort(all);
      EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << t.name;
      EXPECT_GE(all.size(), 10U) << t.name;
    }
  }
}

TEST(BoundariesTest, ALargerExtentHoldsTheSmallerOne) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i32, Type::u32, Type::u16}) {
    for (std::size_t e = 1; e < kExtents.size(); ++e) {
      const std::vector<Bits> smaller = boundaries(type, kExtents[e - 1]);
      const std::vector<Bits> larger = boundaries(type, kExtents[e]);
      for (const Bits b : smaller) EXPECT_NE(std::ranges::find(larger, b), larger.end()) << info(type).name << " " << b;
    }
  }
}

TEST(BoundariesTest, SpecialNumbersOfBothSignsAreInTheShortest) {
  for (const Type type : kFloatTypes) {
    const Format& f = format(type);
    const std::vector<Bits> few = boundaries(type, Extent::few);
    for (const Bits b : {f.zero(false), f.one(), f.max_finite(), f.min_normal(), f.min_subnormal(), f.infinity()}) {
      EXPECT_NE(std::ranges::find(few, b), few.end());
      EXPECT_NE(std::ranges::find(few, f.negate(b)), few.end());
    }
    EXPECT_TRUE(std::ranges::any_of(few, [&](Bits b) { return f.is_nan(b); }));
  }
}

TEST(BoundariesTest, WhatMattersHasItsNeighbours) {
  for (const Type type : kFloatTypes) {
    const Format& f = format(type);
    const std::vector<Bits> many = boundaries(type, Extent::many);
    for (const Bits b : {f.one(), f.max_finite(), f.min_normal()}) {
      for (const Bits n : {b - 1, b + 1}) EXPECT_NE(std::ranges::find(many, n), many.end());
    }
  }
}

TEST(BoundariesTest, IntegersReachTheEndsOfTheirType) {
  for (const Type type : {Type::i32, Type::u32, Type::i16, Type::u64, Type::i8}) {
    for (const Extent e : kExtents) {
      const std::vector<Bits> all = boundaries(type, e);
      const Bits low = Bits{1} << static_cast<unsigned>(width(type) - 1);
      for (const Bits b : {Bits{0}, Bits{1}, mask(type), low, low - 1}) {
        EXPECT_NE(std::ranges::find(all, b), all.end()) << info(type).name << " " << b;
      }
    }
  }
}

TEST(BoundariesTest, OperandsStandThereOnceAndFitTheType) {
  for (const Type type : kIntegerTypes) {
    for (const Extent e : kExtents) {
      std::vector<Bits> all = operand_boundaries(type, e);
      for (const Bits b : all) EXPECT_EQ(b & ~mask(type), 0U);
      std::ranges::sort(all);
      EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << info(type).name;
    }
  }
  EXPECT_TRUE(operand_boundaries(Type::i32, Extent::none).empty());
}

TEST(BoundariesTest, OperandsReachTheEndsAndShiftByTheWidthInEveryExtent) {
  for (const Type type : kIntegerTypes) {
    const std::vector<Bits> few = operand_boundaries(type, Extent::few);
    const auto bits = static_cast<unsigned>(width(type));
    const Bits low = Bits{1} << (bits - 1);
    for (const Bits b : {Bits{0}, Bits{1}, mask(type), low, low - 1, Bits{bits} - 1, Bits{bits}, Bits{bits} + 1}) {
      EXPECT_NE(std::ranges::find(few, b), few.end()) << info(type).name << " " << b;
    }
    for (const Extent e : kExtents) {
      const std::vector<Bits> all = operand_boundaries(type, e);
      for (const Bits b : few) EXPECT_NE(std::ranges::find(all, b), all.end()) << info(type).name << " " << b;
    }
  }
  const std::vector<Bits> words = operand_boundaries(Type::i32, Extent::few);
  for (const Bits b : {0x7fffffU, 0x800000U, 0xff800000U, 0xff7fffffU}) {  // the limits of mul24 and beyond
    EXPECT_NE(std::ranges::find(words, b), words.end()) << b;
  }
}

TEST(BoundariesTest, OperandsHaveEveryPowerOfTwoFromSomeOn) {
  for (const Type type : kIntegerTypes) {
    const std::vector<Bits> some = operand_boundaries(type, Extent::some);
    const std::vector<Bits> many = operand_boundaries(type, Extent::many);
    const std::vector<Bits> most = operand_boundaries(type, Extent::most);
    for (int k = 0; k < width(type); ++k) {
      const Bits power = Bits{1} << static_cast<unsigned>(k);
      EXPECT_THAT(some, testing::Contains(power)) << k;
      EXPECT_THAT(many, testing::IsSupersetOf({power - 1, power})) << k;
      EXPECT_THAT(most, testing::IsSupersetOf({power - 1, power})) << k;
    }
  }
}

}  // namespace
}  // namespace classay
