#include "reference/certified/wide/single.h"

#include <arb_hypgeom.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "reference/certified/narrow/taylor.h"
#include "reference/certified/wide/expansions.h"
#include "reference/certified/wide/function.h"
#include "reference/certified/wide/taylor.h"
#include "reference/oracle/oracle.h"

namespace classay::certified {
namespace {

using arb::Ball;
using Scalar = void (*)(arb_t, const arb_t, slong);

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr slong kFirst = 96;  // bits
constexpr slong kLast = 1U << 14U;
constexpr int kFar = 2000;  // an exponent beyond the range of f64, for balls that may be wide

constexpr WideValue special(double value) { return {.head = value}; }
constexpr WideValue open() { return {.tail = kNaN, .epsilon = kInfinity}; }

void exp2(arb_t r, const arb_t x, slong p) {
  Ball log2;
  arb_const_log2(log2, p);
  arb_mul(r, x, log2, p);
  arb_exp(r, r, p);
}
void cbrt(arb_t r, const arb_t x, slong p) { arb_root_ui(r, x, 3, p); }
void identity_inverse(arb_t r, const arb_t x, slong p) { arb_inv(r, x, p); }

template <Scalar kInverse>
void over_pi(arb_t r, const arb_t x, slong p) {
  Ball pi;
  arb_const_pi(pi, p);
  kInverse(r, x, p);
  arb_div(r, r, pi, p);
}

// Arb's scalar functions with the same definition. All other functions use series with one coefficient.
struct Named {
  Evaluate truth;
  Scalar scalar;
};
const std::array kScalars = std::to_array<Named>({
    {oracle::exp, arb_exp},
    {oracle::exp2, exp2},
    {oracle::expm1, arb_expm1},
    {oracle::log, arb_log},
    {oracle::log1p, arb_log1p},
    {oracle::sin, arb_sin},
    {oracle::cos, arb_cos},
    {oracle::tan, arb_tan},
    {oracle::sinpi, arb_sin_pi},
    {oracle::cospi, arb_cos_pi},
    {oracle::tanpi, arb_tan_pi},
    {oracle::asin, arb_asin},
    {oracle::acos, arb_acos},
    {oracle::atan, arb_atan},
    {oracle::asinpi, over_pi<arb_asin>},
    {oracle::acospi, over_pi<arb_acos>},
    {oracle::atanpi, over_pi<arb_atan>},
    {oracle::sinh, arb_sinh},
    {oracle::cosh, arb_cosh},
    {oracle::tanh, arb_tanh},
    {oracle::asinh, arb_asinh},
    {oracle::acosh, arb_acosh},
    {oracle::atanh, arb_atanh},
    {oracle::erf, arb_hypgeom_erf},
    {oracle::erfc, arb_hypgeom_erfc},
    {oracle::tgamma, arb_gamma},
    {oracle::cbrt, cbrt},
    {oracle::sqrt, arb_sqrt},
    {oracle::rsqrt, arb_rsqrt},
    {oracle::recip, identity_inverse},
});

// The ranges in which Arb takes 2 to 11 microseconds. Beyond them it is as fast. x = 0 is excluded, because near it the
// difference from the middle of a cell is not exact.
std::span<const Expansions> expansions_of(const Function& f) {
  constexpr double kSpacing = 0x1p-5;
  static const std::array kErf{Expansions(series::erf, 0.25, 8, kSpacing)};
  static const std::array kErfc{Expansions(series::erfc, -8, -0.25, kSpacing), Expansions(series::erfc, 0.25, 16, kSpacing)};
  if (f.truth == oracle::erf) return kErf;
  if (f.truth == oracle::erfc) return kErfc;
  return {};
}

// Returns a ball in two parts, or nothing if it is too wide. |ball| < 2^scale.
std::optional<WideValue> narrow_enough(const Ball& f, int scale, double epsilon) {
  const Parts p = parts_of(f, scale);
  const double least = std::fabs(p.high) * (1 - 0x1p-40) - p.error;
  if (!(least > 0 && p.error <= epsilon * least)) return std::nullopt;
  const int sign = p.high < 0 ? -1 : 1;
  // 2^(scale - 2) < |f| < 2^(scale + 1).
  if (scale >= kWideOver + 2) return wide_over(sign);
  if (scale < kWideTiny) return wide_tiny(sign);
  return WideValue{p.high, p.low, scale, p.error / least * (1 + 0x1p-40)};
}

// Poles of gamma functions: at integers, Arb's balls are not finite.
bool is_pole_of_gamma(const Function& f, double x) { return f.far == Far::poles && x < 0 && x == std::floor(x); }

}  // namespace

struct WideSingle::Means {
  Scalar scalar = nullptr;                 // faster than the series, if it exists
  std::span<const Expansions> expansions;  // faster than both, if they cover x
};

WideSingle::WideSingle(const Function& function) : function_(function) {
  const auto* found = std::ranges::find(kScalars, function.truth, &Named::truth);
  const Scalar scalar = found != kScalars.end() ? found->scalar : nullptr;
  means_ = std::make_shared<const Means>(Means{.scalar = scalar, .expansions = expansions_of(function)});
}

WideValue WideSingle::at(Bits x, double epsilon) const {
  if (kF64.is_nan(x)) return special(kNaN);
  if (kF64.is_infinite(x) || kF64.is_zero(x)) return open();
  const bool is_mirrored = kF64.is_negative(x) && function_.parity != Parity::none;
  WideValue v = positive(std::bit_cast<double>(is_mirrored ? kF64.negate(x) : x), epsilon);
  if (is_mirrored && function_.parity == Parity::odd) {
    v.head = -v.head;
    v.tail = -v.tail;
  }
  return v;
}

WideValue WideSingle::positive(double x, double epsilon) const {
  if (const std::optional<WideRegion> r = wide_region_of(function_, x, x)) {
    if (std::isinf(r->epsilon)) return open();
    return {.head = r->value, .scale = r->scale, .epsilon = r->epsilon};
  }
  if (is_pole_of_gamma(function_, x)) return special(function_.reciprocal == nullptr ? kInfinity : kNaN);
  if (function_.far == Far::poles && function_.reciprocal != nullptr && x <= kAlternatingGamma) {
    return wide_tiny(std::fmod(std::floor(x), 2) == 0 ? 1 : -1);
  }
  return by_arb(x, epsilon);
}

WideValue WideSingle::by_arb(double x, double epsilon) const {
  const auto expansions = std::ranges::find_if(means_->expansions, [&](const Expansions& e) { return e.covers(x); });
  if (expansions != means_->expansions.end()) {
    const Ball f = expansions->at(x);
    const std::optional<int> scale = exponent_of(f);
    if (const auto value = scale ? narrow_enough(f, *scale, epsilon) : std::nullopt) return *value;
  }
  Ball argument;
  arb_set_d(argument, x);
  for (slong precision = kFirst; precision <= kLast; precision *= 2) {
    Ball f;
    if (means_->scalar != nullptr) {
      means_->scalar(f, argument, precision);
    } else {
      arb_poly_get_coeff_arb(f, function_.series(line(argument, 0), 1, precision), 0);
    }
    if (arb_is_zero(f) != 0) return special(function_.at_zero(x));
    const std::optional<int> scale = exponent_of(f);
    if (function_.log && (!scale || std::abs(*scale) > kFar)) {
      const OverWindow known = over_by_log(function_.log(hull(x, x)));
      if (known.sign != 0) return known.is_over ? wide_over(known.sign) : wide_tiny(known.sign);
    }
    if (!scale) {
      // At a pole every precision gives the same result.
      if (function_.reciprocal == nullptr) continue;
      Ball inverse;
      arb_poly_get_coeff_arb(inverse, function_.reciprocal(line(argument, 0), 1, precision), 0);
      if (arb_is_zero(inverse) != 0) return special(function_.at_pole(x));
      continue;
    }
    if (const auto value = narrow_enough(f, *scale, epsilon)) return *value;
  }
  return open();
}

}  // namespace classay::certified
