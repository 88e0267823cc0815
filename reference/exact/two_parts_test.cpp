// Checks that both parts together are the sum, the difference or the product, in arbitrary precision: on all pairs of 8-bit
// values, and on boundaries and random patterns of wider types. Possible faults: swapped parts; a borrow of -1; the upper
// half of an unsigned instead of a signed product.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include "reference/exact/testing.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;

mpz_class number(Value v) {
  mpz_class n(std::to_string(v.bits));
  if (is_signed(v.type) && n >= mpz_class(1) << static_cast<unsigned>(width(v.type) - 1)) {
    n -= mpz_class(1) << static_cast<unsigned>(width(v.type));
  }
  return n;
}

// Describes the first pair whose parts are wrong.
template <class MadeUp>
std::string first_wrong(Evaluate function, Type type, MadeUp&& is_made_up) {
  const mpz_class unit = mpz_class(1) << static_cast<unsigned>(width(type));
  const auto pairs = width(type) == 8 ? every_pair(type, type) : samples({type, type}, 5000, 9);
  for (const Arguments& a : pairs) {
    const std::vector<Truth> parts = function({.type = type, .args = a}, kFirstPrecision);
    const mpz_class low(std::to_string(parts.at(0).integer));
    const mpz_class high = number({type, parts.at(1).integer});
    if (!is_made_up(number(a[0]), number(a[1]), low, high, unit))
      return std::to_string(a[0].bits) + ", " + std::to_string(a[1].bits);
  }
  return "";
}

const auto kIsSum = [](const mpz_class& x, const mpz_class& y, const mpz_class& low, const mpz_class& carry,
                       const mpz_class& unit) { return low < unit && carry <= 1 && low + carry * unit == x + y; };
const auto kIsDifference = [](const mpz_class& x, const mpz_class& y, const mpz_class& low, const mpz_class& borrow,
                              const mpz_class& unit) {
  return low < unit && borrow >= 0 && borrow <= 1 && low - borrow * unit == x - y;
};
const auto kIsProduct = [](const mpz_class& x, const mpz_class& y, const mpz_class& low, const mpz_class& high,
                           const mpz_class& unit) { return low < unit && low + high * unit == x * y; };

TEST(ExactTwoPartsTest, TogetherTheyAreTheExactResult) {
  for (const Type type : {Type::u8, Type::u16, Type::u32, Type::u64}) {
    EXPECT_EQ(first_wrong(ef::add_carry, type, kIsSum), "");
    EXPECT_EQ(first_wrong(ef::sub_borrow, type, kIsDifference), "");
    EXPECT_EQ(first_wrong(ef::mul_extended, type, kIsProduct), "");
    EXPECT_NE(first_wrong(ef::sub_borrow, type, kIsSum), "");
    EXPECT_NE(first_wrong(ef::add_carry, type, kIsProduct), "");
  }
  for (const Type type : {Type::i8, Type::i16, Type::i32, Type::i64}) {
    EXPECT_EQ(first_wrong(ef::mul_extended, type, kIsProduct), "");
  }
}

}  // namespace
}  // namespace classay
