// From a function's series to what the bound of an f64 block needs: coefficients in two parts, for windows of several widths
// around one centre.
#pragma once

#include <optional>

#include "reference/arb/ball.h"
#include "reference/certified/function/series.h"
#include "reference/certified/wide/block.h"
#include "reference/certified/wide/bound.h"

namespace classay::certified {

inline constexpr slong kWidePrecision = 128;  // two parts, and what a window's first zero costs

class WideSeries {
 public:
  // Coefficients at the exact centre, for t = (x - centre) / step at a precision in bits.
  WideSeries(const Series& series, double centre, double step, slong precision);

  bool is_finite() const { return is_finite_; }
  // By how many powers of two the window has to be narrower than `step` for the remainder to be about `epsilon` of f, as the
  // last coefficients let one expect. At least 0.
  int narrower_for(double epsilon) const;
  // Coefficients in t = (x - centre) / (step * 2^-narrower); the remainder is left to the caller.
  WideTaylor taylor(int narrower) const;

 private:
  PowerSeries series_;
  bool is_finite_ = true;
};

// What is known of f on a ball.
struct OverWindow {
  double remainder = 0;  // |coefficient D + 1| * 2^-scale; infinite where f is not analytic
  int sign = 0;          // of f, 0 when it is not known
  bool is_over = false;  // |f| > 2^1025
  bool is_tiny = false;  // |f| < 2^-1097
};
OverWindow over_window(const Series& series, const arb::Ball& x, double step, int scale);
// The same of a positive function by a ball of its logarithm; the sign is 0 where that does not decide anything.
OverWindow over_by_log(const arb::Ball& log);

// A number in two parts, and by how much the ball may be off their sum; scaled by 2^-scale first.
struct Parts {
  double high = 0;
  double low = 0;
  double error = 0;
  double radius = 0;
};
Parts parts_of(const arb::Ball& ball, int scale);
// e with |ball| < 2^e, or nothing for zero and what is not finite.
std::optional<int> exponent_of(const arb::Ball& ball);

}  // namespace classay::certified
