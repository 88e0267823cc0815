#include "reference/certified/wide/taylor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/certified/function/series_support.h"
#include "reference/certified/narrow/taylor.h"

namespace classay::certified {
namespace {

constexpr slong kBallPrecision = 53;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void scale_by(Ball& b, slong exponent) { arb_mul_2exp_si(b, b, exponent); }

arf_srcptr middle(const Ball& b) { return arb_midref(static_cast<arb_srcptr>(b)); }

}  // namespace

std::optional<int> exponent_of(const Ball& ball) {
  if (arb_is_finite(ball) == 0 || arf_is_zero(middle(ball)) != 0) return std::nullopt;
  const slong e = arf_abs_bound_lt_2exp_si(middle(ball));
  return static_cast<int>(std::clamp<slong>(e, -(slong{1} << 30), slong{1} << 30));
}

Parts parts_of(const Ball& ball, int scale) {
  Ball rest = ball;
  scale_by(rest, -slong{scale});
  Parts p;
  p.radius = upper(arb_radref(static_cast<arb_srcptr>(rest)));
  p.high = arf_get_d(middle(rest), ARF_RND_NEAR);
  arf_t part;
  arf_init(part);
  const auto take = [&](double d) {
    arf_set_d(part, d);
    arf_sub(arb_midref(static_cast<arb_ptr>(rest)), middle(rest), part, ARF_PREC_EXACT, ARF_RND_DOWN);
  };
  if (std::isfinite(p.high)) {
    take(p.high);
    p.low = arf_get_d(middle(rest), ARF_RND_NEAR);
    take(p.low);
  }
  arf_clear(part);
  p.error = std::isfinite(p.high) ? upper(rest) : kInfinity;
  return p;
}

WideSeries::WideSeries(const Series& series, double centre, double step, slong precision) {
  Ball c;
  arb_set_d(c, centre);
  series_ = series(line(c, step), kWideDegree + 1, precision);
  for (slong j = 0; j <= kWideDegree; ++j) is_finite_ = is_finite_ && arb_is_finite(coefficient(series_, j)) != 0;
}

int WideSeries::narrower_for(double epsilon) const {
  // log2 |A_j| of f and of the last coefficients. The next coefficient is assumed to continue the trend.
  const auto exponent = [&](slong j) { return exponent_of(coefficient(series_, j)); };
  const std::optional<int> e0 = exponent(0);
  const std::optional<int> e1 = exponent(1);
  if (!e0 && !e1) return 0;
  const double largest = std::max(e0.value_or(-(1 << 30)), e1.value_or(-(1 << 30)));
  double each = -kInfinity;  // log2 of the ratio between consecutive coefficients
  for (slong j = kWideDegree - 2; j <= kWideDegree; ++j) {
    if (const std::optional<int> e = exponent(j)) each = std::fmax(each, (*e - largest) / static_cast<double>(j));
  }
  // 2^(each - narrower) to the power of D + 1 must be epsilon / 4.
  const double narrower = each - (std::log2(epsilon) - 2) / (kWideDegree + 1);
  return static_cast<int>(std::ceil(std::clamp(narrower, 0.0, 1000.0)));
}

WideTaylor WideSeries::taylor(int narrower) const {
  WideTaylor t;
  Ball a = coefficient(series_, 0);
  t.is_zero_exact = arb_is_zero(a) != 0;
  Ball slope = coefficient(series_, 1);
  scale_by(slope, -slong{narrower});
  t.scale = std::max(exponent_of(a).value_or(-(1 << 30)), exponent_of(slope).value_or(-(1 << 30)));
  if (t.scale == -(1 << 30)) t.scale = 0;
  for (int j = 0; j <= kWideDegree; ++j) {
    if (j > 0) a = coefficient(series_, j);
    scale_by(a, -slong{narrower} * j);
    const Parts p = parts_of(a, t.scale);
    t.b[j] = p.high;
    t.radius[j] = p.radius;
    t.beta[j] = p.error;
    if (j < kWideHeads) {
      t.l[j] = p.low;
    } else {
      t.beta[j] = (p.error + std::fabs(p.low)) * (1 + 0x1p-50);
    }
  }
  return t;
}

// e^711 > 2^1025.7, e^-761 < 2^-1097.8.
OverWindow over_by_log(const Ball& log) {
  if (is_above(log, 711)) return {.remainder = kInfinity, .sign = 1, .is_over = true};
  if (is_below(log, -761)) return {.remainder = kInfinity, .sign = 1, .is_tiny = true};
  return {.remainder = kInfinity};
}

OverWindow over_window(const Series& series, const Ball& x, double step, int scale) {
  const PowerSeries s = series(line(x, step), kWideDegree + 2, kBallPrecision);
  Ball last = coefficient(s, kWideDegree + 1);
  if (arb_is_finite(last) != 0) scale_by(last, -slong{scale});
  const Ball f = coefficient(s, 0);
  Magnitude least;
  Magnitude most;
  arb_get_mag_lower(least.m, f);
  arb_get_mag(most.m, f);
  return {.remainder = upper(last),
          .sign = arb_is_positive(f) != 0   ? 1
                  : arb_is_negative(f) != 0 ? -1
                                            : 0,
          .is_over = mag_cmp_2exp_si(least.m, kWideOver) > 0,
          .is_tiny = mag_cmp_2exp_si(most.m, kWideTiny) < 0};
}

}  // namespace classay::certified
