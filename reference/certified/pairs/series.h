// Expands functions of two arguments in one of them, with the other fixed. All series are closed forms, or have a closed
// form as derivative, so that they stay tight over balls as wide as a binade.
#pragma once

#include "reference/arb/ball.h"
#include "reference/certified/function/function.h"

namespace classay::certified::series {

// x^p for x > 0. p is exact, or a ball that is too narrow to affect the result.
Series power_with_exponent(const arb::Ball& p);
// X^y, for a log X of the same kind.
Series power_with_log_base(const arb::Ball& log_base);
// The logarithms of these functions, which show overflow and underflow. Arb has no ball for e^(2^200), and no useful ball
// for exp of a wide one.
Function::Log log_with_exponent(const arb::Ball& p);
Function::Log log_with_log_base(const arb::Ball& log_base);

// atan2(y, X) for y > 0 or X > 0, and atan2(Y, x); divided by pi if requested.
Series atan2_in_y(double x, bool over_pi);
Series atan2_in_x(double y, bool over_pi);

// sqrt(x^2 + A^2)
Series hypot_with(double a);

}  // namespace classay::certified::series
