#include "reference/certified/wide/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/certified/wide/taylor.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::certified {
namespace {

// The first precision may be too low, because single values may be sharper than an oracle at 250 bits.
constexpr Precision kFirst = 250;
constexpr Precision kLast = 2000;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool keeps_infinity(const Truth& t, bool is_negative) {
  if (t.kind == Truth::Kind::infinite) return t.negative == is_negative;
  if (t.kind != Truth::Kind::real) return false;
  const Real limit = power_of_two(kWideOver);
  if (is_negative) return t.value->high.sign() < 0 && mpfr_cmpabs(t.value->high, limit) >= 0;
  return compare(t.value->low, limit) >= 0;
}

// Returns the maximum of |value - f| / (epsilon max(|f|, 2^-1022)) over the enclosure, rounded up.
double ratio(const WideValue& v, const Interval& f, Precision precision) {
  const bool is_negative = f.low.sign() < 0 || f.high.sign() < 0;
  if (f.low.sign() * f.high.sign() < 0 || (v.head < 0) != is_negative || (f.is_point() && f.low.is_zero())) return kInfinity;
  Real value(precision);
  mpfr_set_d(value, v.head, MPFR_RNDN);
  mpfr_add_d(value, value, v.tail, MPFR_RNDN);  // exact
  mpfr_mul_2si(value, value, v.scale, MPFR_RNDN);
  Real worst(precision);
  Real least(precision);
  mpfr_set_zero(worst, 1);
  mpfr_set_inf(least, 1);
  for (const Real* end : {&f.low, &f.high}) {
    Real d(precision);
    mpfr_sub(d, *end, value, MPFR_RNDA);
    mpfr_abs(d, d, MPFR_RNDU);
    mpfr_max(worst, worst, d, MPFR_RNDU);
    mpfr_abs(d, *end, MPFR_RNDD);
    mpfr_min(least, least, d, MPFR_RNDD);
  }
  mpfr_max(least, least, power_of_two(kF64.emin()), MPFR_RNDD);
  mpfr_mul_d(least, least, v.epsilon, MPFR_RNDD);
  mpfr_div(worst, worst, least, MPFR_RNDU);
  return mpfr_nan_p(static_cast<mpfr_srcptr>(worst)) != 0 ? 0 : mpfr_get_d(worst, MPFR_RNDU);  // 0 / 0: exact
}

// Does the same for values of every kind.
double ratio(const WideValue& v, const Truth& t, Precision precision) {
  bool is_kept = false;
  if (std::isnan(v.head)) {
    is_kept = t.kind == Truth::Kind::nan;
  } else if (std::isinf(v.head)) {
    is_kept = keeps_infinity(t, v.head < 0);
  } else if (v.head == 0) {
    is_kept = t.is_zero();
  } else if (t.kind == Truth::Kind::real && v.head + v.tail == v.head) {  // or the value is not normalised
    return ratio(v, *t.value, precision);
  }
  return is_kept ? 0 : kInfinity;
}

// Checks inputs of a block. ask(x, value) -> Kept.
template <class Model, class Block, class Ask>
WideKept worst_of(const Model& model, const Block& block, std::size_t each, Ask ask) {
  std::vector<Bits> x(block.count);
  std::vector<double> head(block.count);
  std::vector<double> tail(block.count);
  inputs(block, x);
  model.values(block, head, tail);
  // Checks the outermost inputs of the window, where a polynomial is least accurate, and then random ones.
  const auto [least, most] = std::ranges::minmax_element(x);
  std::vector<std::size_t> indices{static_cast<std::size_t>(least - x.begin()), static_cast<std::size_t>(most - x.begin())};
  const auto special = std::ranges::find(x, block.exact_at);
  if (special != x.end()) indices.push_back(static_cast<std::size_t>(special - x.begin()));
  for (std::size_t i = 0; i < each; ++i) indices.push_back(i * block.count / each);
  WideKept all;
  for (const std::size_t i : indices) {
    const Kept k = ask(x[i], WideValue{head[i], tail[i], block.scale, block.epsilon});
    ++all.judged;
    all.open += k.open ? 1 : 0;
    if (!(k.ratio <= all.worst.ratio)) all.worst = k;
  }
  return all;
}

}  // namespace

Kept wide_kept(std::string_view name, Evaluate truth, std::span<const Value> arguments, const WideValue& v) {
  const RealScope scope;
  if (std::isnan(v.tail)) return {.open = true};
  const Call call{.type = arguments[0].type, .args = arguments};
  Kept kept;
  for (Precision p = kFirst; p <= kLast; p *= 2) {
    kept.ratio = ratio(v, truth(call, p).at(0), p);
    if (kept.ratio <= 1) return kept;
  }
  kept.why = std::string(name);
  for (const Value& x : arguments) kept.why += fmt::format(" {:#x} ({:a})", x.bits, std::bit_cast<double>(x.bits));
  kept.why +=
      fmt::format(": value ({:a} + {:a}) * 2^{}, bound {:a}, ratio {}", v.head, v.tail, v.scale, v.epsilon, kept.ratio);
  return kept;
}

Kept wide_kept(const Function& f, Bits x, const WideValue& v) {
  const Value argument{Type::f64, x};
  return wide_kept(f.name, f.truth, {&argument, 1}, v);
}

WideKept wide_kept(const WideModel& model, const WideBlock& block, std::size_t each) {
  return worst_of(model, block, each, [&](Bits x, const WideValue& v) { return wide_kept(model.function(), x, v); });
}

WideKept wide_kept(const WidePairModel& model, const WidePairBlock& block, std::size_t each) {
  const PairFunction& f = model.function();
  return worst_of(model, block, each, [&](Bits x, const WideValue& v) {
    return wide_kept(f.name, f.truth, arguments(f, Type::f64, block.varies, block.fixed, x), v);
  });
}

}  // namespace classay::certified
