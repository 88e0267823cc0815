// Makes ordinary calls of a builtin with grossly wrong results, which every limit should reject. They are random with a
// fixed seed, and equal on every machine.
#pragma once

#include <random>
#include <vector>

#include "suites/row.h"

namespace classay::vacuous {

struct GrossCall {
  std::vector<Value> args;
  // Each result has all components. One component is grossly wrong, the others are right.
  std::vector<std::vector<Bits>> results;
};

// Returns the seed of a builtin and format. It does not depend on other rows.
std::uint64_t seed_of(const Row& row, Type format);

// Returns the number of lanes of a call: more than one if a result depends on several lanes.
int lanes_of(const Row& row);

// Returns at most `count` calls, and fewer only for a builtin whose results are all undefined. Arguments have a magnitude of
// 2^-4 to 2^4 and either sign; integers are small, or random. The exact result is a number well within the format's range,
// or an integer. A builtin without such results (nan) has its right result instead.
//
// The wrong results of numbers are a NaN, both infinities, 2^60 (2^14 for f16), and the negated right result. The last two
// differ from the right result by 2^20 ulp of f32, which is a sixteenth of the number.
std::vector<GrossCall> gross_calls(const Row& row, Type format, int count);

}  // namespace classay::vacuous
