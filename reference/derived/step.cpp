#include "reference/derived/step.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

namespace classay::derived {
namespace {

// Sums and products of three f32 numbers are exact in this many bits: 2^256 down to 2^-298.
constexpr Precision kExactPrecision = 640;

Real ulp(const Format& f, const Real& x) { return power_of_two(ulp_exponent(f, x)); }

// Returns a lower bound of v - n ulp(v) for all v in `image`.
Real below(const Format& f, const Interval& image, const Real& n, Precision p) {
  Real bound(p);
  Real t(p);
  const auto under = [&](const Real& v, const Real& spacing, Real& r) {
    mpfr_mul(t, n, spacing, MPFR_RNDU);
    mpfr_sub(r, v, t, MPFR_RNDD);
    if (r.is_nan()) mpfr_set_inf(r, -1);
  };
  // If n ulp are less than the number itself, v - n ulp(v) increases except for steps at powers of two, of which the first
  // one counts. In all other cases the largest spacing gives a bound.
  const bool small = mpfr_cmp_ui_2exp(n, 1, f.precision - 2) < 0;
  if (!small) {
    const Real low_ulp = ulp(f, image.low);
    const Real high_ulp = ulp(f, image.high);
    under(image.low, compare(low_ulp, high_ulp) > 0 ? low_ulp : high_ulp, bound);
    return bound;
  }
  under(image.low, ulp(f, image.low), bound);
  if (image.low.sign() <= 0 || image.low.is_infinite()) return bound;
  const int e = static_cast<int>(leading_exponent(image.low)) + (is_power_of_two(image.low) ? 0 : 1);
  const Real step = power_of_two(e);
  if (compare(step, image.high) >= 0) return bound;
  Real at_step(p);
  under(step, power_of_two(spacing_exponent(f, e)), at_step);
  mpfr_min(bound, bound, at_step, MPFR_RNDD);
  return bound;
}

Interval enlarged_by_ulps(const Format& f, const Interval& image, const Real& n, Precision p) {
  Real low = below(f, image, n, p);
  Real high = below(f, negate(image), n, p);
  mpfr_neg(high, high, MPFR_RNDN);
  return {std::move(low), std::move(high)};
}

Interval enlarged_by(const Interval& image, double tolerance, Precision p) {
  const Real t = exact_double(tolerance);
  Interval r{Real(p), Real(p)};
  mpfr_sub(r.low, image.low, t, MPFR_RNDD);
  mpfr_add(r.high, image.high, t, MPFR_RNDU);
  return r;
}

// A value that is subnormal, before or after rounding, may become zero.
bool may_flush(const Setting& s, const Interval& v) {
  return s.arithmetic.flushes && mpfr_cmp_si_2exp(v.low, 1, s.format.emin()) < 0 &&
         mpfr_cmp_si_2exp(v.high, -1, s.format.emin()) > 0;
}

// Includes the patterns to which the exact values round. Rounding is monotone, so the ends are enough.
void include_rounded(const Setting& s, Reach& r, const Interval& exact) {
  const Format& f = s.format;
  const auto rounded = [&](const Real& x) { return ordered(f, round_to(f, x, s.arithmetic.rounding)); };
  r.include(rounded(exact.low), rounded(exact.high));
  r.zero = r.zero || may_flush(s, exact);
}

// Includes the patterns among `allowed`, the exact image enlarged by a limit. A correctly rounded result is always allowed,
// which also covers overflow in the device's rounding mode. An infinite result represents 2^(emax+1).
void include_within(const Setting& s, Reach& r, const Interval& exact, const Interval& allowed) {
  const Format& f = s.format;
  include_rounded(s, r, exact);
  const std::int64_t first = ordered(f, round_to(f, allowed.low, Rounding::rtp));
  const std::int64_t last = ordered(f, round_to(f, allowed.high, Rounding::rtn));
  if (first <= last) r.include(first, last);
  r.positive_infinity = r.positive_infinity || mpfr_cmp_si_2exp(allowed.high, 1, f.emax + 1) >= 0;
  r.negative_infinity = r.negative_infinity || mpfr_cmp_si_2exp(allowed.low, -1, f.emax + 1) <= 0;
  r.zero = r.zero || may_flush(s, allowed);
}

void include_special(Reach& r, const Image& image) {
  r.nan = r.nan || image.nan;
  r.positive_infinity = r.positive_infinity || image.positive_infinity;
  r.negative_infinity = r.negative_infinity || image.negative_infinity;
}

// Returns the union over all combinations of pieces. A NaN operand gives a NaN.
template <std::size_t N, class F>
Reach rounded_operation(const Setting& s, const std::array<const Reach*, N>& operands, F&& image) {
  Reach r{.format = s.format};
  std::array<std::vector<Piece>, N> sets;
  for (std::size_t i = 0; i < N; ++i) {
    const Reach operand = flushed(s, *operands[i]);
    r.nan = r.nan || operand.nan;
    sets[i] = pieces(operand);
  }
  const auto include = [&](const Image& v) {
    include_special(r, v);
    if (v.numbers) include_rounded(s, r, *v.numbers);
  };
  for (const Piece& a : sets[0]) {
    for (const Piece& b : sets[1]) {
      if constexpr (N == 2) {
        include(image(a, b));
      } else {
        for (const Piece& c : sets[2]) include(image(a, b, c));
      }
    }
  }
  return r;
}

Precision exact_precision(const Setting& s) { return std::max(s.precision, kExactPrecision); }

bool meets(const Piece& v, double low, double high) { return mpfr_cmp_d(v.high, low) >= 0 && mpfr_cmp_d(v.low, high) <= 0; }

// Returns whether operands of a step may be in the domain of its limit. If none are, nothing is promised. If some are, the
// limit applies to all operands: an error that leads out of a domain must not remove the promise (A53).
bool may_be_inside(std::string_view step, std::span<const std::vector<Piece>> operands, const Limit& limit) {
  if (const auto* l = std::get_if<AbsoluteOn>(&limit); l != nullptr && std::isnan(l->outside_ulp)) {
    return std::ranges::any_of(operands[0], [&](const Piece& x) { return meets(x, l->low, l->high); });
  }
  const auto* l = std::get_if<UlpOn>(&limit);
  if (l == nullptr) return true;
  // 1 / x has a domain for x alone.
  return std::ranges::all_of(operands.subspan(step == "recip" ? 1 : 0), [&](const std::vector<Piece>& pieces) {
    return std::ranges::any_of(pieces,
                               [&](const Piece& x) { return meets(l->of_magnitudes ? absolute(x) : x, l->low, l->high); });
  });
}

const Real& smaller(const Real& a, const Real& b) { return compare(a, b) <= 0 ? a : b; }
const Real& larger(const Real& a, const Real& b) { return compare(a, b) >= 0 ? a : b; }

// One function applied to one combination of pieces, with a limit.
struct Step {
  const Setting& setting;
  std::string_view name;
  std::span<const Piece> operands;
  Result& result;

  Image image() const {
    if (name == "div" || name == "recip") return quotient(operands[0], operands[1], setting.precision);
    return image_of(name, operands, setting.precision);
  }

  template <class Enlarge>
  void include(Enlarge&& enlarge) const {
    const Image v = image();
    Reach& r = result.reach;
    include_special(r, v);
    if (!v.numbers) return;
    // At infinity exp is exactly zero (Annex F), whatever the limit.
    if (v.numbers->is_point() && v.numbers->low.is_zero() && operands[0].low.is_infinite()) {
      r.zero = true;
      return;
    }
    include_within(setting, r, *v.numbers, enlarge(*v.numbers));
  }
  void include_ulps(const Real& n) const {
    include([&](const Interval& v) { return enlarged_by_ulps(setting.format, v, n, setting.precision); });
  }
  void include_anything() const {
    result.is_unlimited = true;
    if (setting.with_unlimited) result.reach = Reach::everything(setting.format);
  }

  void operator()(const CorrectlyRounded&) const {
    const Image v = image();
    include_special(result.reach, v);
    if (v.numbers) include_rounded(setting, result.reach, *v.numbers);
  }
  void operator()(const Exact&) const { (*this)(CorrectlyRounded{}); }
  void operator()(const Ulp& limit) const { include_ulps(exact_double(limit.n)); }
  void operator()(const Unstated&) const { include_anything(); }
  void operator()(const ImplementationDefined&) const { include_anything(); }
  void operator()(const Absolute& limit) const {
    include([&](const Interval& v) { return enlarged_by(v, limit.tolerance, setting.precision); });
  }

  void operator()(const ExpRelaxed& limit) const {
    const Interval magnitude = absolute(operands[0]);
    Real n(setting.precision);
    mpfr_mul_2ui(n, magnitude.high, 1, MPFR_RNDU);
    if (n.is_finite()) mpfr_floor(n, n);
    mpfr_add(n, n, exact_double(limit.base), MPFR_RNDU);
    include_ulps(n);
  }

  // Splits the image at the ends of the domain, which belong to it. Each part has one limit.
  void operator()(const AbsoluteOn& limit) const {
    if (std::isnan(limit.outside_ulp)) return (*this)(Absolute{limit.tolerance});
    const Piece& x = operands[0];
    const Real low = exact_double(limit.low);
    const Real high = exact_double(limit.high);
    include_part({x.low, smaller(x.high, low)}, compare(x.low, low) < 0, Ulp{limit.outside_ulp});
    include_part({larger(x.low, low), smaller(x.high, high)}, true, Absolute{limit.tolerance});
    include_part({larger(x.low, high), x.high}, compare(x.high, high) > 0, Ulp{limit.outside_ulp});
  }
  void include_part(const Piece& x, bool applies, const Limit& limit) const {
    if (applies && compare(x.low, x.high) <= 0) std::visit(Step{setting, name, {&x, 1}, result}, limit);
  }

  void operator()(const UlpOn& limit) const { include_ulps(exact_double(limit.n)); }

  template <class Other>
  void operator()(const Other&) const {
    throw std::invalid_argument("a derivation's step \"" + std::string(name) +
                                "\" has a limit that no step can have: give it one in ulp, absolute, or derived");
  }
};

}  // namespace

Reach flushed(const Setting& s, const Reach& r) {
  Reach all = r;
  all.zero = r.zero || (s.arithmetic.flushes && r.has_subnormals());
  return all;
}

Reach add(const Setting& s, const Reach& a, const Reach& b) {
  return rounded_operation<2>(s, {&a, &b}, [&](const Piece& x, const Piece& y) { return sum(x, y, exact_precision(s)); });
}

Reach multiply(const Setting& s, const Reach& a, const Reach& b) {
  return rounded_operation<2>(s, {&a, &b},
                              [&](const Piece& x, const Piece& y) { return product(x, y, exact_precision(s)); });
}

Reach fused(const Setting& s, const Reach& a, const Reach& b, const Reach& c) {
  return rounded_operation<3>(s, {&a, &b, &c}, [&](const Piece& x, const Piece& y, const Piece& z) {
    return product_and_sum(x, y, z, exact_precision(s));
  });
}

Reach constant(const Setting& s, const Interval& exact) {
  Reach r{.format = s.format};
  r.include(ordered(s.format, round_to(s.format, exact.low, Rounding::rtn)),
            ordered(s.format, round_to(s.format, exact.high, Rounding::rtp)));
  return r;
}

Result apply(const Setting& s, std::string_view step, std::span<const Reach> operands, const Limit& limit) {
  Result result{.reach = {.format = s.format}};
  std::vector<std::vector<Piece>> sets;
  for (const Reach& operand : operands) {
    result.reach.nan = result.reach.nan || operand.nan;
    sets.push_back(pieces(flushed(s, operand)));
  }
  std::vector<Piece> chosen;
  const Limit held = may_be_inside(step, sets, limit) ? limit : Unstated{};
  const std::function<void()> combine = [&] {
    if (chosen.size() == sets.size()) return std::visit(Step{s, step, chosen, result}, held);
    for (const Piece& x : sets[chosen.size()]) {
      chosen.push_back(x);
      combine();
      chosen.pop_back();
    }
  };
  combine();
  return result;
}

}  // namespace classay::derived
