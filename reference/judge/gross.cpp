#include "reference/judge/gross.h"

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {

bool is_gross(const Format& f, Bits result, const Truth& truth, const Real& scale) {
  if (truth.kind != Truth::Kind::real) return false;
  const Interval magnitude = absolute(*truth.value);
  if (f.is_nan(result)) return compare(magnitude.high, exact(f, f.max_finite())) <= 0;
  if (!f.is_finite(result)) return compare(magnitude.high, power_of_two(f.emax)) < 0;
  const Precision p = kFirstPrecision + 2 * kF64.emax;
  const Interval distance = absolute(subtract(Interval::point(exact(f, result)), *truth.value, p));
  Real bound(p);
  mpfr_abs(bound, scale, MPFR_RNDU);
  mpfr_max(bound, bound, magnitude.high, MPFR_RNDU);
  mpfr_mul_2si(bound, bound, -gross_bits(f), MPFR_RNDU);
  return compare(distance.low, bound) > 0;
}

}  // namespace classay
