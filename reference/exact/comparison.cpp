// Implements functions of comparisons: the larger, the smaller, between, before, and the sign.
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

// False if either is a NaN; the two zeros are equal.
bool less(Value x, Value y) {
  const Format& f = format(x.type);
  return !is_nan(x) && !is_nan(y) && ordered(f, x.bits) < ordered(f, y.bits);
}

Value magnitude(Value x) { return {x.type, format(x.type).magnitude(x.bits)}; }

// "y if x < y, otherwise x", so the first of two zeros. The specifications allow either (ambiguity "fmax, fmin of zeros").
Value larger(Value x, Value y) {
  if (is_nan(x)) return y;
  return less(x, y) ? y : x;
}
Value smaller(Value x, Value y) {
  if (is_nan(x)) return y;
  return less(y, x) ? y : x;
}

}  // namespace

Truths fmax(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) { return truth(larger(x, y)); });
}
Truths fmin(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) { return truth(smaller(x, y)); });
}

Truths maxmag(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    if (less(magnitude(y), magnitude(x))) return truth(x);
    if (less(magnitude(x), magnitude(y))) return truth(y);
    return truth(larger(x, y));
  });
}
Truths minmag(const Call& call, Precision) {
  return each<2>(call, [](Value x, Value y) {
    if (less(magnitude(x), magnitude(y))) return truth(x);
    if (less(magnitude(y), magnitude(x))) return truth(y);
    return truth(smaller(x, y));
  });
}

// The common functions max and min: undefined for infinities as well as for NaN ("Common Functions").
Truths fmax_common(const Call& call, Precision) {
  return each<2>(call,
                 [](Value x, Value y) { return is_finite(x) && is_finite(y) ? truth(larger(x, y)) : Truth::anything(); });
}
Truths fmin_common(const Call& call, Precision) {
  return each<2>(call,
                 [](Value x, Value y) { return is_finite(x) && is_finite(y) ? truth(smaller(x, y)) : Truth::anything(); });
}

// Defined as fmin(fmax(x, low), high), which define the results for NaN. Undefined only if low > high.
Truths fclamp(const Call& call, Precision) {
  return each<3>(call, [](Value x, Value low, Value high) {
    return less(high, low) ? Truth::anything() : truth(smaller(larger(x, low), high));
  });
}

// "0.0 if x < edge, otherwise 1.0": a NaN is not less.
Truths step(const Call& call, Precision) {
  return each<2>(call, [](Value edge, Value x) {
    return less(x, edge) ? Truth::zero(false) : Truth::of(format(x.type), format(x.type).one());
  });
}

Truths sign(const Call& call, Precision) {
  return each<1>(call, [](Value x) {
    const Format& f = format(x.type);
    if (is_nan(x)) return Truth::zero(false);
    if (is_zero(x)) return truth(x);
    return Truth::of(f, f.one() | f.zero(is_negative(x)));
  });
}

}  // namespace classay::exact_functions
