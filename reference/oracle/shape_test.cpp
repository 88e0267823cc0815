// Checks the shape of the functions over all of f16: where they rise and fall, and their symmetry.
#include "reference/number/real.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

struct Piece {
  const char* name;
  Evaluate truth;
  bool falling;
  double low;  // a piece on which the function is monotone
  double high;
};

constexpr double kMax = 65504;
constexpr double kMin = 0x1p-24;

constexpr Piece kPieces[] = {
    {"exp", oracle::exp, false, -kMax, kMax},
    {"exp2", oracle::exp2, false, -kMax, kMax},
    {"exp10", oracle::exp10, false, -kMax, kMax},
    {"expm1", oracle::expm1, false, -kMax, kMax},
    {"log", oracle::log, false, kMin, kMax},
    {"log2", oracle::log2, false, kMin, kMax},
    {"log10", oracle::log10, false, kMin, kMax},
    {"log1p", oracle::log1p, false, -0.9990234375, kMax},
    {"sqrt", oracle::sqrt, false, 0, kMax},
    {"rsqrt", oracle::rsqrt, true, kMin, kMax},
    {"cbrt", oracle::cbrt, false, -kMax, kMax},
    {"recip", oracle::recip, true, kMin, kMax},
    {"recip", oracle::recip, true, -kMax, -kMin},
    {"erf", oracle::erf, false, -kMax, kMax},
    {"erfc", oracle::erfc, true, -kMax, kMax},
    {"sin", oracle::sin, false, -1.5, 1.5},
    {"sin", oracle::sin, true, 1.625, 4.6875},
    {"cos", oracle::cos, true, 0, 3.140625},
    {"cos", oracle::cos, false, -3.140625, 0},
    {"tan", oracle::tan, false, -1.5703125, 1.5703125},
    {"tan", oracle::tan, false, 1.5712890625, 4.7},
    {"asin", oracle::asin, false, -1, 1},
    {"acos", oracle::acos, true, -1, 1},
    {"atan", oracle::atan, false, -kMax, kMax},
    {"sinpi", oracle::sinpi, false, -0.5, 0.5},
    {"sinpi", oracle::sinpi, true, 0.5, 1.5},
    {"sinpi", oracle::sinpi, false, 1.5, 2.5},
    {"cospi", oracle::cospi, true, 0, 1},
    {"cospi", oracle::cospi, false, 1, 2},
    {"tanpi", oracle::tanpi, false, -0.499755859375, 0.499755859375},
    {"asinpi", oracle::asinpi, false, -1, 1},
    {"acospi", oracle::acospi, true, -1, 1},
    {"atanpi", oracle::atanpi, false, -kMax, kMax},
    {"sinh", oracle::sinh, false, -kMax, kMax},
    {"cosh", oracle::cosh, false, 0, kMax},
    {"tanh", oracle::tanh, false, -kMax, kMax},
    {"asinh", oracle::asinh, false, -kMax, kMax},
    {"acosh", oracle::acosh, false, 1, kMax},
    {"atanh", oracle::atanh, false, -0.9995117188, 0.9995117188},
    {"tgamma", oracle::tgamma, false, 1.5, 100},
    {"tgamma", oracle::tgamma, true, kMin, 1.4609375},
    {"lgamma", oracle::lgamma, false, 1.5, kMax},
    {"lgamma", oracle::lgamma, true, kMin, 1.4609375},
    {"degrees", oracle::degrees, false, -kMax, kMax},
};

// Over all patterns of the piece in order, enclosures never contradict the direction. (They overlap where a function
// saturates, as tanh does.)
testing::AssertionResult is_monotone(const Piece& piece) {
  const RealScope scope;
  const Real low = exact_double(piece.low);
  const Real high = exact_double(piece.high);
  std::optional<Interval> last;
  for (std::int64_t i = ordered(kF16, kF16.infinity(true)) + 1; i < ordered(kF16, kF16.infinity()); ++i) {
    const Bits x = from_ordered(kF16, i);
    const Real number = exact(kF16, x);
    if (compare(number, low) < 0 || compare(number, high) > 0) continue;
    const Truth t = call(piece.truth, Type::f16, {{Type::f16, x}}, 64)[0];
    const auto fail = [&](const char* why) {
      return testing::AssertionFailure() << piece.name << "(" << hex_float(kF16, x) << ") " << describe(t) << ": " << why;
    };
    if (t.kind != Truth::Kind::real) return fail("not a number");
    const Interval value = piece.falling ? negate(*t.value) : *t.value;
    if (last && compare(value.high, last->low) < 0) return fail("against the direction of the piece");
    last = value;
  }
  return last ? testing::AssertionSuccess() : testing::AssertionFailure() << piece.name << ": an empty piece";
}

class MonotonePieceTest : public testing::TestWithParam<Piece> {};

TEST_P(MonotonePieceTest, RisesOrFallsOverAllOfF16) { EXPECT_TRUE(is_monotone(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Oracle, MonotonePieceTest, testing::ValuesIn(kPieces), [](const auto& instance) {
  return instance.param.name + std::string("_") + std::to_string(instance.index);
});

TEST(OracleShapeTest, AWrongDirectionIsFound) {
  EXPECT_FALSE(is_monotone({"exp", oracle::exp, true, -1, 1}));
  EXPECT_FALSE(is_monotone({"sin", oracle::sin, false, -1.5, 1.75}));
  EXPECT_FALSE(is_monotone({"sqrt", oracle::sqrt, false, -1, 1}));
  EXPECT_FALSE(is_monotone({"exp", oracle::exp, false, 1, -1}));
}

// Odd and even functions: mirrored enclosures must be equal, for every seventh pattern of f16.
TEST(OracleShapeTest, OddAndEvenFunctionsAreMirrored) {
  const RealScope scope;
  const struct {
    Evaluate f;
    bool odd;
  } functions[] = {{oracle::sin, true},   {oracle::cos, false},   {oracle::tan, true},    {oracle::asin, true},
                   {oracle::atan, true},  {oracle::sinpi, true},  {oracle::cospi, false}, {oracle::tanpi, true},
                   {oracle::sinh, true},  {oracle::cosh, false},  {oracle::tanh, true},   {oracle::asinh, true},
                   {oracle::atanh, true}, {oracle::asinpi, true}, {oracle::atanpi, true}, {oracle::erf, true},
                   {oracle::cbrt, true},  {oracle::recip, true},  {oracle::radians, true}};
  for (const auto& [f, odd] : functions) {
    for (Bits x = 0; x < kF16.infinity(); x += 7) {
      const Truth right = call(f, Type::f16, {{Type::f16, x}})[0];
      const Truth left = call(f, Type::f16, {{Type::f16, kF16.negate(x)}})[0];
      ASSERT_EQ(right.kind, left.kind);
      if (right.kind == Truth::Kind::infinite) {
        ASSERT_EQ(right.negative != left.negative, odd) << hex_float(kF16, x);
      }
      if (right.kind != Truth::Kind::real) continue;
      const Interval mirrored = odd ? negate(*left.value) : *left.value;
      ASSERT_EQ(compare(right.value->low, mirrored.low), 0) << hex_float(kF16, x);
      ASSERT_EQ(compare(right.value->high, mirrored.high), 0) << hex_float(kF16, x);
    }
  }
}

}  // namespace
}  // namespace classay::oracle_testing
