#include "reference/judge/through_float.h"

#include <algorithm>

namespace classay {
namespace {

// The results that the operation of single precision may have: all numbers of f32 between these.
struct Numbers {
  Bits low = 0;
  Bits high = 0;
};

// The first number of f32 that is not below x, or with Rounding::rtn the last one not above it. Beyond the largest one an
// infinity stands for 2^(emax+1), as where an error is measured (ulp.h).
Bits number_beside(const Real& x, Rounding toward) {
  const bool is_up = toward == Rounding::rtp;
  const Real end = power_of_two(kF32.emax + 1);
  if (!is_up && compare(x, end) >= 0) return kF32.infinity(false);
  Real other = end;
  mpfr_neg(other, other, MPFR_RNDN);
  if (is_up && compare(x, other) <= 0) return kF32.infinity(true);
  return round_to(kF32, x, toward);
}

// The same of a number that an enclosure holds, moved by `distance`; nullopt: its ends do not agree.
std::optional<Bits> number_beside(const Interval& v, const Real& distance, Rounding toward) {
  const Bits low = number_beside(exact_sum(v.low, distance), toward);
  const Bits high = number_beside(exact_sum(v.high, distance), toward);
  return low == high ? std::optional(low) : std::nullopt;
}

std::optional<Numbers> within(const Interval& v, double ulps) {
  const std::optional<int> ulp = ulp_exponent(kF32, v);
  if (!ulp) return std::nullopt;
  Real distance = exact_double(ulps);
  mpfr_mul_2si(distance, distance, *ulp, MPFR_RNDN);
  const std::optional<Bits> high = number_beside(v, distance, Rounding::rtn);
  mpfr_neg(distance, distance, MPFR_RNDN);
  const std::optional<Bits> low = number_beside(v, distance, Rounding::rtp);
  if (!low || !high) return std::nullopt;
  return Numbers{*low, *high};
}

Bits narrowed(const Format& f, Bits b, Rounding mode) {
  if (kF32.is_infinite(b)) return f.infinity(kF32.is_negative(b));
  const Dyadic d = decode(kF32, b);
  return round_to(f, Unrounded{d.negative, d.significand, d.exponent, false}, mode);
}

constexpr std::array kSecondModes{Rounding::rne, Rounding::rtz};

bool is_one_of(const Format& f, Bits result, const Numbers& numbers) {
  return std::ranges::any_of(kSecondModes, [&](Rounding mode) {
    const std::int64_t at = ordered(f, result);
    return ordered(f, narrowed(f, numbers.low, mode)) <= at && at <= ordered(f, narrowed(f, numbers.high, mode));
  });
}

}  // namespace

std::optional<bool> is_through_float(const Question& q, const Format& f, Bits result, const Truth& t,
                                     const ThroughFloat& limit) {
  if (f.is_nan(result)) return false;
  if (limit.ulps != 0.5) {
    const std::optional<Numbers> numbers = within(*t.value, limit.ulps);
    return numbers ? std::optional(is_one_of(f, result, *numbers)) : std::nullopt;
  }
  const std::optional<Bits> single = rounded(kF32, t, q.arithmetic.rounding);
  if (!single) return std::nullopt;
  return std::ranges::any_of(kSecondModes, [&](Rounding mode) {
    const Bits right = narrowed(f, *single, mode);
    return right == result || (!q.arithmetic.zero_signs && f.is_zero(right) && f.is_zero(result));
  });
}

}  // namespace classay
