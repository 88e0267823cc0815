// Power series of functions of two arguments in one of them, the other one fixed. All are closed forms, or made of a
// derivative that is one, so that they stay tight over balls as wide as a binade.
#pragma once

#include "reference/arb/ball.h"
#include "reference/certified/function/function.h"

namespace classay::certified::series {

// x^p for x > 0. The exponent is p exactly, or so narrow a ball around it that it does not show.
Series power_with_exponent(const arb::Ball& p);
// X^y, given log X in the same way.
Series power_with_log_base(const arb::Ball& log_base);
// Their logarithms, which tell where they lie beyond what is told apart: Arb has no ball for e^(2^200), and none that is of
// use for exp of a wide one.
Function::Log log_with_exponent(const arb::Ball& p);
Function::Log log_with_log_base(const arb::Ball& log_base);

// atan2(y, X) for y > 0 or X > 0, and atan2(Y, x); divided by pi where asked.
Series atan2_in_y(double x, bool over_pi);
Series atan2_in_x(double y, bool over_pi);

// sqrt(x^2 + A^2)
Series hypot_with(double a);

}  // namespace classay::certified::series
