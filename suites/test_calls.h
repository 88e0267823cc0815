// Provides calls for tests of special values: every f16 number for builtins with one real argument, and combinations of the
// boundary numbers of each format for the others.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "reference/truth/call.h"

namespace classay::test {

// Returns the kinds of arguments of a builtin with prescribed values, for one lane: 'r' a real of the format, 'i' an int,
// 'c' the nan code. "rr" for pow.
std::string_view argument_kinds(std::string_view builtin);

// Return zeros, extremes, NaN, infinities; numbers around 0.5, 1, 2; integers, odd, even and large; halves of odd numbers;
// each with its neighbours and with both signs.
std::vector<Bits> boundary_numbers(const Format& f);
std::vector<std::int64_t> boundary_integers();

// Calls `ask` for every call of the plan: all f16 (or, for other formats, the boundary numbers) for one real argument, and
// combinations of boundary numbers for two and three arguments.
void for_each_call(std::string_view builtin, Type type, const std::function<void(const Call&)>& ask);

}  // namespace classay::test
