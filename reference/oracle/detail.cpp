#include "reference/oracle/detail.h"

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::oracle {
Truth too_large(bool negative, Precision p) {
  Interval v{Real(p), Real(p)};
  mpfr_set_inf(v.high, 1);
  v.low = v.high;
  mpfr_nextbelow(v.low);
  return Truth::of_real(negative ? negate(v) : std::move(v));
}

Truth too_small(bool negative, Precision p) {
  Interval v{Real(p), Real(p)};
  mpfr_set_zero(v.low, 1);
  v.high = v.low;
  mpfr_nextabove(v.high);
  return Truth::of_real(negative ? negate(v) : std::move(v));
}

}  // namespace classay::oracle
