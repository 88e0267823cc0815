// Provides helpers of the oracle's tests: calls with exact constants, argument sets, and checks of the properties of every
// truth (well formed, nested under refinement, tight). testing_test.cpp shows that each check can fail.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {

using oracle::Truths;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Function {
  std::string name;
  Evaluate truth;
};
const std::vector<Function>& all_functions();  // functions of oracle.def

// Returns whether the second argument is an int.
bool takes_int(const std::string& name);

// Host doubles are exact constants here. A test with a format that cannot represent one throws.
Value real(Type t, double d);
bool fits(Type t, double d);
inline Value integer(std::int64_t i) { return int_value(Type::i32, i); }

Truths call(Evaluate f, Type t, const std::vector<Value>& args, Precision p = kFirstPrecision, int lanes = 1);
// Every argument a constant: call_reals(oracle::hypot, Type::f32, {3, 4}).
Truths call_reals(Evaluate f, Type t, std::initializer_list<double> args, int lanes = 1, Precision p = kFirstPrecision);

// Returns whether the truth is exactly this: a number (with the sign of a zero), an infinity, or NaN.
testing::AssertionResult is_exactly(const Truth& t, double expected);
// A function of one argument, at which its value is exactly a number, an infinity or NaN.
struct Exact {
  const char* name;
  Evaluate truth;
  double x;
  double result;
};
// Checks every format that can represent x, at low and high precision.
void expect_exact(std::span<const Exact> values);

testing::AssertionResult is_integer(const Truth& t, std::int64_t expected);

// The truth is a finite point, an open interval, or a special value without an enclosure.
testing::AssertionResult well_formed(const Truth& t);
// The truth at a larger precision is equal or tighter.
testing::AssertionResult nested(const Truth& coarse, const Truth& fine);
// The truth is exact, or within 2^slack units in the last place at precision p, or beyond RealScope's range.
testing::AssertionResult tight(const Truth& t, Precision p, int slack);
// Returns whether both may enclose one number. Two points must be equal.
testing::AssertionResult meet(const Interval& a, const Interval& b);
inline testing::AssertionResult contains(const Interval& a, const Real& x) { return meet(a, Interval::point(x)); }

std::string describe(const Truth& t);
std::string describe(const std::vector<Value>& args);

// Returns zeros, subnormals, ones, neighbours of powers of two, halves, the largest numbers, infinities, NaN; both signs.
std::vector<Bits> boundaries(const Format& f);
// Return a random pattern: of all patterns, or of those with an exponent near 0.
Bits any_pattern(const Format& f, std::mt19937_64& random);
Bits moderate(const Format& f, std::mt19937_64& random);

// Rounds with MPFR in the format itself: precision, exponent range and mpfr_subnormalize, independently of enclosures.
// `f(mpfr_ptr, mpfr_rnd_t)` returns the ternary value.
template <class F>
Bits rounded_by_mpfr(const Format& format, Rounding mode, F&& f) {
  constexpr mpfr_rnd_t kDirections[] = {MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};
  const mpfr_rnd_t direction = kDirections[static_cast<int>(mode)];
  Real r(format.precision);
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  mpfr_set_emin(format.subnormal_exponent() + 1);  // MPFR's significands lie in [1/2, 1)
  mpfr_set_emax(format.emax + 1);
  const int ternary = f(r.get(), direction);
  mpfr_subnormalize(r, ternary, direction);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return round_to(format, r, Rounding::rtz);  // exact
}

}  // namespace classay::oracle_testing
