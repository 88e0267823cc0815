// Checks that input i depends only on row, format, tier, seed and i. f16, and in larger tiers f32, must be exhaustive. Every
// binade of other formats must occur. Equal plans must have equal hashes, and different plans different ones.
#include "suites/plan.h"

#include <bit>
#include <cmath>
#include <set>

#include "reference/cpu/hostile_testing.h"
#include "suites/generator.h"

namespace classay {
namespace {

const Row& sine() { return *find("sin"); }

TEST(PlanTest, HalfPrecisionIsExhaustedInEveryTier) {
  for (const Tier tier : kTiers) {
    const Plan plan(sine(), Type::f16, tier, 1, {});
    EXPECT_TRUE(plan.exhaustive());
    std::vector<bool> seen(65536);
    for (std::uint64_t i = 0; i < plan.count(); ++i) seen.at(plan.input(i)[0]) = true;
    EXPECT_EQ(std::ranges::count(seen, false), 0);
  }
}

TEST(PlanTest, SinglePrecisionIsExhaustedFromTierFullOn) {
  EXPECT_FALSE(Plan(sine(), Type::f32, Tier::smoke, 1, {}).exhaustive());
  EXPECT_FALSE(Plan(sine(), Type::f32, Tier::quick, 1, {}).exhaustive());
  const Plan full(sine(), Type::f32, Tier::full, 1, {});
  EXPECT_TRUE(full.exhaustive());
  const Segment& range = full.segments().back();
  EXPECT_EQ(range.making, Making::range);
  EXPECT_EQ(range.count, std::uint64_t{1} << 32);
  EXPECT_EQ(full.input(range.first + 0x3f800000)[0], 0x3f800000U);
  EXPECT_EQ(full.input(full.count() - 1)[0], 0xffffffffU);
}

// Neighbours in a range are similar, and in a driver the result of a lane may depend on the next lane.
TEST(PlanTest, WhatIsExhaustedIsAskedAtRandomToo) {
  const auto random_of = [](const Plan& plan) {
    std::uint64_t count = 0;
    for (const Segment& s : plan.segments()) count += s.making == Making::table ? s.count : 0;
    return count;
  };
  EXPECT_GE(random_of(Plan(sine(), Type::f32, Tier::full, 1, {})), 20'000U);
  for (const Tier tier : kTiers) EXPECT_GE(random_of(Plan(sine(), Type::f16, tier, 1, {})), 4'000U);
}

TEST(PlanTest, DoublePrecisionIsNeverCalledExhaustive) {
  for (const Tier tier : kTiers) EXPECT_FALSE(Plan(sine(), Type::f64, tier, 1, {}).exhaustive());
}

TEST(PlanTest, EveryBinadeOfBothSignsComesUp) {
  for (const Type type : {Type::f32, Type::f64}) {
    const Plan plan(sine(), type, Tier::smoke, 1, {});
    const Format& f = format(type);
    std::vector<bool> seen(strata(f));
    for (std::uint64_t i = 0; i < plan.count(); ++i) {
      const Bits b = plan.input(i)[0];
      if (f.is_finite(b)) seen[(f.magnitude(b) >> f.fraction_bits()) * 2 + (f.is_negative(b) ? 1 : 0)] = true;
    }
    EXPECT_EQ(std::ranges::count(seen, false), 0);
  }
}

TEST(PlanTest, BinadesComeUpAboutEquallyOften) {
  std::vector<int> often(strata(kF64));
  constexpr int kEach = 16;
  for (std::uint64_t i = 0; i < kEach * strata(kF64); ++i) {
    const Bits b = stratified(kF64, 1, 0, i);
    ++often.at((kF64.magnitude(b) >> kF64.fraction_bits()) * 2 + (kF64.is_negative(b) ? 1 : 0));
  }
  for (const int n : often) EXPECT_NEAR(n, kEach, 3);
}

TEST(PlanTest, FractionsOfDoublesHaveBothValuesInEveryBit) {
  Bits ever = 0;
  Bits always = ~Bits{0};
  for (std::uint64_t i = 0; i < 4096; ++i) {
    const Bits b = stratified(kF64, 1, 0, 4096 + i);  // mostly normal numbers
    ever |= b;
    always &= b;
  }
  EXPECT_EQ(ever & kF64.fraction_mask(), kF64.fraction_mask());
  EXPECT_EQ(always & kF64.fraction_mask(), 0U);
}

TEST(PlanTest, SubnormalsOfEverySizeComeUp) {
  std::vector<bool> sizes(53);
  for (std::uint64_t i = 0; i < 2000000; ++i) {
    const Bits b = kF64.magnitude(stratified(kF64, 1, 0, i));
    if (b < kF64.min_normal()) sizes.at(static_cast<std::size_t>(std::bit_width(b))) = true;
  }
  EXPECT_LE(std::ranges::count(sizes, false), 1);  // zero itself may be missing
}

TEST(PlanTest, TheSeedChangesRandomInputsAndNothingElse) {
  const Plan a(sine(), Type::f64, Tier::smoke, 1, {});
  const Plan same(sine(), Type::f64, Tier::smoke, 1, {});
  const Plan other(sine(), Type::f64, Tier::smoke, 2, {});
  EXPECT_EQ(a.hash(), same.hash());
  EXPECT_NE(a.hash(), other.hash());
  std::uint64_t differing = 0;
  for (std::uint64_t i = 0; i < a.count(); ++i) {
    EXPECT_EQ(a.input(i), same.input(i));
    const bool differs = a.input(i) != other.input(i);
    differing += differs ? 1 : 0;
    EXPECT_TRUE(!differs || a.segment_of(i).making == Making::random);
  }
  EXPECT_GT(differing, 8000U);
}

// A compiler that folds fma with two roundings, or a conversion by truncation, must be tested where this shows.
TEST(PlanTest, ConstantsAreAskedWhereFoldingGoesWrong) {
  const auto literals = [](const char* row, Type format, Tier tier, std::uint64_t seed) {
    const Plan plan(*find(row), format, tier, seed, {});
    std::vector<Tuple> all;
    for (std::uint64_t i = 0; i < plan.count() && plan.segment_of(i).making == Making::literals; ++i) {
      all.push_back(plan.input(i));
    }
    return all;
  };
  const auto rounds_twice = [](const Tuple& t) {
    const auto number = [](Bits b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b)); };
    volatile const float product = number(t[0]) * number(t[1]);
    return std::isfinite(number(t[2])) && product + number(t[2]) != std::fma(number(t[0]), number(t[1]), number(t[2]));
  };
  EXPECT_TRUE(std::ranges::any_of(literals("fma", Type::f32, Tier::smoke, 1), rounds_twice));
  const auto is_tie = [](const Tuple& t) {
    const auto x = std::bit_cast<double>(t[0]);
    return std::fabs(x) < 0x1p40 && std::fabs(x - std::trunc(x)) == 0.5;
  };
  const auto is_beyond = [](const Tuple& t) {
    const auto x = std::fabs(std::bit_cast<double>(t[0]));
    return x >= 0x1p31 && x < 0x1p32;
  };
  const std::vector<Tuple> converted = literals("convert_int_rte", Type::f64, Tier::quick, 1);
  EXPECT_TRUE(std::ranges::any_of(converted, is_tie));
  EXPECT_TRUE(std::ranges::any_of(converted, is_beyond));
  // The same program runs with a different seed.
  EXPECT_EQ(literals("fma", Type::f32, Tier::smoke, 1), literals("fma", Type::f32, Tier::smoke, 2));
}

TEST(PlanTest, HardInputsAreAskedAndChangeTheHash) {
  const std::vector<std::vector<Bits>> hard{{0x3ff123456789abcd}, {0x4001020304050607}};
  const Plan with(sine(), Type::f64, Tier::smoke, 1, hard);
  const Plan without(sine(), Type::f64, Tier::smoke, 1, {});
  EXPECT_EQ(with.count(), without.count() + 2);
  EXPECT_NE(with.hash(), without.hash());
  std::size_t found = 0;
  for (std::uint64_t i = 0; i < with.count(); ++i) found += with.input(i)[0] == 0x4001020304050607U ? 1 : 0;
  EXPECT_EQ(found, 1U);
}

TEST(PlanTest, SegmentsFollowEachOtherWithoutGaps) {
  for (const Type type : kLanguageFloats) {
    const Plan plan(sine(), type, Tier::quick, 1, {});
    std::uint64_t next = 0;
    for (const Segment& s : plan.segments()) {
      EXPECT_EQ(s.first, next);
      EXPECT_EQ(&plan.segment_of(s.first), &s);
      EXPECT_EQ(&plan.segment_of(s.first + s.count - 1), &s);
      next += s.count;
    }
    EXPECT_EQ(next, plan.count());
  }
}

// Integers.

TEST(PlanTest, ArgumentsOf16BitsTogetherAreExhaustedInEveryTier) {
  for (const Tier tier : kTiers) {
    for (const auto& [builtin, type] :
         {std::pair{"add_sat", Type::i8}, std::pair{"clz", Type::u16}, std::pair{"select", Type::u8}}) {
      const Plan plan(*find(builtin), type, tier, 1, {});
      const bool is_triple = plan.arity() == 3;
      EXPECT_EQ(plan.exhaustive(), !is_triple || tier == Tier::full || tier == Tier::certify) << builtin;
      if (is_triple) continue;
      std::vector<bool> seen(65536);
      for (std::uint64_t i = 0; i < plan.count(); ++i) {
        const Tuple t = plan.input(i);
        seen.at(plan.arity() == 1 ? t[0] : t[0] << 8U | t[1]) = true;
      }
      EXPECT_EQ(std::ranges::count(seen, false), 0) << builtin;
    }
  }
}

TEST(PlanTest, PairsOf16BitsAreExhaustedInTierCertify) {
  const Plan full(*find("mul_hi"), Type::i16, Tier::full, 1, {});
  EXPECT_FALSE(full.exhaustive());
  const Plan certify(*find("mul_hi"), Type::i16, Tier::certify, 1, {});
  EXPECT_TRUE(certify.exhaustive());
  const Segment& range = certify.segments().back();
  EXPECT_EQ(range.count, std::uint64_t{1} << 32);
  EXPECT_EQ(certify.input(range.first + 0x12345678), (Tuple{0x1234, 0x5678, 0}));
}

TEST(PlanTest, PairsOfOperandsAreCrossedInFull) {
  const Plan plan(*find("rotate"), Type::u32, Tier::smoke, 1, {});
  const std::vector<Bits> all = operand_boundaries(Type::u32, Extent::some);
  std::set<Tuple> seen;
  for (std::uint64_t i = 0; i < plan.count(); ++i) seen.insert(plan.input(i));
  for (const Bits x : all) {
    for (const Bits y : all) ASSERT_TRUE(seen.contains({x, y, 0})) << x << ' ' << y;
  }
}

TEST(PlanTest, RandomIntegersHaveEveryLengthAndBothSigns) {
  for (const Type type : kIntegerTypes) {
    const auto bits = static_cast<std::size_t>(width(type));
    std::vector<bool> lengths(bits + 1);
    std::vector<bool> of_opposites(bits + 1);
    for (std::uint64_t i = 0; i < 4000; ++i) {
      const Bits b = random_bits(type, 1, 0, i);
      ASSERT_EQ(b & ~mask(type), 0U);
      lengths.at(static_cast<std::size_t>(std::bit_width(b))) = true;
      of_opposites.at(static_cast<std::size_t>(std::bit_width(~b & mask(type)))) = true;
    }
    EXPECT_LE(std::ranges::count(lengths, false), 1) << info(type).name;  // zero may be missing
    EXPECT_LE(std::ranges::count(of_opposites, false), 1) << info(type).name;
  }
}

// A conversion of 8 or 16 bits is exhaustive in every tier, one of 32 bits from tier full on.
TEST(PlanTest, ConversionsOfFewBitsAreExhausted) {
  const Row& row = *find("convert_uchar_sat_rtp");
  for (const Tier tier : kTiers) {
    for (const Type from : {Type::i8, Type::u16, Type::f16}) EXPECT_TRUE(Plan(row, from, tier, 1, {}).exhaustive());
    EXPECT_EQ(Plan(row, Type::f32, tier, 1, {}).exhaustive(), tier >= Tier::full);
    const Plan unoptimised(row, Type::f32, tier, 1, {}, {}, Mode::opt_disable);
    EXPECT_EQ(unoptimised.exhaustive(), tier == Tier::certify);
    EXPECT_FALSE(Plan(row, Type::f64, tier, 1, {}).exhaustive());
  }
}

// All builtins with one 32-bit argument: classes, conversions, implicit ones and moves, and functions of integers.
TEST(PlanTest, OneArgumentOf32BitsIsExhaustedFromTierFullOn) {
  const std::vector<std::pair<const char*, Type>> all{{"isnan", Type::f32},        {"isfinite", Type::f32},
                                                      {"signbit", Type::f32},      {"convert_int", Type::f32},
                                                      {"convert_half", Type::f32}, {"convert_float", Type::u32},
                                                      {"as_int", Type::f32},       {"as_float", Type::i32},
                                                      {"implicit_int", Type::f32}, {"widened_float", Type::i32},
                                                      {"vstore_half", Type::f32},  {"vloadn", Type::f32},
                                                      {"clz", Type::u32},          {"ctz", Type::i32},
                                                      {"popcount", Type::u32},     {"abs", Type::i32},
                                                      {"sign", Type::f32},         {"degrees", Type::f32},
                                                      {"radians", Type::f32},      {"native_sin", Type::f32},
                                                      {"half_exp", Type::f32},     {"nan", Type::f32}};
  for (const auto& [builtin, type] : all) {
    const Row* const row = find(builtin);
    if (row == nullptr || !row->formats.contains(type)) {
      ADD_FAILURE() << builtin;
      continue;
    }
    EXPECT_TRUE(Plan(*row, type, Tier::full, 1, {}).exhaustive()) << builtin;
    EXPECT_FALSE(Plan(*row, type, Tier::quick, 1, {}).exhaustive()) << builtin;
  }
  EXPECT_FALSE(Plan(*find("clz"), Type::u64, Tier::full, 1, {}).exhaustive());
  EXPECT_FALSE(Plan(*find("add_sat"), Type::i16, Tier::full, 1, {}).exhaustive());
}

// A rounding mode in the name adds nothing for integers.
TEST(PlanTest, ConversionsThatAreOthersAreNotExhausted) {
  EXPECT_FALSE(Plan(*find("convert_uint_rtp"), Type::i32, Tier::full, 1, {}).exhaustive());
  EXPECT_TRUE(Plan(*find("convert_float_rtp"), Type::i32, Tier::full, 1, {}).exhaustive());
}

// From f64 to uchar, 254.5 is a tie and 255 the limit. Both and their neighbours are hard cases.
TEST(PlanTest, TheHardPlacesOfAConversionAreThoseOfItsDestination) {
  const Plan plan(*find("convert_uchar_sat_rtp"), Type::f64, Tier::quick, 1, {});
  const auto hard = std::ranges::find(plan.segments(), Making::hard, &Segment::making);
  ASSERT_NE(hard, plan.segments().end());
  std::set<Bits> seen;
  for (std::uint64_t i = 0; i < hard->count; ++i) seen.insert(plan.input(hard->first + i)[0]);
  for (const Bits b : {0x406fd00000000000U, 0x406fe00000000000U, 0x406ff00000000000U, 0x3fe0000000000000U}) {
    for (const Bits beside : {b - 1, b, b + 1}) EXPECT_TRUE(seen.contains(beside)) << beside;
  }
}

// Nothing is rounded, so there is nothing to fold.
TEST(PlanTest, ConversionsBetweenIntegersWithARoundingModeHaveNoLiterals) {
  const Plan plan(*find("convert_int_rtz"), Type::u8, Tier::full, 1, {});
  EXPECT_NE(plan.segments().front().making, Making::literals);
  EXPECT_EQ(Plan(*find("convert_int_rtz"), Type::f16, Tier::full, 1, {}).segments().front().making, Making::literals);
}

// Returns some inputs of each segment, and ranges.
std::vector<Bits> sample(const Row& row, Type format) {
  const Plan plan(row, format, Tier::quick, 1, {});
  std::vector<Bits> all{plan.hash(), plan.count()};
  for (const Segment& s : plan.segments()) {
    const std::uint64_t wanted = s.making == Making::hard || is_in_runs(s.making) ? 400 : 20;
    for (std::uint64_t i = 0; i < std::min(wanted, s.count); ++i) {
      for (const Bits b : plan.input(s.first + i)) all.push_back(b);
    }
    if (!is_in_runs(s.making)) continue;
    const std::uint64_t runs = s.count >> static_cast<unsigned>(s.run_bits);
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(runs, 50); ++n) {
      const classay::Run run = plan.run(s, n);
      all.insert(all.end(), run.at.begin(), run.at.end());
    }
  }
  return all;
}

// A driver or a library may leave any rounding mode, and flush subnormals. One hash identifies one list of inputs.
TEST(PlanTest, InputsDoNotDependOnTheFloatingPointEnvironment) {
  for (const Row& row : table()) {
    for (const Type format : {Type::f32, Type::f64}) {
      if (!row.formats.contains(format) || !has_plan(row, format) || is_conversion(row) ||
          goes_across_lanes(row.signature)) {
        continue;
      }
      const std::vector<Bits> usual = sample(row, format);
      for (const FloatEnvironment hostile : hostile_float_environments()) {
        const HostileScope scope(hostile);
        EXPECT_TRUE(sample(row, format) == usual) << row.name << ' ' << info(format).name << ": " << text_of(hostile);
      }
    }
  }
}

TEST(PlanTest, ARowWithoutAPlanIsRefused) {
  EXPECT_FALSE(has_plan(*find("prefetch"), Type::f32));
  EXPECT_THROW(Plan(*find("prefetch"), Type::f32, Tier::smoke, 1, {}), std::invalid_argument);
}

}  // namespace
}  // namespace classay
