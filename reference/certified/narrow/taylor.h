// Converts a function's series to the input of a bound.
#pragma once

#include "reference/arb/ball.h"
#include "reference/certified/function/function.h"
#include "reference/certified/function/series.h"
#include "reference/certified/narrow/bound.h"

namespace classay::certified {

// c + h t
PowerSeries line(const arb::Ball& c, double h);
// Returns the smallest ball that contains both numbers.
arb::Ball hull(double a, double b);
bool contains(const arb::Ball& ball, double x);
bool is_above(const arb::Ball& ball, double x);
bool is_below(const arb::Ball& ball, double x);

// Returns coefficients at the exact centre, with a precision in bits. The caller sets `remainder`.
Taylor taylor(const Series& series, double centre, double step, int degree, slong precision);

struct Magnitude {
  mag_t m;
  Magnitude() { mag_init(m); }
  Magnitude(const Magnitude&) = delete;
  Magnitude& operator=(const Magnitude&) = delete;
  ~Magnitude() { mag_clear(m); }
};

// Returns an upper bound of the magnitude. A nonzero result is at least 2^-1000, so that no underflow reduces it.
double upper(const mag_t m);
double upper(const arb::Ball& b);

// Properties of f on a ball: a bound of |coefficient d + 1|, and bounds of f.
struct OverBall {
  double remainder = 0;  // infinite if f is not analytic
  double least = 0;      // lower bound of |f|
  double greatest = 0;   // upper bound of |f|
  int sign = 0;          // sign of f, 0 if unknown
};
OverBall over_ball(const Series& series, const arb::Ball& x, double step, int degree);

}  // namespace classay::certified
