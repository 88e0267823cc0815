// Converts a function's series to the input of an f64 block's bound: coefficients in two parts, for windows of several
// widths around one centre.
#pragma once

#include <optional>

#include "reference/arb/ball.h"
#include "reference/certified/function/function.h"
#include "reference/certified/function/series.h"
#include "reference/certified/wide/block.h"
#include "reference/certified/wide/bound.h"

namespace classay::certified {

inline constexpr slong kWidePrecision = 128;  // two parts, plus the cancellation at a window's first zero

class WideSeries {
 public:
  // Computes coefficients at the exact centre, for t = (x - centre) / step, with a precision in bits.
  WideSeries(const Series& series, double centre, double step, slong precision);

  bool is_finite() const { return is_finite_; }
  // Returns a number of powers of two, at least 0. A window that is narrower than `step` by them has a remainder of about
  // `epsilon` of f, estimated from the last coefficients.
  int narrower_for(double epsilon) const;
  // Returns coefficients in t = (x - centre) / (step * 2^-narrower). The caller sets the remainder.
  WideTaylor taylor(int narrower) const;

 private:
  PowerSeries series_;
  bool is_finite_ = true;
};

// Properties of f on a ball.
struct OverWindow {
  double remainder = 0;  // |coefficient D + 1| * 2^-scale; infinite if f is not analytic
  int sign = 0;          // sign of f, 0 if unknown
  bool is_over = false;  // |f| > 2^1025
  bool is_tiny = false;  // |f| < 2^-1097
};
OverWindow over_window(const Series& series, const arb::Ball& x, double step, int scale);
// Does the same for a positive function, from a ball of its logarithm. The sign is 0 if that ball does not decide.
OverWindow over_by_log(const arb::Ball& log);

// A number in two parts, scaled by 2^-scale, and the error of their sum for any number of the ball.
struct Parts {
  double high = 0;
  double low = 0;
  double error = 0;
  double radius = 0;
};
Parts parts_of(const arb::Ball& ball, int scale);
// Returns e with |ball| < 2^e, or nothing if the ball is zero or not finite.
std::optional<int> exponent_of(const arb::Ball& ball);

}  // namespace classay::certified
