#include "reference/certified/pairs/points.h"

#include <arb.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

#include "reference/arb/ball.h"
#include "reference/number/format.h"

namespace classay::certified {
namespace {

using arb::Ball;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr slong kPrecision = 200;
constexpr int kFraction = kF64.fraction_bits();
constexpr int kBias = kF64.emax;

// Adding and subtracting it leaves the nearest integer of a double below 2^51.
constexpr double kToInteger = 0x1.8p52;

// The ball is too narrow to contain a midpoint between two doubles.
double nearest(const Ball& ball) { return arf_get_d(arb_midref(static_cast<arb_srcptr>(ball)), ARF_RND_NEAR); }

Ball ratio(slong numerator, slong denominator) {
  Ball b;
  arb_set_si(b, numerator);
  arb_div_si(b, b, denominator, kPrecision);
  return b;
}

double log2_of(double x) {
  Ball b;
  Ball two;
  arb_set_d(b, x);
  arb_log(b, b, kPrecision);
  arb_const_log2(two, kPrecision);
  arb_div(b, b, two, kPrecision);
  return nearest(b);
}

PointTables made() {
  PointTables t;
  for (int i = PointTables::kFirst; i <= PointTables::kLast; ++i) {
    PointTables::Cell& cell = t.cells.at(static_cast<std::size_t>(i - PointTables::kFirst));
    cell.inverse = std::nearbyint(std::ldexp(static_cast<double>(PointTables::kSteps) / i, 28)) * 0x1p-28;
    cell.log2 = cell.inverse == 1 ? 0 : -log2_of(cell.inverse);
  }
  Ball log2;
  arb_const_log2(log2, kPrecision);
  for (std::size_t i = 0; i < t.powers.size(); ++i) {
    Ball b = ratio(static_cast<slong>(i), PointTables::kSteps);
    arb_mul(b, b, log2, kPrecision);
    arb_exp(b, b, kPrecision);
    t.powers.at(i) = nearest(b);
  }
  for (std::size_t i = 0; i < t.arcs.size(); ++i) {
    Ball b = ratio(static_cast<slong>(i), PointTables::kSteps);
    arb_atan(b, b, kPrecision);
    t.arcs.at(i) = nearest(b);
  }
  for (std::size_t i = 0; i < t.log2_series.size(); ++i) {
    const auto n = static_cast<slong>(i + 1);
    Ball b = ratio(n % 2 == 1 ? 1 : -1, n);
    arb_div(b, b, log2, kPrecision);
    t.log2_series.at(i) = nearest(b);
  }
  Ball term = ratio(1, 1);
  for (std::size_t i = 0; i < t.exp2_series.size(); ++i) {
    t.exp2_series.at(i) = nearest(term);
    arb_mul(term, term, log2, kPrecision);
    arb_div_ui(term, term, i + 1, kPrecision);
  }
  return t;
}

double polynomial(std::span<const double> coefficients, double x) {
  double sum = coefficients.back();
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) sum = coefficients[i] + x * sum;
  return sum;
}

double power_of_two(std::int64_t n) { return std::bit_cast<double>(static_cast<std::uint64_t>(n + kBias) << kFraction); }

// Precondition: x is not zero; its magnitude is a normal double.
double log2_of_magnitude(const PointTables& tables, double x) {
  const auto bits = std::bit_cast<std::uint64_t>(std::fabs(x));
  auto e = static_cast<std::int64_t>(bits >> kFraction) - kBias;
  auto m = std::bit_cast<double>((bits & kF64.fraction_mask()) | std::bit_cast<std::uint64_t>(1.0));
  if (m > std::numbers::sqrt2) {
    m *= 0.5;
    ++e;
  }
  const double i = (m * PointTables::kSteps + kToInteger) - kToInteger;
  const PointTables::Cell& cell = tables.cells[static_cast<std::size_t>(i) - PointTables::kFirst];
  const double r = m * cell.inverse - 1;
  return (static_cast<double>(e) + cell.log2) + r * polynomial(tables.log2_series, r);
}

// Returns 2^t, or its replacement if the result overflows or underflows.
double exp2_of(const PointTables& tables, double t) {
  if (t >= 129.5) return kInfinity;
  if (t <= -180) return 0x1p-180;
  const double k = (t * PointTables::kSteps + kToInteger) - kToInteger;
  const auto whole = static_cast<std::int64_t>(k);
  const double rest = t - k / PointTables::kSteps;
  const std::size_t i = static_cast<std::size_t>(whole) % PointTables::kSteps;
  return polynomial(tables.exp2_series, rest) * tables.powers[i] * power_of_two(whole >> std::countr_zero(128U));
}
static_assert(PointTables::kSteps == 128);

bool is_integer(double y) { return std::floor(y) == y; }
bool is_odd(double y) { return is_integer(y) && !is_integer(y * 0.5); }

double signed_power(const PointTables& tables, double x, double n, double t) {
  const double magnitude = exp2_of(tables, t);
  return x < 0 && is_odd(n) ? -magnitude : magnitude;
}

// Returns an angle from 0 to pi.
double arc(const PointTables& tables, double y, double x) {
  const double along = std::fabs(x);
  const double a = std::fmin(along, y);
  const double b = std::fmax(along, y);
  const double i = (a / b * PointTables::kSteps + kToInteger) - kToInteger;
  const double c = i / PointTables::kSteps;
  const double t = (a - c * b) / (b + c * a);
  const double s = t * t;
  // The rounding errors of the coefficients are insignificant, because s is at most 2^-16.
  const double rest = t + t * (s * (-1.0 / 3 + s * (0.2 - s * (1.0 / 7))));
  double sum = tables.arcs[static_cast<std::size_t>(i)] + rest;
  if (y > along) sum = std::numbers::pi / 2 - sum;
  return x < 0 ? std::numbers::pi - sum : sum;
}

}  // namespace

const PointTables& PointTables::exact() {
  static const PointTables tables = made();
  return tables;
}

namespace points {

double pow(const PointTables& tables, double x, double y) {
  if (x < 0 && !is_integer(y)) return kNaN;
  return signed_power(tables, x, y, y * log2_of_magnitude(tables, x));
}

double powr(const PointTables& tables, double x, double y) {
  return x < 0 ? kNaN : exp2_of(tables, y * log2_of_magnitude(tables, x));
}

double pown(const PointTables& tables, double x, double n) {
  return signed_power(tables, x, n, n * log2_of_magnitude(tables, x));
}

double rootn(const PointTables& tables, double x, double n) {
  if (x < 0 && !is_odd(n)) return kNaN;
  return signed_power(tables, x, n, log2_of_magnitude(tables, x) / n);
}

double atan2(const PointTables& tables, double y, double x) { return std::copysign(arc(tables, std::fabs(y), x), y); }

double atan2pi(const PointTables& tables, double y, double x) {
  return std::copysign(arc(tables, std::fabs(y), x) * std::numbers::inv_pi, y);
}

double hypot(const PointTables&, double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace points
}  // namespace classay::certified
