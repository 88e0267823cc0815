// For the tests of exact functions: arguments to go over, and the comparison of a function with an expectation that was
// built in another way. A comparison answers with the first disagreement in words, or "" - so a test can ask for either.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/exact/exact.h"

namespace classay {

using Arguments = std::vector<Value>;
using Expected = std::function<std::vector<Truth>(const Call&)>;

// The boundaries of a type: of every class of floating-point values, of halves and integers; of two's complement.
std::vector<Bits> boundaries(Type t);

// All patterns of a type of 8 or 16 bits, and all pairs of two types of 8 bits, as arguments.
std::vector<Arguments> every_pattern(Type t);
std::vector<Arguments> every_pair(Type x, Type y);

// All combinations of boundaries (for at most two arguments), and `count` random ones: exponents (or lengths) evenly spread,
// fractions dense, sparse or regular, a quarter of them boundaries, later arguments often equal to the first one, beside it,
// or its opposite.
std::vector<Arguments> samples(const std::vector<Type>& types, int count, std::uint64_t seed);

// The first call for which f and expected give different truths; `form` gives the fields of Call other than its arguments.
std::string first_disagreement(Evaluate f, const Expected& expected, const std::vector<Arguments>& inputs,
                               const Call& form = {});

bool agree(const Truth& a, const Truth& b);
std::string text(const Truth& t);

// x rounded by MPFR itself: its own rounding to a precision, then its emulation of exponent ranges and subnormals.
Real rounded_by_mpfr(const Format& f, const Real& x, Rounding mode);
mpfr_rnd_t mpfr_mode(Rounding mode);

}  // namespace classay
