// Checks that an image contains the function's values everywhere in its pieces. Random numbers in random pieces are
// evaluated one by one with MPFR alone. Possible faults: an extreme or a pole inside a piece is missed, a decreasing
// function is treated as increasing, the part of a piece outside the domain is ignored.
#include "reference/derived/image.h"

#include <cmath>
#include <random>

namespace classay::derived {
namespace {

constexpr Precision kPrecision = 128;

// The image of one number, which MPFR computes, must be contained in the image of its piece.
void expect_inside(const Image& one, const Image& all, const std::string& what) {
  EXPECT_LE(one.nan, all.nan) << what;
  EXPECT_LE(one.positive_infinity, all.positive_infinity || (all.numbers && all.numbers->high.is_infinite())) << what;
  EXPECT_LE(one.negative_infinity, all.negative_infinity || (all.numbers && all.numbers->low.is_infinite())) << what;
  if (!one.numbers) return;
  ASSERT_TRUE(all.numbers.has_value()) << what;
  EXPECT_LE(compare(all.numbers->low, one.numbers->high), 0) << what;
  EXPECT_GE(compare(all.numbers->high, one.numbers->low), 0) << what;
}

class ImageTest : public ::testing::TestWithParam<std::string_view> {
 protected:
  // Returns a piece with one sign and moderate size, whose ends are close together or far apart.
  Piece piece() {
    const double sign = random_() % 2 == 0 ? 1 : -1;
    const double a = std::ldexp(1 + uniform(), static_cast<int>(random_() % 10) - 6);
    const double b =
        a * (1 + std::ldexp(uniform(), -static_cast<int>(random_() % 12))) + (random_() % 3 == 0 ? uniform() : 0);
    return {exact_double(std::fmin(sign * a, sign * b)), exact_double(std::fmax(sign * a, sign * b))};
  }
  Piece inside(const Piece& p, int i, int count) const {
    const double low = mpfr_get_d(p.low, MPFR_RNDN);
    const double high = mpfr_get_d(p.high, MPFR_RNDN);
    return Interval::point(exact_double(i == count ? high : low + (high - low) * i / count));
  }
  static std::string words(const Piece& p) {
    return decimal(p.low, 20, MPFR_RNDN) + " .. " + decimal(p.high, 20, MPFR_RNDN);
  }

 private:
  double uniform() { return static_cast<double>(random_()) * 0x1p-64; }

  std::mt19937_64 random_{7};
  RealScope scope_;
};

TEST_P(ImageTest, HoldsWhatTheFunctionGivesAnywhereInAPiece) {
  constexpr int kSamples = 40;
  for (int n = 0; n < 400; ++n) {
    const Piece x = piece();
    const Image all = image_of(GetParam(), {&x, 1}, kPrecision);
    for (int i = 0; i <= kSamples; ++i) {
      const Piece at = inside(x, i, kSamples);
      expect_inside(image_of(GetParam(), {&at, 1}, kPrecision), all, std::string(GetParam()) + " of " + words(x));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfOne, ImageTest,
                         ::testing::Values("sqrt", "log", "log2", "log10", "exp", "exp2", "sin", "cos", "tan", "atan",
                                           "asin", "acos"));

class PairImageTest : public ImageTest {};

TEST_P(PairImageTest, HoldsWhatTheFunctionGivesAnywhereInABox) {
  constexpr int kSamples = 6;
  for (int n = 0; n < 400; ++n) {
    const std::array box{piece(), GetParam() == "rootn" ? Interval::point(exact_double(n % 11 - 5)) : piece()};
    const Image all = image_of(GetParam(), box, kPrecision);
    for (int i = 0; i <= kSamples * kSamples; ++i) {
      const std::array at{inside(box[0], i % kSamples, kSamples), inside(box[1], i / kSamples, kSamples)};
      const std::string what = std::string(GetParam()) + " of " + words(box[0]) + ", " + words(box[1]);
      expect_inside(image_of(GetParam(), at, kPrecision), all, what);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfTwo, PairImageTest, ::testing::Values("atan2", "rootn"));

// Zero is a separate piece, so only an operand of zero reaches the cut, from either side.
TEST(ImageOfSpecialTest, TheAngleAcrossTheCutIsAnyAngle) {
  const RealScope scope;
  const Piece zero = Interval::point(exact_double(0));
  const Piece left{exact_double(-2), exact_double(-1)};
  const Image cut = image_of("atan2", std::array{zero, left}, kPrecision);
  EXPECT_LT(mpfr_cmp_d(cut.numbers->low, -3.14), 0);
  EXPECT_GT(mpfr_cmp_d(cut.numbers->high, 3.14), 0);
}

TEST(ImageOfSpecialTest, AQuotientByAZeroIsEitherInfinity) {
  const RealScope scope;
  const Piece zero = Interval::point(exact_double(0));
  const Image pole = quotient(Interval::point(exact_double(1)), zero, kPrecision);
  EXPECT_TRUE(pole.positive_infinity && pole.negative_infinity && !pole.nan);
  EXPECT_TRUE(quotient(zero, zero, kPrecision).nan);
}

}  // namespace
}  // namespace classay::derived
