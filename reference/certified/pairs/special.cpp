#include "reference/certified/pairs/special.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace classay::certified::special {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_odd(double n) { return std::fabs(std::fmod(n, 2)) == 1; }

// Returns the power of a zero or an infinity; an odd exponent keeps the sign.
double power_of_end(double x, double n) {
  const double magnitude = (x == 0) == (n > 0) ? 0 : kInfinity;
  return is_odd(n) ? std::copysign(magnitude, x) : magnitude;
}

// Returns the power of a magnitude other than 1 with an infinite exponent.
double power_with_end(double magnitude, double infinite) { return (magnitude > 1) == (infinite > 0) ? kInfinity : 0; }

}  // namespace

Value pow(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  if (x == 0 || std::isinf(x)) return power_of_end(x, y);
  return x == -1 ? 1 : power_with_end(std::fabs(x), y);
}

Value powr(double x, double y) {
  if (std::isnan(x) || std::isnan(y) || x < 0) return kNaN;
  const bool is_end = x == 0 || std::isinf(x);
  if ((is_end && y == 0) || (x == 1 && std::isinf(y))) return kNaN;
  if (x == 1 || y == 0) return 1;
  return is_end ? power_of_end(std::fabs(x), y) : power_with_end(x, y);
}

Value pown(double x, double n) {
  if (n == 0) return 1;
  return std::isnan(x) ? kNaN : power_of_end(x, n);
}

Value rootn(double x, double n) {
  if (n == 0 || std::isnan(x) || (x < 0 && !is_odd(n))) return kNaN;
  return power_of_end(x, n);
}

Value atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  const bool is_forward = !std::signbit(x);
  if (is_forward && (y == 0 || (std::isinf(x) && !std::isinf(y)))) return std::copysign(0, y);
  // Results of atan2pi are powers of two, except 3/4. Multiplying by pi adds at most one rounding to that of pi.
  return Value::angle(atan2pi(y, x).value * std::numbers::pi);
}

Value atan2pi(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  const bool is_forward = !std::signbit(x);
  if (std::isinf(y)) return std::copysign(!std::isinf(x) ? 0.5 : is_forward ? 0.25 : 0.75, y);
  if (y != 0 && x == 0) return std::copysign(0.5, y);
  return std::copysign(is_forward ? 0 : 1, y);
}

Value hypot(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return kInfinity;
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  return x == 0 ? std::fabs(y) : std::fabs(x);
}

}  // namespace classay::certified::special
