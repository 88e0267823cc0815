// Checks that the ball contains the function's value at both ends of every cell and between them, and that it is narrow.
// Possible faults: a wrong cell, a missing remainder, a wrong coefficient.
#include "reference/certified/wide/expansions.h"

#include <arb_hypgeom.h>

#include <cmath>
#include <random>

#include "reference/certified/function/series_support.h"

namespace classay::certified {
namespace {

constexpr double kFrom = 0.25;
constexpr double kTo = 16;
constexpr double kSpacing = 0x1p-5;

Expansions expansions_of(Series series) { return {std::move(series), kFrom, kTo, kSpacing}; }

// Number of places whose ball contains erfc, and of all places.
struct Contained {
  std::size_t all = 0;
  std::size_t asked = 0;
  slong least_accuracy = 1000;
};
Contained contained(const Expansions& expansions) {
  std::mt19937_64 random(1);
  Contained c;
  const auto ask = [&](double x) {
    Ball exact;
    arb_set_d(exact, x);
    arb_hypgeom_erfc(exact, exact, 250);
    const Ball f = expansions.at(x);
    ++c.asked;
    c.all += arb_contains(f, exact) != 0 ? 1 : 0;
    c.least_accuracy = std::min(c.least_accuracy, arb_rel_accuracy_bits(f));
  };
  for (double cell = kFrom; cell < kTo; cell += 7 * kSpacing) {
    ask(cell);
    ask(std::nextafter(cell + kSpacing, 0));
    ask(cell + kSpacing * std::ldexp(static_cast<double>(random() >> 11U), -53));
  }
  return c;
}

TEST(ExpansionsTest, ContainTheFunctionNarrowly) {
  const Contained c = contained(expansions_of(series::erfc));
  EXPECT_EQ(c.all, c.asked);
  EXPECT_GE(c.asked, 200U);
  EXPECT_GE(c.least_accuracy, 78);
}

TEST(ExpansionsTest, CoverTheirRangeAndNothingElse) {
  const Expansions e = expansions_of(series::erfc);
  EXPECT_TRUE(e.covers(kFrom) && e.covers(std::nextafter(kTo, 0)));
  EXPECT_FALSE(e.covers(std::nextafter(kFrom, 0)) || e.covers(kTo) || e.covers(std::nan("")));
}

TEST(ExpansionsTest, AMissingRemainderIsSeen) {
  const Contained c = contained(expansions_of([](const PowerSeries& x, slong n, slong precision) {
    PowerSeries r = series::erfc(x, n, precision);
    arb_poly_truncate(r, 8);
    return r;
  }));
  EXPECT_LT(c.all, c.asked / 2);
}

TEST(ExpansionsTest, ACoefficientThatIsOffIsSeen) {
  const Contained c = contained(expansions_of([](const PowerSeries& x, slong n, slong precision) {
    Ball factor;
    arb_set_d(factor, 1 + 0x1p-52);
    Ball slope = coefficient(series::erfc(x, n, precision), 1);
    arb_mul(slope, slope, factor, precision);
    PowerSeries r = series::erfc(x, n, precision);
    arb_poly_set_coeff_arb(r, 1, slope);
    return r;
  }));
  EXPECT_LT(c.all, c.asked / 2);
}

}  // namespace
}  // namespace classay::certified
