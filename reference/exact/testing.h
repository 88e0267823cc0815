// Provides arguments for tests of exact functions, and compares a function with an independent expectation. A comparison
// returns a description of the first disagreement, or "", so that a test can expect either.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/number/real.h"

namespace classay {

using Arguments = std::vector<Value>;
using Expected = std::function<std::vector<Truth>(const Call&)>;

// Returns the boundaries of a type: every class of floating-point values, halves and integers; two's complement limits.
std::vector<Bits> boundaries(Type t);

// Return as arguments all patterns of a type of 8 or 16 bits, or all pairs of two 8-bit types.
std::vector<Arguments> every_pattern(Type t);
std::vector<Arguments> every_pair(Type x, Type y);

// Returns all combinations of boundaries (for at most two arguments), and `count` random ones. Their exponents (or lengths)
// are evenly spread, and fractions dense, sparse or regular. A quarter are boundaries. Later arguments are often equal to
// the first one, next to it, or its negative.
std::vector<Arguments> samples(const std::vector<Type>& types, int count, std::uint64_t seed);

// Describes the first call for which f and expected differ. `form` contains the fields of Call other than its arguments.
std::string first_disagreement(Evaluate f, const Expected& expected, const std::vector<Arguments>& inputs,
                               const Call& form = {});

bool agree(const Truth& a, const Truth& b);
std::string text(const Truth& t);

// Rounds x with MPFR: to a precision, and then with its emulation of exponent ranges and subnormals.
Real rounded_by_mpfr(const Format& f, const Real& x, Rounding mode);
mpfr_rnd_t mpfr_mode(Rounding mode);

}  // namespace classay
