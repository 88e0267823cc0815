// Values of functions of two arguments where one of them is a zero, an infinity or a NaN, or a document names it: 1 ^ y.
// They are exact, and what documents prescribe where they do; else what the oracle chose (reference/oracle/power.cpp).
#pragma once

#include <optional>

namespace classay::certified::special {

// nullopt: it is no number of a format, but a multiple of pi / 4.
using Value = std::optional<double>;

Value pow(double x, double y);
Value powr(double x, double y);
Value pown(double x, double n);
Value rootn(double x, double n);
Value atan2(double y, double x);
Value atan2pi(double y, double x);
Value hypot(double x, double y);

}  // namespace classay::certified::special
