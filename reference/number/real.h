// Wraps MPFR numbers with ownership. Every entry point of the reference that uses MPFR holds a RealScope (real_scope.h), so
// that each thread has the flags and exponent range of this project.
#pragma once

#include <mpfr.h>

#include <string>
#include <utility>

#include "reference/number/real_scope.h"
#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

using Precision = mpfr_prec_t;

class Real {
 public:
  explicit Real(Precision p) { mpfr_init2(x_, p); }
  Real(const Real& o) {
    mpfr_init2(x_, mpfr_get_prec(o.x_));
    mpfr_set(x_, o.x_, MPFR_RNDN);
  }
  // Leaves the source without a number: it may only be assigned to or destroyed. Nothing is allocated.
  Real(Real&& o) noexcept : x_{*o.x_} { o.owns_ = false; }
  Real& operator=(const Real& o) {
    if (this != &o) *this = Real(o);
    return *this;
  }
  Real& operator=(Real&& o) noexcept {
    std::swap(*x_, *o.x_);
    std::swap(owns_, o.owns_);
    return *this;
  }
  ~Real() {
    if (owns_) mpfr_clear(x_);
  }

  mpfr_ptr get() { return x_; }
  mpfr_srcptr get() const { return x_; }
  operator mpfr_ptr() { return x_; }           // NOLINT(google-explicit-constructor): to be passed to mpfr_ functions
  operator mpfr_srcptr() const { return x_; }  // NOLINT(google-explicit-constructor)
  Precision precision() const { return mpfr_get_prec(x_); }

  bool is_zero() const { return mpfr_zero_p(x_) != 0; }
  bool is_nan() const { return mpfr_nan_p(x_) != 0; }
  bool is_infinite() const { return mpfr_inf_p(x_) != 0; }
  bool is_finite() const { return mpfr_number_p(x_) != 0; }
  bool is_integer() const { return mpfr_integer_p(x_) != 0; }
  int sign() const { return mpfr_sgn(x_); }               // sign of the value: 0 for both zeros
  bool signbit() const { return mpfr_signbit(x_) != 0; }  // sign bit of the representation

 private:
  mpfr_t x_;
  bool owns_ = true;
};

// Returns -1, 0, or 1. Precondition: neither is a NaN.
inline int compare(const Real& a, const Real& b) { return mpfr_cmp(a, b); }

// Returns the exact value of a floating-point pattern (including NaN, infinities and signed zeros) or of an integer, at the
// smallest precision for all values of the type.
Real exact(const Format& f, Bits b);
Real exact(Value v);
Real exact(const Dyadic& d);
Real power_of_two(int exponent);  // 2^exponent
Real exact_double(double d);      // exact value of a host double that is a constant in the source

// Compute without rounding, at any precision. Special operands and signs of zeros are as in IEEE 754 (clause 6.3) with
// rounding to nearest: x - x is +0, infinity - infinity and 0 * infinity are NaN. Throws std::logic_error if the exponent
// range of this thread is too narrow.
Real exact_sum(const Real& a, const Real& b);
Real exact_difference(const Real& a, const Real& b);
Real exact_product(const Real& a, const Real& b);

// Returns the pattern nearest to x in a mode, rounding subnormals once. x may be infinite, a signed zero, or NaN (made
// quiet).
Bits round_to(const Format& f, const Real& x, Rounding mode);
// Does the same for a number slightly larger than |x|: below the next number at x's precision, which must be at least 66.
// Precondition: x is finite. A zero represents the numbers between it and RealScope's smallest, with its sign.
Bits round_sticky(const Format& f, const Real& x, Rounding mode);

// Returns the exponent of the leading bit: 2^e <= |x| < 2^(e+1). Precondition: finite and not zero.
inline long leading_exponent(const Real& x) { return mpfr_get_exp(x.get()) - 1; }

inline bool is_power_of_two(const Real& x) { return mpfr_min_prec(x.get()) == 1; }  // also for negative powers of two

// Return exponents for a format's numbers near x, which must not be a NaN. They differ at a power of two: the spacing is the
// distance to the next larger magnitude, the ulp that to the next smaller one.
int spacing_exponent(const Format& f, const Real& x);
int ulp_exponent(const Format& f, const Real& x);

// Returns a decimal string of x, rounded toward -infinity or +infinity to `digits` significant digits.
std::string decimal(const Real& x, int digits, mpfr_rnd_t direction);
}  // namespace classay
