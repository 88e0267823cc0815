#include "reference/number/real.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

struct Pair {
  double x;
  double y;
  double result;
};

void expect_pairs(Evaluate f, std::initializer_list<Pair> pairs) {
  for (const Type t : kFloatTypes) {
    for (const Pair& c : pairs) {
      if (!fits(t, c.x) || !fits(t, c.y)) continue;
      EXPECT_TRUE(is_exactly(call_reals(f, t, {c.x, c.y})[0], c.result)) << c.x << ", " << c.y << " of " << info(t).name;
    }
  }
}

struct Integral {
  double x;
  std::int64_t n;
  double result;
};

void expect_integral(Evaluate f, std::initializer_list<Integral> calls) {
  for (const Type t : kFloatTypes) {
    for (const Integral& c : calls) {
      if (!fits(t, c.x)) continue;
      EXPECT_TRUE(is_exactly(call(f, t, {real(t, c.x), integer(c.n)})[0], c.result))
          << c.x << ", " << c.n << " of " << info(t).name;
    }
  }
}

TEST(OraclePowerTest, PowHasTheSpecialValuesOfC99) {
  expect_pairs(
      oracle::pow,
      {{0.0, -3, kInf},    {-0.0, -3, -kInf},   {-0.0, -2, kInf}, {-0.0, -2.5, kInf}, {0.0, -2.5, kInf}, {-0.0, 3, -0.0},
       {0.0, 3, 0.0},      {-0.0, 2, 0.0},      {-0.0, 2.5, 0.0}, {-1, kInf, 1},      {-1, -kInf, 1},    {1, kNaN, 1},
       {1, kInf, 1},       {kNaN, 0.0, 1},      {kNaN, -0.0, 1},  {kInf, 0.0, 1},     {0.0, -0.0, 1},    {-2, 0.5, kNaN},
       {0.5, -kInf, kInf}, {2, -kInf, 0.0},     {0.5, kInf, 0.0}, {-2, kInf, kInf},   {-kInf, -3, -0.0}, {-kInf, -2, 0.0},
       {-kInf, -2.5, 0.0}, {-kInf, 3, -kInf},   {-kInf, 2, kInf}, {-kInf, 2.5, kInf}, {kInf, -0.5, 0.0}, {kInf, 0.5, kInf},
       {0.0, -kInf, kInf}, {-0.0, -kInf, kInf}, {2, kNaN, kNaN},  {kNaN, 2, kNaN},    {-0.0, kInf, 0.0}});
}

TEST(OraclePowerTest, ExactPowersAreRecognised) {
  expect_pairs(oracle::pow, {{3, 5, 243},
                             {-3, 5, -243},
                             {2.25, 1.5, 3.375},
                             {0.0625, -0.75, 8},
                             {0x1p-24, -0.5, 4096},
                             {2, -24, 0x1p-24},
                             {1.5, 7, 17.0859375},
                             {65536, 0.0625, 2},
                             {-2, 31, -0x1p31}});
}

TEST(OraclePowerTest, PowrFollowsTheAdditionalRequirements) {
  expect_pairs(
      oracle::powr,
      {{2, 0.0, 1},      {0x1p-24, -0.0, 1}, {0.0, -3, kInf},    {-0.0, -3, kInf},   {-0.0, -kInf, kInf}, {0.0, -kInf, kInf},
       {0.0, 3, 0.0},    {-0.0, 3, 0.0},     {-0.0, kInf, 0.0},  {1, 0.5, 1},        {-2, 2, kNaN},       {-kInf, 2, kNaN},
       {-2, kNaN, kNaN}, {0.0, 0.0, kNaN},   {-0.0, -0.0, kNaN}, {kInf, 0.0, kNaN},  {kInf, -0.0, kNaN},  {1, kInf, kNaN},
       {1, -kInf, kNaN}, {1, kNaN, kNaN},    {0.0, kNaN, kNaN},  {kInf, kNaN, kNaN}, {kNaN, 0.0, kNaN},   {kNaN, 2, kNaN},
       {kInf, 2, kInf},  {kInf, -2, 0.0},    {kInf, kInf, kInf}, {kInf, -kInf, 0.0}, {2, kInf, kInf},     {0.5, kInf, 0.0},
       {2, -kInf, 0.0},  {0.5, -kInf, kInf}, {2.25, 1.5, 3.375}});
}

TEST(OraclePowerTest, PownFollowsTheAdditionalRequirements) {
  constexpr std::int64_t kLeast = -2147483648;
  expect_integral(oracle::pown,
                  {{kNaN, 0, 1},     {-0.0, 0, 1},         {-kInf, 0, 1},        {-0.0, -3, -kInf}, {0.0, -3, kInf},
                   {-0.0, -2, kInf}, {-0.0, kLeast, kInf}, {-0.0, 2, 0.0},       {-0.0, 3, -0.0},   {0.0, 3, 0.0},
                   {kNaN, 1, kNaN},  {-kInf, 3, -kInf},    {-kInf, 2, kInf},     {-kInf, -3, -0.0}, {-kInf, kLeast, 0.0},
                   {kInf, -1, 0.0},  {-1, kLeast, 1},      {-1, 2147483647, -1}, {1, kLeast, 1},    {3, 5, 243},
                   {-0.5, -3, -8},   {2, -1000, 0x1p-1000}});
}

TEST(OraclePowerTest, RootnFollowsTheAdditionalRequirements) {
  constexpr std::int64_t kLeast = -2147483648;
  expect_integral(oracle::rootn,
                  {{-0.0, -3, -kInf}, {0.0, -3, kInf},   {-0.0, -2, kInf},   {-0.0, kLeast, kInf}, {-0.0, 2, 0.0},
                   {-0.0, 3, -0.0},   {-2, 2, kNaN},     {-2, kLeast, kNaN}, {-kInf, 2, kNaN},     {2, 0, kNaN},
                   {kNaN, 0, kNaN},   {0.0, 0, kNaN},    {kInf, 0, kNaN},    {kNaN, 3, kNaN},      {kInf, 3, kInf},
                   {kInf, -3, 0.0},   {-kInf, 3, -kInf}, {-kInf, -3, -0.0},  {-27, 3, -3},         {-8, -3, -0.5},
                   {1024, 10, 2},     {1024, -10, 0.5},  {1, kLeast, 1},     {-1, 2147483647, -1}, {-7.5, 1, -7.5},
                   {-0.25, -1, -4},   {243, 5, 3}});
}

TEST(OraclePowerTest, HypotIsExactForPythagoreanPairsAndInfinitePastNaN) {
  expect_pairs(oracle::hypot, {{3, 4, 5},
                               {-5, 12, 13},
                               {0x1.8p-20, 0x1p-19, 0x1.4p-19},
                               {0.0, -0.0, 0.0},
                               {-0.0, -0.0, 0.0},
                               {-3, 0.0, 3},
                               {kInf, kNaN, kInf},
                               {kNaN, -kInf, kInf},
                               {kNaN, 1, kNaN}});
}

Interval of_pair(Evaluate f, Type t, const Value& x, const Value& y, Precision p) {
  return call(f, t, {x, y}, p).at(0).value.value();
}

// Computes powers independently, with enclosures of a logarithm and an exponential.
TEST(OraclePowerTest, PowIsTheExponentialOfYTimesTheLogarithm) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(4);
  const auto logarithm = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_log(r, x, d); };
  const auto exponential = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_exp(r, x, d); };
  for (const Type t : kFloatTypes) {
    for (int i = 0; i < 400; ++i) {
      const Value x{t, format(t).magnitude(moderate(format(t), random))};
      const Value y{t, moderate(format(t), random)};
      const Interval log_x = increasing(Interval::point(exact(x)), p, logarithm);
      const Interval expected = increasing(multiply(log_x, Interval::point(exact(y)), p), p, exponential);
      ASSERT_TRUE(meet(of_pair(oracle::pow, t, x, y, p), expected)) << describe({x, y});
      ASSERT_TRUE(meet(of_pair(oracle::powr, t, x, y, p), expected)) << describe({x, y});
      ASSERT_FALSE(meet(of_pair(oracle::hypot, t, x, y, p), expected)) << describe({x, y});
    }
  }
}

TEST(OraclePowerTest, ThePowerOfARootLeadsBack) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(5);
  for (const Type t : kFloatTypes) {
    for (const long n : {2L, 3L, -1L, -2L, 7L, 100L, -101L, 2147483647L, -2147483647L - 1}) {
      const auto power = [n](Real& r, const Real& v, mpfr_rnd_t d) { return mpfr_pow_si(r, v, n, d); };
      for (int i = 0; i < 60; ++i) {
        Value x{t, i % 2 != 0 ? moderate(format(t), random) : any_pattern(format(t), random)};
        if (!is_finite(x) || is_zero(x)) continue;
        if (n % 2 == 0) x.bits = format(t).magnitude(x.bits);
        const Interval root = of_pair(oracle::rootn, t, x, integer(n), p);
        const bool rises = n > 0 || (n % 2 == 0 && is_negative(x));
        Interval back = rises ? increasing(root, p, power) : decreasing(root, p, power);
        mpfr_nextbelow(back.low);
        mpfr_nextabove(back.high);
        ASSERT_TRUE(contains(back, exact(x))) << describe({x, integer(n)});
      }
    }
  }
}

TEST(OraclePowerTest, PownIsPowOfAnInteger) {
  const RealScope scope;
  std::mt19937_64 random(6);
  for (int i = 0; i < 2000; ++i) {
    const Value x{Type::f64, any_pattern(kF64, random)};
    const std::int64_t n = static_cast<std::int32_t>(random()) >> (i % 32);
    const Truth a = call(oracle::pown, Type::f64, {x, integer(n)})[0];
    const Truth b = call(oracle::pow, Type::f64, {x, real(Type::f64, static_cast<double>(n))})[0];
    ASSERT_TRUE(nested(a, b) && nested(b, a)) << describe({x, integer(n)});
  }
}

TEST(OraclePowerTest, SquaresOfHypotAddUp) {
  const RealScope scope;
  const Precision p = 256;
  std::mt19937_64 random(7);
  for (int i = 0; i < 500; ++i) {
    const Value x{Type::f32, any_pattern(kF32, random)};
    const Value y{Type::f32, any_pattern(kF32, random)};
    if (!is_finite(x) || !is_finite(y) || is_zero(x)) continue;
    const Interval h = of_pair(oracle::hypot, Type::f32, x, y, p);
    const Interval a = Interval::point(exact(x));
    const Interval b = Interval::point(exact(y));
    Interval square = multiply(h, h, p);
    mpfr_nextbelow(square.low);
    mpfr_nextabove(square.high);
    ASSERT_TRUE(meet(square, add(multiply(a, a, p), multiply(b, b, p), p))) << describe({x, y});
  }
}

// Intermediate results beyond any exponent range are decided before MPFR's power is called.
TEST(OraclePowerTest, PowersFarOutsideTheRangeKeepTheirSideAndSign) {
  const RealScope scope;
  const double just_above_one = 0x1.0000000000001p0;
  const struct {
    double x, y;
    bool large, negative;
  } calls[] = {{just_above_one, 0x1p1000, true, false},          {just_above_one, -0x1p1000, false, false},
               {0x1.fffffffffffffp-1, 0x1p200, false, false},    {-0x1.8p0, 0x1.fffffffffffffp52, true, true},
               {-0x1.8p0, -0x1.fffffffffffffp52, false, true},   {-0x1.8p0, 0x1p53, true, false},
               {0x1p-1074, 0x1.fffffffffffffp1023, false, false}};
  for (const auto& c : calls) {
    const Truth t = call_reals(oracle::pow, Type::f64, {c.x, c.y})[0];
    ASSERT_EQ(t.kind, Truth::Kind::real);
    ASSERT_TRUE(well_formed(t));
    const Bits expected = kF64.zero(c.negative) | (c.large ? kF64.max_finite() : Bits{0});
    EXPECT_EQ(rounded(kF64, t, Rounding::rtz), expected) << c.x << ", " << c.y;
    EXPECT_FALSE(t.is_zero());
  }
  // Not far out, although y is large: y log2|x| is about 2^-52 2^55.
  const Truth near = call_reals(oracle::pow, Type::f64, {just_above_one, 0x1p55})[0];
  EXPECT_EQ(leading_exponent(near.value->low), 11);  // e^8 = 2980.9...
  // y log2|x| is about -1047: subnormal in f64, but not zero.
  const Truth small = call_reals(oracle::pow, Type::f64, {0x1.fffffffffffffp-1, 0x1.6bp62})[0];
  EXPECT_EQ(leading_exponent(small.value->low), -1048);
}

}  // namespace
}  // namespace classay::oracle_testing
