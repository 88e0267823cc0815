// Provides enclosures from Arb, as a ball or an integer division with its remainder proves them for a real number. An end
// is open if a theorem excludes it (tanh x < 1). This decides roundings that no precision decides.
//
// Independent of the MPFR oracle: numbers come from reference/arb/number.h and Arb's functions. MPFR's numbers appear only
// in comparisons of an enclosure with an Interval, and their conversion is exact.
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
  // Rounds the ends outward to a few bits more than `precision`. The enclosure is the whole axis if the ball is not finite.
  static Enclosure of(const Ball& ball, slong precision);

  bool is_point() const { return !low_open && !high_open && arf_equal(low, high) != 0; }

  // Adds the knowledge that the number is greater (less) than `bound`. A weaker bound changes nothing.
  Enclosure above(const Number& bound) &&;
  Enclosure below(const Number& bound) &&;
  // Adds that the number is farther from or nearer to zero than `bound`, with its sign. Precondition: bound is not zero.
  Enclosure farther_than(const Number& bound) &&;
  Enclosure nearer_than(const Number& bound) &&;
};

Enclosure negate(Enclosure e);
Enclosure scaled(Enclosure e, slong exponent);  // e * 2^exponent

// Return a / b and the n-th root at `precision` bits, by integer arithmetic: a point if exact, otherwise open.
Enclosure quotient(const Number& a, const Number& b, slong precision);          // Precondition: b != 0
Enclosure root(const Number& x, ulong n, slong precision);                      // Precondition: x >= 0, n > 0
Enclosure root_of_quotient(const Number& a, const Number& b, slong precision);  // the square root; a >= 0, b > 0

// Returns whether both may enclose the same number. The decision is exact.
bool overlap(const Enclosure& a, const Interval& b);

// Returns patterns in the order of kRoundings, or nullopt if the enclosure does not decide them all. A zero is positive.
using Roundings = std::array<Bits, kRoundings.size()>;
std::optional<Roundings> rounded(const Format& f, const Enclosure& e);

std::string text(const Enclosure& e);  // "(low, high)" with 40 digits, brackets for closed ends

}  // namespace classay::arb
