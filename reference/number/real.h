// MPFR numbers with an owner, and the thread-local state they depend on. Every entry point of the reference that
// evaluates with MPFR holds a RealScope, so that flags and exponent range are those we chose, in each thread.
#pragma once

#include <mpfr.h>

#include <string>
#include <utility>

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
  // Leaves the source without a number, to be assigned to or destroyed: nothing is allocated.
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
  int sign() const { return mpfr_sgn(x_); }               // of the value: 0 for both zeros
  bool signbit() const { return mpfr_signbit(x_) != 0; }  // of the representation

 private:
  mpfr_t x_;
  bool owns_ = true;
};

// -1, 0, 1. Precondition: neither is a NaN.
inline int compare(const Real& a, const Real& b) { return mpfr_cmp(a, b); }

// The exact value of a floating-point pattern (NaN, infinities and signed zeros included) or of an integer, at the
// smallest precision that holds every value of the type.
Real exact(const Format& f, Bits b);
Real exact(Value v);
Real exact(const Dyadic& d);
Real power_of_two(int exponent);  // 2^exponent
Real exact_double(double d);      // a host double that is a constant of ours, exactly

// Without rounding, at whatever precision that takes. Special operands and signs of zeros as in IEEE 754 (clause 6.3) when
// rounding to nearest: x - x is +0, infinity - infinity and 0 * infinity are NaN. Throws std::logic_error where the exponent
// range of this thread is too narrow.
Real exact_sum(const Real& a, const Real& b);
Real exact_difference(const Real& a, const Real& b);
Real exact_product(const Real& a, const Real& b);

// The pattern nearest to x in a mode, subnormals rounded once. x may be infinite or a zero with sign; NaN gives a quiet NaN.
Bits round_to(const Format& f, const Real& x, Rounding mode);
// The same for a number whose magnitude is |x| and a little more: less than the next one at x's precision, which must be at
// least 66. Precondition: x finite; a zero stands for the numbers between it and RealScope's smallest, on the side of its
// sign.
Bits round_sticky(const Format& f, const Real& x, Rounding mode);

// Exponent of the leading bit: 2^e <= |x| < 2^(e+1). Precondition: finite and not zero.
inline long leading_exponent(const Real& x) { return mpfr_get_exp(x.get()) - 1; }

inline bool is_power_of_two(const Real& x) { return mpfr_min_prec(x.get()) == 1; }  // or minus one

// Exponent of the spacing of a format's numbers around x, which is not a NaN. At a power of two it changes: the spacing is
// that of the numbers beyond it, the ulp that of those between it and zero, which are nearer.
int spacing_exponent(const Format& f, const Real& x);
int ulp_exponent(const Format& f, const Real& x);

// A decimal string of x rounded toward -infinity or +infinity with `digits` significant digits.
std::string decimal(const Real& x, int digits, mpfr_rnd_t direction);
// C99 hexadecimal form of a finite pattern, or inf/nan with sign.
std::string hex_float(const Format& f, Bits b);

// Sets the exponent range of this thread wide enough that no exact f64 operation over- or underflows and narrow enough
// that gamma of a huge argument ends at once (MPFR's default range lets it run for hours); clears the flags; restores both.
class RealScope {
 public:
  RealScope();
  ~RealScope();
  RealScope(const RealScope&) = delete;
  RealScope& operator=(const RealScope&) = delete;

 private:
  mpfr_exp_t emin_;
  mpfr_exp_t emax_;
  mpfr_flags_t flags_;
};

}  // namespace classay
