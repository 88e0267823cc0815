// Checks that a vector does not depend on the caller, and that blocks contain every complete vector once. The hard cases of
// functions across lanes must occur: squares beyond both ends of the range, products that cancel, a single top bit, masks
// beyond the elements.
#include "suites/plan/vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "suites/plan.h"

namespace classay {
namespace {

constexpr std::uint64_t kVectors = 2000;

double number(const Format& f, Bits b) {
  const Dyadic d = decode(f, b);
  const double m = std::ldexp(static_cast<double>(d.significand), d.exponent);
  return d.negative ? -m : m;
}

// Counts the vectors that have the property.
template <class Has>
int count(std::string_view builtin, Type format, int lanes, Has has) {
  int n = 0;
  for (std::uint64_t i = 0; i < kVectors; ++i) n += has(vector_input(*find(builtin), format, lanes, 1, i)) ? 1 : 0;
  return n;
}

// The arguments of each lane are within their types and the same on every call. Unused arguments are zero.
void expect_vectors_that_fit(const Row& row, Type format, int lanes) {
  const std::vector<Type> types = argument_types(row, format);
  for (std::uint64_t i = 0; i < 60; ++i) {
    const std::vector<Tuple> vector = vector_input(row, format, lanes, 1, i);
    ASSERT_EQ(vector.size(), static_cast<std::size_t>(lanes));
    EXPECT_EQ(vector, vector_input(row, format, lanes, 1, i));
    for (const Tuple& lane : vector) {
      for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(lane.at(a) & (a < types.size() ? ~mask(types[a]) : ~Bits{0}), 0U);
    }
  }
}

TEST(VectorsPlanTest, LanesFitTheirTypesAndWhatIsNoArgumentIsZero) {
  for (const Row& row : table()) {
    if (!goes_across_lanes(row.signature) || row.truth == nullptr) continue;
    for (const Type format : row.formats) {
      for (const int lanes : widths(row)) expect_vectors_that_fit(row, format, lanes);
    }
  }
}

TEST(VectorsPlanTest, BlocksHoldEveryVectorWhole) {
  const Row& row = *find("cross");
  const Plan plan(row, Type::f32, Tier::smoke, 1, {}, nullptr, Mode::standard, 4);
  EXPECT_EQ(plan.lanes(), 4);
  EXPECT_EQ(plan.count() % (4 * kVectorBlock), 0U);
  for (const std::uint64_t number : {std::uint64_t{0}, kVectorBlock - 1, kVectorBlock, 3 * kVectorBlock + 7}) {
    const std::uint64_t first = number / kVectorBlock * 4 * kVectorBlock + number % kVectorBlock;
    std::vector<Tuple> vector;
    for (std::uint64_t lane = 0; lane < 4; ++lane) vector.push_back(plan.input(first + lane * kVectorBlock));
    EXPECT_EQ(vector, vector_input(row, Type::f32, 4, 1, number));
  }
}

TEST(VectorsPlanTest, ListedVectorsFillTheirBlock) {
  const Row& row = *find("dot");
  const std::vector<Tuple> lanes{{1, 2}, {3, 4}, {5, 6}, {7, 8}};  // two vectors
  const Plan plan = Plan::of_vectors(row, Type::f32, lanes, 2);
  EXPECT_EQ(plan.count(), 2 * kVectorBlock);
  for (std::uint64_t v = 0; v < kVectorBlock; ++v) {
    EXPECT_EQ(plan.input(v), lanes.at(v % 2 * 2)) << v;
    EXPECT_EQ(plan.input(kVectorBlock + v), lanes.at(v % 2 * 2 + 1)) << v;
  }
  EXPECT_EQ(plan.text(), "511 vectors that repeat 2");
  EXPECT_FALSE(plan.exhaustive());
  EXPECT_NE(plan.hash(), Plan::of_vectors(row, Type::f32, {{1, 2}, {3, 4}, {5, 6}, {7, 9}}, 2).hash());
  EXPECT_EQ(Plan::of_vectors(row, Type::f32, std::vector<Tuple>(2 * 512, {1, 2}), 2).count(), 2 * 2 * kVectorBlock);
}

TEST(VectorsPlanTest, SquaresPassBothEndsOfTheRange) {
  for (const Type format : {Type::f16, Type::f32}) {
    const Format& f = classay::format(format);
    const double largest = number(f, f.max_finite());
    const double smallest = number(f, f.min_normal());
    const auto square = [&](const std::vector<Tuple>& v) {
      double sum = 0;
      for (const Tuple& lane : v) sum += number(f, lane[0]) * number(f, lane[0]);
      return sum;
    };
    const auto is_finite = [&](const std::vector<Tuple>& v) {
      return std::ranges::all_of(v, [&](const Tuple& lane) { return f.is_finite(lane[0]); });
    };
    EXPECT_GT(count("length", format, 3, [&](const auto& v) { return is_finite(v) && square(v) > largest; }), 100);
    EXPECT_GT(count("length", format, 3, [&](const auto& v) { return square(v) > 0 && square(v) < smallest; }), 100);
    EXPECT_GT(count("length", format, 3, [&](const auto& v) { return !is_finite(v); }), 50);
    EXPECT_GT(count("length", format, 3, [&](const auto& v) { return square(v) == 0; }), 5);
  }
}

// The sum is less than a thousandth of its terms.
TEST(VectorsPlanTest, ProductsCancelAndPointsAreNear) {
  EXPECT_GT(count("dot", Type::f32, 4,
                  [](const std::vector<Tuple>& v) {
                    double sum = 0;
                    double all = 0;
                    for (const Tuple& lane : v) {
                      if (!kF32.is_finite(lane[0]) || !kF32.is_finite(lane[1])) return false;
                      const double product = number(kF32, lane[0]) * number(kF32, lane[1]);
                      sum += product;
                      all += std::fabs(product);
                    }
                    return all > 0 && std::fabs(sum) < all / 1000;
                  }),
            100);
  EXPECT_GT(count("distance", Type::f64, 2,
                  [](const std::vector<Tuple>& v) {
                    return std::ranges::all_of(v, [](const Tuple& lane) {
                      const double x = number(kF64, lane[0]);
                      return kF64.is_finite(lane[0]) && std::fabs(x - number(kF64, lane[1])) < std::fabs(x) / 2;
                    });
                  }),
            100);
}

TEST(VectorsPlanTest, OneTopBitIsUnlikeTheOthersInEveryLane) {
  std::set<std::pair<std::size_t, bool>> seen;
  for (std::uint64_t i = 0; i < kVectors; ++i) {
    const std::vector<Tuple> v = vector_input(*find("any"), Type::i16, 8, 1, i);
    const auto is_set = [](const Tuple& lane) { return (lane[0] & 0x8000) != 0; };
    const auto set = std::ranges::count_if(v, is_set);
    for (std::size_t l = 0; l < v.size(); ++l) {
      if (set == 1 && is_set(v[l])) seen.insert({l, true});
      if (set == 7 && !is_set(v[l])) seen.insert({l, false});
    }
  }
  EXPECT_EQ(seen.size(), 16U);
  EXPECT_GT(count("all", Type::i16, 8,
                  [](const auto& v) {
                    return std::ranges::none_of(v, [](const Tuple& lane) { return (lane[0] & 0x8000) != 0; });
                  }),
            100);
}

// Tier smoke sets the top bits of eight lanes in every combination, tier full those of sixteen lanes. The remaining bits
// are both zero and nonzero.
TEST(VectorsPlanTest, EveryPatternOfTopBitsComesUp) {
  const auto patterns = [](int lanes, std::uint64_t vectors) {
    std::vector<bool> seen(std::size_t{1} << static_cast<unsigned>(lanes));
    for (std::uint64_t i = 0; i < vectors; ++i) {
      std::size_t pattern = 0;
      for (const Tuple& lane : vector_input(*find("all"), Type::i8, lanes, 1, i)) {
        pattern = pattern << 1U | (lane[0] >> 7U & 1U);
      }
      seen.at(pattern) = true;
    }
    return std::ranges::count(seen, true);
  };
  EXPECT_EQ(patterns(8, 511 * 4), 256);
  EXPECT_EQ(patterns(16, 511 * 256), 65536);
}

TEST(VectorsPlanTest, MasksChooseEveryElementAndReachBeyondThem) {
  std::set<Bits> chosen;
  int beyond = 0;
  for (std::uint64_t i = 0; i < kVectors; ++i) {
    for (const Tuple& lane : vector_input(*find("shuffle2"), Type::u8, 16, 1, i)) {
      chosen.insert(lane[2] & 31U);
      beyond += lane[2] > 31 ? 1 : 0;
    }
  }
  EXPECT_EQ(chosen.size(), 32U);
  EXPECT_GT(beyond, 1000);
}

// The masks exceed the range by a bit or two: a compiler that knows the mask could select an element that does not exist.
TEST(VectorsPlanTest, MasksReachJustBeyondTheElements) {
  for (const auto& [builtin, elements] : {std::pair{"shuffle", Bits{2}}, std::pair{"shuffle2", Bits{4}}}) {
    std::set<Bits> just_beyond;
    for (std::uint64_t i = 0; i < kVectors; ++i) {
      for (const Tuple& lane : vector_input(*find(builtin), Type::u32, 2, 1, i)) {
        const Bits chosen = lane.at(argument_types(*find(builtin), Type::u32).size() - 1);
        if (chosen >= elements && chosen < 2 * elements) just_beyond.insert(chosen);
      }
    }
    EXPECT_EQ(just_beyond.size(), elements) << builtin;
  }
}

}  // namespace
}  // namespace classay
