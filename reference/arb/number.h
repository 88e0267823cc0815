// Wraps Arb's numbers with ownership: integers and dyadic numbers of any size. Every operation here is exact, including the
// conversions from patterns. Roots and quotients use integer arithmetic with a remainder, so they share no code with MPFR,
// and decide ties.
#pragma once

// FLINT 3 declares its conversions from MPFR only if MPFR's header comes first.
// clang-format off
#include <mpfr.h>

#include <arb.h>
// clang-format on

#include "reference/number/type.h"

namespace classay::arb {

class Integer {
 public:
  Integer() { fmpz_init(x_); }
  explicit Integer(slong i) { fmpz_init_set_si(x_, i); }
  Integer(const Integer& o) { fmpz_init_set(x_, o.x_); }
  Integer(Integer&& o) noexcept {
    fmpz_init(x_);
    fmpz_swap(x_, o.x_);
  }
  Integer& operator=(const Integer& o) {
    fmpz_set(x_, o.x_);
    return *this;
  }
  Integer& operator=(Integer&& o) noexcept {
    fmpz_swap(x_, o.x_);
    return *this;
  }
  ~Integer() { fmpz_clear(x_); }

  operator fmpz*() { return x_; }              // NOLINT(google-explicit-constructor): to be passed to fmpz_ functions
  operator const fmpz*() const { return x_; }  // NOLINT(google-explicit-constructor)

  int sign() const { return fmpz_sgn(x_); }
  bool is_zero() const { return fmpz_is_zero(x_) != 0; }
  bool is_odd() const { return fmpz_is_odd(x_) != 0; }
  slong bits() const { return static_cast<slong>(fmpz_bits(x_)); }

 private:
  fmpz_t x_;
};

// A dyadic number, or an infinity as the end of an enclosure. All arithmetic is exact.
class Number {
 public:
  Number() { arf_init(x_); }
  Number(const Number& o) {
    arf_init(x_);
    arf_set(x_, o.x_);
  }
  Number(Number&& o) noexcept {
    arf_init(x_);
    arf_swap(x_, o.x_);
  }
  Number& operator=(const Number& o) {
    arf_set(x_, o.x_);
    return *this;
  }
  Number& operator=(Number&& o) noexcept {
    arf_swap(x_, o.x_);
    return *this;
  }
  ~Number() { arf_clear(x_); }

  static Number of(slong i);
  static Number of(const Integer& mantissa, slong exponent);
  static Number power_of_two(slong exponent);
  static Number infinity(bool negative);

  operator arf_ptr() { return x_; }           // NOLINT(google-explicit-constructor): to be passed to arf_ functions
  operator arf_srcptr() const { return x_; }  // NOLINT(google-explicit-constructor)

  int sign() const { return arf_sgn(x_); }
  bool is_zero() const { return arf_is_zero(x_) != 0; }
  bool is_finite() const { return arf_is_finite(x_) != 0; }
  bool is_integer() const { return arf_is_int(x_) != 0; }

  // Returns value = mantissa * 2^exponent with an odd mantissa. Precondition: finite, nonzero, the exponent fits a long.
  std::pair<Integer, slong> odd_form() const;
  Integer floor() const;  // Precondition: finite, and small enough to be computed

 private:
  arf_t x_ = {};
};

Number number(Value v);  // a finite floating-point value or an integer, exactly

Number operator+(const Number& a, const Number& b);
Number operator-(const Number& a, const Number& b);
Number operator*(const Number& a, const Number& b);
Number operator-(const Number& a);
Number absolute(const Number& a);
Number scaled(const Number& a, slong exponent);  // a * 2^exponent
inline int compare(const Number& a, const Number& b) { return arf_cmp(a, b); }
inline int compare(const Number& a, slong b) { return arf_cmp_si(a, b); }
inline int compare_magnitudes(const Number& a, const Number& b) { return arf_cmpabs(a, b); }

}  // namespace classay::arb
