#include "reference/certified/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/bulk/formats.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::certified {
namespace {

constexpr Precision kPrecision = 200;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Type type_of(const Format& f) { return of_narrow(f, Type::f16, Type::f32); }

bool keeps_infinity(const Truth& t, bool negative) {
  if (t.kind == Truth::Kind::infinite) return t.negative == negative;
  if (t.kind != Truth::Kind::real) return false;
  const Real limit = power_of_two(129);
  return negative ? mpfr_cmpabs(t.value->high, limit) >= 0 && t.value->high.sign() < 0 : compare(t.value->low, limit) >= 0;
}

// Returns the maximum of |value - f| / (epsilon max(|f|, floor)) over the enclosure, rounded up.
double ratio(double value, double epsilon, const Interval& f) {
  if (f.low.sign() * f.high.sign() < 0 || (value < 0) != (f.low.sign() < 0 || f.high.sign() < 0)) return kInfinity;
  if (f.is_point() && f.low.is_zero()) return kInfinity;
  Real worst(kPrecision + 64);
  Real least(kPrecision + 64);
  mpfr_set_zero(worst, 1);
  mpfr_set_inf(least, 1);
  for (const Real* end : {&f.low, &f.high}) {
    Real d(kPrecision + 64);
    mpfr_sub_d(d, *end, value, MPFR_RNDA);
    mpfr_abs(d, d, MPFR_RNDU);
    mpfr_max(worst, worst, d, MPFR_RNDU);
    mpfr_abs(d, *end, MPFR_RNDD);
    mpfr_min(least, least, d, MPFR_RNDD);
  }
  if (mpfr_cmp_d(least, kFloor) < 0) mpfr_set_d(least, kFloor, MPFR_RNDD);
  mpfr_mul_d(least, least, epsilon, MPFR_RNDD);
  mpfr_div(worst, worst, least, MPFR_RNDU);
  return mpfr_nan_p(static_cast<mpfr_srcptr>(worst)) != 0 ? 0 : mpfr_get_d(worst, MPFR_RNDU);  // 0 / 0: exact
}

// Returns whether one model reports a block as beyond 2^129, and the value of the other model is there too.
bool both_beyond(double u, double v) {
  constexpr double kBeyond = 0x1p129 * (1 - 0x1p-30);
  return (std::isinf(u) || std::isinf(v)) && std::fmin(std::fabs(u), std::fabs(v)) > kBeyond && (u < 0) == (v < 0);
}

// Compares the values of two sources at the same inputs, and updates the worst ratio.
std::size_t compare(const Values& a, const Values& b, Bits from, std::span<double> u, std::span<double> v,
                    Disagreement& worst) {
  const Known x = a.at(from, u);
  const Known y = b.at(from, v.first(x.count));
  const double allowed = x.epsilon + y.epsilon;
  for (std::size_t i = 0; i < y.count && std::isfinite(allowed); ++i) {
    const bool same = u[i] == v[i] || (std::isnan(u[i]) && std::isnan(v[i])) || both_beyond(u[i], v[i]);
    // Each bound is relative to |f|, which exceeds a value by at most this factor.
    const double magnitude = std::fmax(std::fabs(u[i]), kFloor) * (1 + 0x1p-30);
    const double ratio = same ? 0 : std::fabs(u[i] - v[i]) / (allowed * magnitude);
    if (!(ratio <= worst.ratio)) worst = {std::isnan(ratio) ? kInfinity : ratio, from + i, worst.compared};
  }
  worst.compared += y.count;
  return y.count;
}

}  // namespace

Kept kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, double value, double epsilon) {
  const RealScope scope;
  if (epsilon == kInfinity) return {.open = true};
  const Call call{.type = arguments[0].type, .args = arguments};
  const Truth t = truth(call, kPrecision).at(0);
  Kept kept;
  if (std::isnan(value)) {
    kept.ratio = t.kind == Truth::Kind::nan ? 0 : kInfinity;
  } else if (std::isinf(value)) {
    kept.ratio = keeps_infinity(t, value < 0) ? 0 : kInfinity;
  } else if (value == 0) {
    kept.ratio = t.is_zero() ? 0 : kInfinity;
  } else {
    kept.ratio = t.kind == Truth::Kind::real ? ratio(value, epsilon, *t.value) : kInfinity;
  }
  if (kept.ratio <= 1) return kept;
  kept.why = std::string(name);
  for (const Value& v : arguments) kept.why += fmt::format(" {:#x}", v.bits);
  kept.why += fmt::format(": value {:a}, bound {:a}, ratio {}", value, epsilon, kept.ratio);
  return kept;
}

bool is_in_gap_of(double value, const Format& format, Evaluate f, std::span<const Value> arguments) {
  constexpr Precision kFine = 640;  // 1 - cos 2^-149 < 2^-298
  const RealScope scope;
  const Truth t = f({.type = arguments[0].type, .args = arguments}, kFine).at(0);
  if (t.kind != Truth::Kind::real || value == 0) return false;
  const double magnitude = std::fabs(value);
  const double half = std::ldexp(1.0, std::max(std::ilogb(magnitude), format.emin()) - format.fraction_bits() - 1);
  const double low = std::floor(magnitude / half) * half;
  if (magnitude == low) return false;
  // An enclosure may touch an end of the gap without containing it. No enclosure of 1 - tanh 2^100 avoids this.
  const bool may_touch = !t.value->is_point();
  return std::ranges::all_of(std::array{&t.value->low, &t.value->high}, [&](const Real* end) {
    Real size(kFine);
    mpfr_abs(size, *end, MPFR_RNDN);
    const int to_low = mpfr_cmp_d(size, low);
    const int to_high = mpfr_cmp_d(size, low + half);
    return (to_low > 0 || (to_low == 0 && may_touch)) && (to_high < 0 || (to_high == 0 && may_touch));
  });
}

Kept kept(const Function& f, const Format& format, Bits x, double value, double epsilon) {
  const Value argument{type_of(format), x};
  return kept(f.name, f.truth, {&argument, 1}, value, epsilon);
}

Kept kept(const Model& model, Bits x) {
  double value = 0;
  const Known known = model.at(x, {&value, 1});
  Kept k = kept(model.function(), model.format(), x, value, known.epsilon);
  const Value argument{type_of(model.format()), x};
  const bool is_number = std::isfinite(value);
  if (known.same_gap && is_number && !is_in_gap_of(value, model.format(), model.function().truth, {&argument, 1})) {
    k.ratio = kInfinity;
    k.why = fmt::format("{} {:#x}: not in the gap of {:a}", model.function().name, x, value);
  }
  return k;
}

Kept kept(const PairModel& model, Bits varied) {
  double value = 0;
  const Known known = model.at(varied, {&value, 1});
  const PairFunction& f = model.function();
  const std::array<Value, 2> all = arguments(f, type_of(model.format()), model.varies(), model.fixed(), varied);
  Kept k = kept(f.name, f.truth, all, value, known.epsilon);
  if (known.same_gap && std::isfinite(value) && !is_in_gap_of(value, model.format(), f.truth, all)) {
    k.ratio = kInfinity;
    k.why = fmt::format("{} {:#x}: not in the gap of {:a}", f.name, varied, value);
  }
  return k;
}

std::array<Value, 2> arguments(const PairFunction& f, Type type, Varies varies, Bits fixed, Bits varied) {
  std::array both{Value{type, varied}, Value{f.second_is_integer ? Type::i32 : type, fixed}};
  if (varies == Varies::second) std::swap(both[0].bits, both[1].bits);
  return both;
}

Disagreement disagreement(const Values& a, const Values& b, PatternRun run) {
  std::vector<double> u(4096);
  std::vector<double> v(4096);
  Disagreement worst;
  for (std::size_t done = 0; done < run.count;) {
    const std::size_t left = std::min(u.size(), run.count - done);
    done += compare(a, b, run.first + done, std::span(u).first(left), v, worst);
  }
  return worst;
}

Disagreement disagreement(const Model& a, const Model& b, std::size_t count) {
  constexpr std::size_t kRun = 4096;
  const std::size_t all = a.format().mask() + 1;
  const std::size_t stride = std::max<std::size_t>(1, all / std::max<std::size_t>(1, std::min(count, all)));
  std::vector<double> u(kRun);
  std::vector<double> v(kRun);
  Disagreement worst;
  for (Bits first = 0; first < all; first += kRun * stride) {
    // The position of the run differs in each stride, so that all parts of blocks are tested.
    const Bits from = first + (first / kRun * 0x9e3779b9U % stride) * kRun;
    for (std::size_t done = 0; done < kRun && from + done < all;) {
      done += compare(a, b, from + done, std::span(u).first(kRun - done), v, worst);
    }
  }
  return worst;
}

}  // namespace classay::certified
