// From a function's series to what a bound needs.
#pragma once

#include "reference/arb/ball.h"
#include "reference/certified/function/series.h"
#include "reference/certified/narrow/bound.h"

namespace classay::certified {

// c + h t
PowerSeries line(const arb::Ball& c, double h);
// The smallest ball that contains both numbers.
arb::Ball hull(double a, double b);
bool contains(const arb::Ball& ball, double x);
bool is_above(const arb::Ball& ball, double x);
bool is_below(const arb::Ball& ball, double x);

// Coefficients at the exact centre, at a precision in bits; `remainder` is left to the caller.
Taylor taylor(const Series& series, double centre, double step, int degree, slong precision);

struct Magnitude {
  mag_t m;
  Magnitude() { mag_init(m); }
  Magnitude(const Magnitude&) = delete;
  Magnitude& operator=(const Magnitude&) = delete;
  ~Magnitude() { mag_clear(m); }
};

// The magnitude at most. What is not zero is at least 2^-1000, so that no underflow makes it smaller than it is.
double upper(const mag_t m);
double upper(const arb::Ball& b);

// What is known of f on a ball: a bound of |coefficient d + 1|, and between what f itself lies.
struct OverBall {
  double remainder = 0;  // infinite where f is not analytic
  double least = 0;      // of |f|, rounded down
  double greatest = 0;   // of |f|, rounded up
  int sign = 0;          // of f, 0 when it is not known
};
OverBall over_ball(const Series& series, const arb::Ball& x, double step, int degree);

}  // namespace classay::certified
