#include <limits>

#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMost = 0x1.fffffffffffffp1023;
constexpr double kLeast = 0x1p-1074;

Interval point(const Value& v) { return Interval::point(exact(v)); }
Interval point(double d) { return Interval::point(exact_double(d)); }

TEST(OracleCommonTest, DegreesAndRadiansLeadBackToTheArgument) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(10);
  for (const Type t : kFloatTypes) {
    for (int i = 0; i < 300; ++i) {
      const Value x{t, any_pattern(format(t), random)};
      if (!is_finite(x) || is_zero(x)) continue;
      const Interval degrees = call(oracle::degrees, t, {x}, p)[0].value.value();
      const Interval radians = call(oracle::radians, t, {x}, p)[0].value.value();
      const Interval back = divide(multiply(degrees, pi(p), p), point(180), p);
      ASSERT_TRUE(contains(back, exact(x))) << describe({x});
      ASSERT_TRUE(contains(divide(multiply(radians, point(180), p), pi(p), p), exact(x))) << describe({x});
      ASSERT_FALSE(contains(divide(multiply(degrees, point(180), p), pi(p), p), exact(x))) << describe({x});
    }
  }
  EXPECT_TRUE(is_exactly(call_reals(oracle::degrees, Type::f32, {-0.0})[0], -0.0));
  EXPECT_TRUE(is_exactly(call_reals(oracle::radians, Type::f32, {-kInf})[0], -kInf));
  EXPECT_TRUE(is_exactly(call_reals(oracle::radians, Type::f32, {kNaN})[0], kNaN));
}

TEST(OracleCommonTest, MixIsExactAndUndefinedOutsideItsDomain) {
  for (const Type t : kFloatTypes) {
    EXPECT_TRUE(is_exactly(call_reals(oracle::mix, t, {1, 3, 0.25})[0], 1.5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::mix, t, {1, 3, 0.0})[0], 1));
    EXPECT_TRUE(is_exactly(call_reals(oracle::mix, t, {-7.5, 3, 1})[0], 3));
    EXPECT_TRUE(is_exactly(call_reals(oracle::mix, t, {kNaN, 3, 0.5})[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::mix, t, {1, kInf, 0.5})[0], kInf));
    for (const double a : {-0.5, 1.5, kNaN, kInf}) {
      EXPECT_EQ(call_reals(oracle::mix, t, {1, 2, a})[0].kind, Truth::Kind::any) << a;
    }
  }
  // y - x overflows f64 and cancels again.
  EXPECT_TRUE(is_exactly(call_reals(oracle::mix, Type::f64, {-kMost, kMost, 0.5})[0], 0.0));
  const Truth t = call_reals(oracle::mix, Type::f64, {kMost, kLeast, kLeast})[0];
  EXPECT_TRUE(t.is_exact());
}

TEST(OracleCommonTest, SmoothstepIsItsPolynomialBetweenTheEdges) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(11);
  int between = 0;
  for (const Type t : kFloatTypes) {
    for (int i = 0; i < 1000; ++i) {
      const Value e0{t, moderate(format(t), random)};
      const Value e1{t, moderate(format(t), random)};
      const Value x{t, moderate(format(t), random)};
      const Truth truth = call(oracle::smoothstep, t, {e0, e1, x}, p)[0];
      if (compare(exact(e0), exact(e1)) >= 0) {
        ASSERT_EQ(truth.kind, Truth::Kind::any);
        continue;
      }
      if (compare(exact(x), exact(e0)) <= 0) {
        ASSERT_TRUE(is_exactly(truth, 0.0));
      } else if (compare(exact(x), exact(e1)) >= 0) {
        ASSERT_TRUE(is_exactly(truth, 1));
      } else {
        const Interval s = divide(subtract(point(x), point(e0), p), subtract(point(e1), point(e0), p), p);
        Interval expected = multiply(multiply(s, s, p), subtract(point(3), add(s, s, p), p), p);
        mpfr_nextbelow(expected.low);
        mpfr_nextabove(expected.high);
        ASSERT_TRUE(meet(truth.value.value(), expected)) << describe({e0, e1, x});
        ASSERT_FALSE(meet(truth.value.value(), s)) << describe({e0, e1, x});
        ++between;
      }
    }
  }
  EXPECT_GT(between, 100);
}

TEST(OracleCommonTest, SmoothstepIsExactWhereItCanBeAndUndefinedWhereTheTextSaysSo) {
  for (const Type t : kFloatTypes) {
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {0.0, 1, 0.5})[0], 0.5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {0.0, 1, 0.25})[0], 0.15625));
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {0.0, 3, 1.5})[0], 0.5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {-1, 1, -kInf})[0], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {-1, 1, kInf})[0], 1));
    EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, t, {-1, kInf, -2})[0], 0.0));
    for (const auto& undefined : {std::initializer_list<double>{1, 1, 1},
                                  {2, 1, 1.5},
                                  {kNaN, 1, 0.5},
                                  {0.0, kNaN, 0.5},
                                  {0.0, 1, kNaN},
                                  {-kInf, 1, 0.0},
                                  {0.0, kInf, 1}}) {
      EXPECT_EQ(call_reals(oracle::smoothstep, t, undefined)[0].kind, Truth::Kind::any);
    }
  }
  EXPECT_TRUE(is_exactly(call_reals(oracle::smoothstep, Type::f64, {-kMost, kMost, 0.0})[0], 0.5));
}

TEST(OracleGeometricTest, DotProductsAreExact) {
  for (const Type t : kFloatTypes) {
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {3, -2}, 1)[0], -6));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {1, 2, 3, 4}, 2)[0], 11));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {1, 2, 3, 4, 5, 6}, 3)[0], 32));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {1, 2, 3, 4, 5, 6, 7, -8}, 4)[0], 6));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {kInf, 1, 1, kNaN}, 2)[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {kInf, 1, 0.0, 1}, 2)[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {kInf, kInf, 1, -1}, 2)[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::dot, t, {-kInf, 1, 1, -1}, 2)[0], -kInf));
  }
  // Products that overflow cancel and leave the smallest possible product: 2^-2148.
  const Truth t = call_reals(oracle::dot, Type::f64, {kMost, kMost, kLeast, kMost, -kMost, kLeast}, 3)[0];
  EXPECT_EQ(compare(t.value.value().low, power_of_two(-2148)), 0);
}

TEST(OracleGeometricTest, CrossProductsAreExactAndTheFourthComponentIsZero) {
  for (const Type t : kFloatTypes) {
    const Truths four = call_reals(oracle::cross, t, {1, 2, 3, 9, 4, 5, 7, -9}, 4);
    ASSERT_EQ(four.size(), 4U);
    EXPECT_TRUE(is_exactly(four[0], -1));  // 2 * 7 - 3 * 5
    EXPECT_TRUE(is_exactly(four[1], 5));   // 3 * 4 - 1 * 7
    EXPECT_TRUE(is_exactly(four[2], -3));  // 1 * 5 - 2 * 4
    EXPECT_TRUE(is_exactly(four[3], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::cross, t, {1, 2, 3, kNaN, 4, 5, 7, kInf}, 4)[3], 0.0));
    const Truths three = call_reals(oracle::cross, t, {1, 2, 3, 2, 4, 6}, 3);
    ASSERT_EQ(three.size(), 3U);
    for (const Truth& component : three) EXPECT_TRUE(is_exactly(component, 0.0));
  }
}

TEST(OracleGeometricTest, LengthsAreExactForPythagoreanVectorsAtAnyScale) {
  for (const Type t : kFloatTypes) {
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {-7.5}, 1)[0], 7.5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {3, 4}, 2)[0], 5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {2, -3, 6}, 3)[0], 7));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {1, 1, 1, -1}, 4)[0], 2));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {-0.0, -0.0}, 2)[0], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {kInf, 1}, 2)[0], kInf));
    EXPECT_TRUE(is_exactly(call_reals(oracle::length, t, {kNaN, 1}, 2)[0], kNaN));
    EXPECT_EQ(call_reals(oracle::length, t, {kNaN, -kInf}, 2)[0].kind, Truth::Kind::any);
    EXPECT_TRUE(is_exactly(call_reals(oracle::distance, t, {1, 1, 4, 5}, 2)[0], 5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::distance, t, {1, 1, 1, 1}, 2)[0], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::distance, t, {kInf, 1, kInf, 5}, 2)[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::distance, t, {kInf, 1, 1, 5}, 2)[0], kInf));
  }
  EXPECT_TRUE(is_exactly(call_reals(oracle::length, Type::f64, {3 * kLeast, 4 * kLeast}, 2)[0], 5 * kLeast));
  EXPECT_TRUE(is_exactly(call_reals(oracle::length, Type::f64, {3 * 0x1p1020, 4 * 0x1p1020}, 2)[0], 5 * 0x1p1020));
}

TEST(OracleGeometricTest, NormalizeFollowsTheAdditionalRequirements) {
  for (const Type t : kFloatTypes) {
    const Truths zeros = call_reals(oracle::normalize, t, {-0.0, 0.0, -0.0}, 3);
    ASSERT_EQ(zeros.size(), 3U);
    EXPECT_TRUE(is_exactly(zeros[0], -0.0) && is_exactly(zeros[1], 0.0) && is_exactly(zeros[2], -0.0));
    for (const Truth& c : call_reals(oracle::normalize, t, {1, kNaN, kInf}, 3)) EXPECT_TRUE(is_exactly(c, kNaN));
    const Truths axis = call_reals(oracle::normalize, t, {-3, -kInf, 7}, 3);  // as (-0, -1, 0)
    EXPECT_TRUE(is_exactly(axis[0], -0.0) && is_exactly(axis[1], -1) && is_exactly(axis[2], 0.0));
    const Truths four = call_reals(oracle::normalize, t, {kInf, -kInf, kInf, kInf}, 4);
    EXPECT_TRUE(is_exactly(four[0], 0.5) && is_exactly(four[1], -0.5));
    EXPECT_TRUE(is_exactly(call_reals(oracle::normalize, t, {-7.5}, 1)[0], -1));
    const Truths zero_beside = call_reals(oracle::normalize, t, {-0.0, 2}, 2);
    EXPECT_TRUE(is_exactly(zero_beside[0], -0.0) && is_exactly(zero_beside[1], 1));
  }
  // One is about 1 - 2^-4196, the other 2^-2097; neither is a power of two.
  const Truths far = call_reals(oracle::normalize, Type::f64, {kMost, kLeast}, 2);
  EXPECT_FALSE(far[0].is_exact() || far[1].is_exact());
  EXPECT_EQ(rounded(kF64, far[0], Rounding::rtz), kF64.one() - 1);
  EXPECT_EQ(rounded(kF64, far[0], Rounding::rtp), kF64.one());
}

TEST(OracleGeometricTest, NormalizedVectorsHaveLengthOneAndTheSameDirection) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(12);
  for (const Type t : kFloatTypes) {
    for (int i = 0; i < 300; ++i) {
      const int lanes = 2 + i % 3;
      std::vector<Value> v;
      for (int k = 0; k < lanes; ++k) v.push_back({t, moderate(format(t), random)});
      const Truths unit = call(oracle::normalize, t, v, p, lanes);
      const Interval length = call(oracle::length, t, v, p, lanes)[0].value.value();
      Interval squares = point(0.0);
      for (std::size_t k = 0; k < v.size(); ++k) {
        const Interval& u = unit[k].value.value();
        squares = add(squares, multiply(u, u, p), p);
        Interval back = multiply(u, length, p);
        mpfr_nextbelow(back.low);
        mpfr_nextabove(back.high);
        ASSERT_TRUE(contains(back, exact(v[k]))) << describe(v);
      }
      mpfr_nextbelow(squares.low);
      mpfr_nextabove(squares.high);
      ASSERT_TRUE(contains(squares, exact_double(1))) << describe(v);
    }
  }
}

}  // namespace
}  // namespace classay::oracle_testing
