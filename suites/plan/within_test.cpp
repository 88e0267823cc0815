// Tests plans whose arguments lie in ranges. Possible faults: an input outside the ranges, an end that does not run, one of
// both zeros is missing, a complete range has gaps or repetitions, a plan of a part is called exhaustive.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "suites/plan.h"

namespace classay {
namespace {

ArgumentRange range(Type type, Bits low, Bits high) { return {rank_of(type, low), rank_of(type, high)}; }

Plan plan_of(std::string_view name, Type format, Tier tier, std::vector<ArgumentRange> ranges, int lanes = 1) {
  return Plan::within(*find(name, format), format, tier, 1, ranges, {}, Mode::standard, lanes);
}

std::set<Tuple> inputs_of(const Plan& plan) {
  std::set<Tuple> all;
  for (std::uint64_t i = 0; i < plan.count(); ++i) all.insert(plan.input(i));
  return all;
}

TEST(ArgumentRangeTest, RanksFollowTheValues) {
  const auto ranks = [](Type type, std::vector<Bits> ascending) {
    for (std::size_t i = 0; i < ascending.size(); ++i) {
      const std::uint64_t rank = rank_of(type, ascending[i]);
      EXPECT_EQ(bits_of_rank(type, rank), ascending[i]);
      if (i > 0) {
        EXPECT_LT(rank_of(type, ascending[i - 1]), rank) << i;
      }
    }
  };
  // NaN, -inf, -1, the least subnormals, zeros, 1, inf, NaN.
  ranks(Type::f32, {0xffc00000, 0xff800000, 0xbf800000, 0x80000001, 0x80000000, 0, 1, 0x3f800000, 0x7f800000, 0x7fc00000});
  ranks(Type::i8, {0x80, 0xff, 0, 1, 0x7f});
  ranks(Type::u8, {0, 1, 0x80, 0xff});
  ranks(Type::i64, {Bits{1} << 63, ~Bits{0}, 0, 1});
  EXPECT_EQ(rank_of(Type::f16, 0x8000) + 1, rank_of(Type::f16, 0));
}

TEST(WithinTest, ARangeOfAnExhaustiveTierIsComplete) {
  // -1 to 0.5 as f16: both zeros, nothing else twice.
  const Plan plan = plan_of("sin", Type::f16, Tier::smoke, {range(Type::f16, 0xbc00, 0x3800)});
  const std::set<Tuple> all = inputs_of(plan);
  EXPECT_EQ(all.size(), 0x3c00U + 1 + 0x3800 + 1);
  for (const Bits end : {0xbc00U, 0x3800U, 0x8000U, 0U}) EXPECT_TRUE(all.contains({end})) << end;
  for (const Tuple& t : all) EXPECT_TRUE(range(Type::f16, 0xbc00, 0x3800).contains(rank_of(Type::f16, t[0])));
  EXPECT_FALSE(plan.exhaustive());
  EXPECT_THAT(plan.text(), testing::HasSubstr("of a complete range"));
  EXPECT_THAT(plan.text(), testing::Not(testing::HasSubstr("all ")));
}

TEST(WithinTest, FullTiersEnumerateRangesOfFloats) {
  const Plan plan = plan_of("exp", Type::f32, Tier::full, {range(Type::f32, 0xbf800000, 0x3f800000)});
  std::uint64_t enumerated = 0;
  for (const Segment& s : plan.segments()) enumerated += s.making == Making::range ? s.count : 0;
  EXPECT_EQ(enumerated, 2 * (std::uint64_t{0x3f800000} + 1));
  const Segment& last = plan.segments().back();
  EXPECT_EQ(plan.input(last.first)[0], 0U);
  EXPECT_EQ(plan.input(last.first + last.count - 1)[0], 0x3f800000U);
  const Segment& before = plan.segments()[plan.segments().size() - 2];
  EXPECT_EQ(plan.input(before.first)[0], 0x80000000U);
  EXPECT_EQ(plan.input(before.first + before.count - 1)[0], 0xbf800000U);
}

TEST(WithinTest, ARangeOnOneSideOfZeroIsOneSegment) {
  const Plan negative = plan_of("sin", Type::f16, Tier::smoke, {range(Type::f16, 0xfc00, 0xbc00)});
  EXPECT_EQ(inputs_of(negative).size(), 0x4001U);
  const Plan one = plan_of("sin", Type::f32, Tier::quick, {range(Type::f32, 0x3f800000, 0x3f800000)});
  EXPECT_EQ(inputs_of(one), (std::set<Tuple>{{0x3f800000}}));
}

TEST(WithinTest, LargeRangesAreSampledWithTheirEnds) {
  const ArgumentRange unit = range(Type::f32, 0x80000000, 0x3f800000);
  const Plan plan = plan_of("exp", Type::f32, Tier::smoke, {unit});
  const std::set<Tuple> all = inputs_of(plan);
  EXPECT_GT(all.size(), 8000U);
  EXPECT_LT(plan.count(), 20000U);
  for (const Tuple& t : all) EXPECT_TRUE(unit.contains(rank_of(Type::f32, t[0])));
  for (const Bits end : {0x80000000U, 0U, 1U, 0x3f800000U, 0x3f7fffffU}) EXPECT_TRUE(all.contains({end})) << end;
  EXPECT_NE(plan.hash(), plan_of("exp", Type::f32, Tier::smoke, {range(Type::f32, 0, 0x3f800000)}).hash());
}

TEST(WithinTest, EveryArgumentHasItsOwnRange) {
  const std::vector<ArgumentRange> ranges{range(Type::f32, 0x3f800000, 0x40000000), every_value(Type::f32)};
  bool has_nan = false;
  const std::set<Tuple> all = inputs_of(plan_of("pow", Type::f32, Tier::smoke, ranges));
  for (const Tuple& t : all) {
    EXPECT_TRUE(ranges[0].contains(rank_of(Type::f32, t[0])));
    has_nan = has_nan || kF32.is_nan(t[1]);
  }
  EXPECT_TRUE(has_nan);
  EXPECT_GT(all.size(), 8000U);
}

TEST(WithinTest, FewCombinationsOfArgumentsAreComplete) {
  const std::vector<ArgumentRange> ranges{range(Type::i32, 0xfffffffe, 2), range(Type::i32, 0, 3)};
  const Plan plan = plan_of("add", Type::i32, Tier::smoke, ranges);
  const std::set<Tuple> all = inputs_of(plan);
  EXPECT_EQ(all.size(), 5U * 4);
  EXPECT_TRUE(all.contains({0xfffffffe, 3}));
  EXPECT_TRUE(all.contains({2, 0}));
  EXPECT_THAT(plan.text(), testing::HasSubstr("20 pairs of complete ranges"));
}

TEST(WithinTest, LanesOfVectorsLieInTheRange) {
  const ArgumentRange unit = range(Type::f32, 0x80000000, 0x3f800000);
  const Plan plan = plan_of("dot", Type::f32, Tier::smoke, {unit, unit}, 4);
  EXPECT_EQ(plan.count() % (4 * kVectorBlock), 0U);
  for (const Tuple& t : inputs_of(plan)) {
    EXPECT_TRUE(unit.contains(rank_of(Type::f32, t[0])) && unit.contains(rank_of(Type::f32, t[1])));
  }
  for (std::uint64_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(plan.input(lane * kVectorBlock), (Tuple{0x80000000, 0x80000000}));
    EXPECT_EQ(plan.input(lane * kVectorBlock + 1), (Tuple{0x3f800000, 0x3f800000}));
  }
}

}  // namespace
}  // namespace classay
