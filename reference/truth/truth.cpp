#include "reference/truth/truth.h"

#include <algorithm>

#include "reference/truth/rounded_results.h"

namespace classay {

Truth Truth::zero(bool negative) {
  Real z(MPFR_PREC_MIN);
  mpfr_set_zero(z, negative ? -1 : 1);
  return {.kind = Kind::real, .negative = negative, .value = Interval::point(z)};
}

Truth Truth::of_real(Interval v) {
  Truth t{.kind = Kind::real, .value = std::move(v)};
  t.negative = t.value->is_point() ? t.value->low.signbit() : t.value->high.sign() <= 0;
  return t;
}

Truth Truth::of(const Real& x) {
  if (x.is_nan()) return not_a_number();
  if (x.is_infinite()) return infinity(x.signbit());
  return of_real(Interval::point(x));
}

Truth Truth::of(const Format& f, Bits b) { return of(exact(f, b)); }

namespace {

// Rounds the numbers next to x on the given side. All numbers between x and its neighbour at a higher precision than the
// format's round to the same result, because no boundary of rounding lies between them.
Bits round_beside(const Format& f, const Real& x, bool above, Rounding mode) {
  if (x.is_zero()) return round_to(f, Unrounded{!above, 0, f.subnormal_exponent() - 2, true}, mode);
  const bool negative = x.signbit();
  // An infinite end represents numbers beyond RealScope's range, which overflow in every format.
  if (x.is_infinite()) return round_to(f, Unrounded{negative, 1, f.emax + 1, true}, mode);
  Real inner(std::max<Precision>(x.precision(), 66));
  mpfr_set(inner, x, MPFR_RNDN);
  if (above == negative) negative ? mpfr_nextabove(inner) : mpfr_nextbelow(inner);  // the magnitude is smaller than |x|
  return round_sticky(f, inner, mode);
}

}  // namespace

std::optional<Bits> rounded(const Format& f, const Truth& t, Rounding mode) {
  switch (t.kind) {
    case Truth::Kind::nan: return f.quiet_nan();
    case Truth::Kind::infinite: return f.infinity(t.negative);
    case Truth::Kind::integer: return t.integer;
    case Truth::Kind::any: return std::nullopt;
    case Truth::Kind::real: break;
  }
  if (t.is_zero()) return f.zero(t.negative);
  const Interval& v = *t.value;
  if (v.is_point()) return round_to(f, v.low, mode);
  const Bits low = round_beside(f, v.low, true, mode);
  const Bits high = round_beside(f, v.high, false, mode);
  return low == high ? std::optional(low) : std::nullopt;
}

std::optional<Bits> rounded(Type type, const Truth& t, Rounding mode) {
  if (is_float(type)) return rounded(format(type), t, mode);
  return t.kind == Truth::Kind::integer ? std::optional(t.integer) : std::nullopt;
}

std::vector<Truth> evaluate_rounded(Evaluate f, const Call& call, std::span<const Type> result_types) {
  const RealScope scope;
  for (Precision p = kFirstPrecision; p <= kLastPrecision; p *= 2) {
    std::vector<Truth> truths = f(call, p);
    bool decided = true;
    for (std::size_t i = 0; i < truths.size() && decided; ++i) {
      const Type type = result_types[i % result_types.size()];
      if (!is_float(type)) continue;
      decided = truths[i].kind == Truth::Kind::any ||
                std::ranges::all_of(kRoundings, [&](Rounding mode) { return rounded(type, truths[i], mode).has_value(); });
    }
    if (decided) return truths;
  }
  throw Undecided();
}

std::vector<std::optional<Bits>> rounded_results(Evaluate f, const Call& call, std::span<const Type> result_types,
                                                 Rounding mode) {
  std::vector<std::optional<Bits>> all;
  for (const Truth& t : evaluate_rounded(f, call, result_types)) {
    all.push_back(rounded(result_types[all.size() % result_types.size()], t, mode));
  }
  return all;
}

}  // namespace classay
