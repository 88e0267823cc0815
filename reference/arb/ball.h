// Enclosures made with Arb: what a ball, or an integer division with its remainder, proves of a real number. An end is open
// where mathematics says that the number is not the end itself (tanh x < 1), which decides roundings that no precision does.
//
// Independent of the MPFR oracle: numbers come from reference/arb/number.h and Arb's functions; MPFR's numbers appear only
// where an enclosure is compared with an Interval, and their conversion is exact.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "reference/arb/number.h"
#include "reference/number/interval.h"

namespace classay::arb {

class Ball {
 public:
  Ball() { arb_init(x_); }
  explicit Ball(const Number& x) {
    arb_init(x_);
    arb_set_arf(x_, x);
  }
  Ball(const Ball& o) {
    arb_init(x_);
    arb_set(x_, o.x_);
  }
  Ball(Ball&& o) noexcept {
    arb_init(x_);
    arb_swap(x_, o.x_);
  }
  Ball& operator=(const Ball& o) {
    arb_set(x_, o.x_);
    return *this;
  }
  Ball& operator=(Ball&& o) noexcept {
    arb_swap(x_, o.x_);
    return *this;
  }
  ~Ball() { arb_clear(x_); }

  operator arb_ptr() { return x_; }           // NOLINT(google-explicit-constructor): to be passed to arb_ functions
  operator arb_srcptr() const { return x_; }  // NOLINT(google-explicit-constructor)

 private:
  arb_t x_;
};

struct Enclosure {
  Number low;
  Number high;
  bool low_open = true;
  bool high_open = true;

  static Enclosure point(Number x);
  static Enclosure between(Number low, Number high);  // both ends open
  // The ends rounded outward to a few bits more than `precision`; the whole line when the ball is not finite.
  static Enclosure of(const Ball& ball, slong precision);

  bool is_point() const { return !low_open && !high_open && arf_equal(low, high) != 0; }

  // What is known besides: the number is greater (less) than `bound`. A bound that says nothing new changes nothing.
  Enclosure above(const Number& bound) &&;
  Enclosure below(const Number& bound) &&;
  // The number lies beyond `bound` seen from zero, or short of it. Precondition: bound is not zero.
  Enclosure farther_than(const Number& bound) &&;
  Enclosure nearer_than(const Number& bound) &&;
};

Enclosure negate(Enclosure e);
Enclosure scaled(Enclosure e, slong exponent);  // e * 2^exponent

// a / b and the n-th root, at `precision` bits, by integer arithmetic: a point when exact, otherwise open.
Enclosure quotient(const Number& a, const Number& b, slong precision);          // Precondition: b != 0
Enclosure root(const Number& x, ulong n, slong precision);                      // Precondition: x >= 0, n > 0
Enclosure root_of_quotient(const Number& a, const Number& b, slong precision);  // the square root; a >= 0, b > 0

// Can the two enclose the same number? Decided exactly.
bool overlap(const Enclosure& a, const Interval& b);

// The patterns in the order of kRoundings, or nullopt when the enclosure does not decide all of them. A zero is positive.
using Roundings = std::array<Bits, kRoundings.size()>;
std::optional<Roundings> rounded(const Format& f, const Enclosure& e);

std::string text(const Enclosure& e);  // "(low, high)" with 40 digits, brackets for closed ends

}  // namespace classay::arb
