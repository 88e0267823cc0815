// Tests that sums and products of large numbers may be off by what roundings in any order can lose, and no more; the first
// result of a scan adds nothing. Possible faults: a bound that accepts any result, or one that rejects a right result.
#include <gtest/gtest.h>

#include <utility>

#include "harness/worker/probes/group_functions.h"
#include "reference/number/real.h"

namespace classay {
namespace {

Gathered gathered(Type type, Given given, std::uint64_t size) {
  Gathered g{.type = type, .given = given, .number = 0, .largest = size, .members = {}};
  const std::vector<Bits> numbers = given_numbers(type, given);
  const std::vector<Bits> factors = given_factors(type, given);
  for (std::uint64_t i = 0; i < size; ++i) g.members.push_back({.number = numbers[i], .factor = factors[i]});
  return g;
}

Bits folded(const Gathered& g, bool is_sum) {
  const auto one = [&](const Member& m) { return is_sum ? m.number : m.factor; };
  Bits all = one(g.members.front());
  for (std::size_t i = 1; i < g.members.size(); ++i) {
    const Real x = exact(Value{g.type, all});
    const Real y = exact(Value{g.type, one(g.members[i])});
    all = round_to(format(g.type), is_sum ? exact_sum(x, y) : exact_product(x, y), Rounding::rne);
  }
  return all;
}

bool may(const Gathered& g, CollectiveOperation operation, Bits got, Over over = Over::all, std::uint64_t me = 0) {
  const Collective c{.name = CollectiveName::arithmetic, .operation = operation, .over = over};
  return may_get(g, c, me, std::span(&got, 1));
}

TEST(GroupResultsTest, LargeNumbersAreBoundByWhatRoundingsCanLose) {
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    const Gathered g = gathered(type, Given::large, 7);
    for (const auto operation : {CollectiveOperation::add, CollectiveOperation::mul}) {
      const Bits right = folded(g, operation == CollectiveOperation::add);
      EXPECT_TRUE(may(g, operation, right)) << info(type).name;
      EXPECT_TRUE(may(g, operation, right ^ 1U)) << info(type).name;
      EXPECT_FALSE(may(g, operation, right + 64)) << info(type).name;
      EXPECT_FALSE(may(g, operation, right - 64)) << info(type).name;
      EXPECT_FALSE(may(g, operation, right ^ format(type).sign_bit())) << info(type).name;
      EXPECT_FALSE(may(g, operation, format(type).infinity())) << info(type).name;
      EXPECT_FALSE(may(g, operation, format(type).quiet_nan())) << info(type).name;
    }
  }
}

TEST(GroupResultsTest, SmallNumbersAreExact) {
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    const Gathered g = gathered(type, Given::small, 32);
    for (const auto operation : {CollectiveOperation::add, CollectiveOperation::mul}) {
      const Bits right = folded(g, operation == CollectiveOperation::add);
      EXPECT_TRUE(may(g, operation, right)) << info(type).name;
      EXPECT_FALSE(may(g, operation, right ^ 1U)) << info(type).name;
    }
  }
}

TEST(GroupResultsTest, OneNumberIsNotRounded) {
  const Gathered g = gathered(Type::f32, Given::large, 7);
  EXPECT_TRUE(may(g, CollectiveOperation::add, g.members[0].number, Over::until_itself));
  EXPECT_FALSE(may(g, CollectiveOperation::add, g.members[0].number ^ 1U, Over::until_itself));
  EXPECT_TRUE(may(g, CollectiveOperation::mul, g.members[0].factor, Over::until_itself));
  EXPECT_FALSE(may(g, CollectiveOperation::mul, g.members[0].factor ^ 1U, Over::until_itself));
  EXPECT_TRUE(may(g, CollectiveOperation::mul, kF32.one(), Over::before_itself));
}

Gathered of_numbers(Type type, const std::vector<Bits>& numbers) {
  Gathered g{.type = type, .given = Given::any, .largest = numbers.size(), .members = {}};
  for (const Bits n : numbers) g.members.push_back({.number = n});
  return g;
}

TEST(GroupResultsTest, EndsHaveTheOrderOfTheType) {
  const auto ends = [](Type type, const std::vector<Bits>& numbers, Bits least, Bits greatest) {
    const Gathered g = of_numbers(type, numbers);
    return may(g, CollectiveOperation::min, least) && may(g, CollectiveOperation::max, greatest) &&
           !may(g, CollectiveOperation::min, greatest) && !may(g, CollectiveOperation::max, least);
  };
  const Bits half = Bits{1} << 63U;
  EXPECT_TRUE(ends(Type::u64, {half, half - 1, half + 1}, half - 1, half + 1));
  EXPECT_TRUE(ends(Type::i64, {half, half - 1, half + 1}, half, half - 1));
  EXPECT_TRUE(ends(Type::u8, {0x7f, 0x80}, 0x7f, 0x80));
  EXPECT_TRUE(ends(Type::i8, {0x7f, 0x80}, 0x80, 0x7f));
  EXPECT_TRUE(ends(Type::f32, {0x7f800000, 0xff800000, 0x3f800000}, 0xff800000, 0x7f800000));
  EXPECT_TRUE(ends(Type::f32, {0x00000001, 0x80000001, 0x00000000}, 0x80000001, 0x00000001));
}

TEST(GroupResultsTest, OfTwoZerosEitherIsTheEndAndNanIsNone) {
  const Gathered g = of_numbers(Type::f32, {0x80000000, 0x00000000});
  for (const auto operation : {CollectiveOperation::min, CollectiveOperation::max}) {
    EXPECT_TRUE(may(g, operation, 0));
    EXPECT_TRUE(may(g, operation, 0x80000000));
    EXPECT_FALSE(may(g, operation, 1));
    EXPECT_FALSE(may(g, operation, 0x7fc00000));
  }
}

// Sums at the ends of the type depend on the order; unsigned ones wrap.
TEST(GroupResultsTest, SumsAtTheEndsOfATypeAreThoseOfUnsignedIntegers) {
  EXPECT_FALSE(may(of_numbers(Type::u32, {0xffffffff, 3}), CollectiveOperation::add, 3));
  EXPECT_TRUE(may(of_numbers(Type::u32, {0xffffffff, 3}), CollectiveOperation::add, 2));
  EXPECT_TRUE(may(of_numbers(Type::f32, {0x7f7fffff, 0x7f7fffff}), CollectiveOperation::add, 0x7f800000));
}

// Returns the least and the greatest product of a group's factors in any order.
std::pair<double, double> ends(const Format& f, Type type, std::span<const Bits> factors) {
  Real large = exact_double(1);
  Real small = exact_double(1);
  for (const Bits bits : factors) {
    const Real magnitude = exact(Value{type, bits & ~f.sign_bit()});
    Real& side = compare(magnitude, exact_double(1)) > 0 ? large : small;
    side = exact_product(side, magnitude);
  }
  return {mpfr_get_d(large.get(), MPFR_RNDU), mpfr_get_d(small.get(), MPFR_RNDD)};
}

// No partial product is subnormal or infinite.
TEST(GroupResultsTest, FactorsStayInRange) {
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    for (const Given given : {Given::small, Given::large}) {
      const std::vector<Bits> factors = given_factors(type, given);
      for (std::size_t first = 0; first < factors.size(); first += 32) {
        const auto [most, least] = ends(format(type), type, std::span(factors).subspan(first, 32));
        EXPECT_LT(most, 30000.0);
        EXPECT_GT(least, 0x1p-14);
      }
    }
  }
}

TEST(GroupResultsTest, BlocksOfWordsAreAllAlikeSomeAndMost) {
  const std::vector<Said> words = given_words();
  std::array<int, 6> true_ones{};
  std::array<int, 6> joining{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    true_ones.at(i / 224) += words[i].predicate != 0 ? 1 : 0;
    joining.at(i / 224) += words[i].joins != 0 ? 1 : 0;
  }
  EXPECT_EQ(true_ones[0], 0);
  EXPECT_EQ(true_ones[1], 224);
  EXPECT_EQ(joining[2], 224);
  EXPECT_GT(joining[5], 0);
}

}  // namespace
}  // namespace classay
