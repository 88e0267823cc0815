// Ordinary calls of a builtin, and results of them that are grossly off: what no promise should let pass. Chosen at random
// from a fixed seed, the same on every machine.
#pragma once

#include <random>
#include <vector>

#include "suites/row.h"

namespace classay::vacuous {

struct GrossCall {
  std::vector<Value> args;
  // All components of the result, one of them grossly off, the others right.
  std::vector<std::vector<Bits>> results;
};

// Of the calls of a builtin and format: its own, whatever rows stand before it.
std::uint64_t seed_of(const Row& row, Type format);

// How many lanes the calls have: more than one where a result depends on several.
int lanes_of(const Row& row);

// Arguments are of magnitude 2^-4 to 2^4 at either sign, or integers, small or of any bits. The exact result is one that the
// documents name: a number well within the format's range, or an integer. Of a builtin that never gives such a one (nan) it
// is whatever is right. At most `count`; fewer only where nothing is ever said of the result. Results of numbers are a NaN,
// both infinities, 2^60 (2^14 of f16), the right one negated, and the right one off by 2^20 ulp of f32: a number's
// sixteenth.
std::vector<GrossCall> gross_calls(const Row& row, Type format, int count);

}  // namespace classay::vacuous
