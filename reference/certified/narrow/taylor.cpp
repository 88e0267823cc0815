#include "reference/certified/narrow/taylor.h"

#include <cmath>

#include "reference/certified/function/series_support.h"

namespace classay::certified {
namespace {

constexpr slong kBallPrecision = 53;

// Returns a lower bound of |b|, or zero if it is less than 2^-1000.
double lower(const arb::Ball& b) {
  Magnitude m;
  arb_get_mag_lower(m.m, b);
  const double least = mag_get_d(m.m);
  return least < 0x1p-1000 ? 0 : least;
}

arb::Ball exactly(double x) {
  arb::Ball b;
  arb_set_d(b, x);
  return b;
}

}  // namespace

double upper(const mag_t m) { return mag_is_zero(m) != 0 ? 0 : std::fmax(mag_get_d(m), 0x1p-1000); }

double upper(const arb::Ball& b) {
  Magnitude m;
  arb_get_mag(m.m, b);
  return upper(m.m);
}

PowerSeries line(const arb::Ball& c, double h) {
  PowerSeries x;
  arb_poly_set_coeff_arb(x, 0, c);
  arb_poly_set_coeff_arb(x, 1, exactly(h));
  return x;
}

arb::Ball hull(double a, double b) {
  arb::Ball ball;
  const arb::Ball low = exactly(std::fmin(a, b));
  const arb::Ball high = exactly(std::fmax(a, b));
  arb_set_interval_arf(ball, arb_midref(static_cast<arb_srcptr>(low)), arb_midref(static_cast<arb_srcptr>(high)),
                       kBallPrecision);
  return ball;
}

bool contains(const arb::Ball& ball, double x) { return arb_contains(ball, exactly(x)) != 0; }
bool is_above(const arb::Ball& ball, double x) { return arb_gt(ball, exactly(x)) != 0; }
bool is_below(const arb::Ball& ball, double x) { return arb_lt(ball, exactly(x)) != 0; }

Taylor taylor(const Series& series, double centre, double step, int degree, slong precision) {
  const PowerSeries s = series(line(exactly(centre), step), degree + 1, precision);
  Taylor t{.degree = degree};
  for (int j = 0; j <= degree; ++j) {
    const arb::Ball a = coefficient(s, j);
    t.b.at(j) = arf_get_d(arb_midref(static_cast<arb_srcptr>(a)), ARF_RND_NEAR);
    arb::Ball difference;
    arb_sub(difference, a, exactly(t.b.at(j)), precision);
    t.beta.at(j) = upper(difference);
    if (j == 0) t.is_zero_exact = arb_is_zero(a) != 0;
  }
  return t;
}

OverBall over_ball(const Series& series, const arb::Ball& x, double step, int degree) {
  const PowerSeries s = series(line(x, step), degree + 2, kBallPrecision);
  const arb::Ball f = coefficient(s, 0);
  return {.remainder = upper(coefficient(s, degree + 1)),
          .least = lower(f),
          .greatest = upper(f),
          .sign = arb_is_positive(f) != 0   ? 1
                  : arb_is_negative(f) != 0 ? -1
                                            : 0};
}

}  // namespace classay::certified
