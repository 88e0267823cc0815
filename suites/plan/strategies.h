// Strategies: ways to make arguments that reach the places where functions are hard - cancellation, equal and nearly equal
// arguments, ties, huge quotients, both ends of the range. Each says what it reaches and for which builtins it is good;
// input i of a plan's hard inputs is made by one after the other, from the seed and i alone.
//
// Nothing here is a truth: a strategy that computes where a result lies does so in exact integer arithmetic or with the four
// basic operations of double, which are the same on every host: hard_tuple() has them in the default floating-point
// environment. It is enough that most inputs of a strategy land there.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "reference/inputs/inputs.h"
#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

struct Strategy {
  std::string_view name;
  std::string_view reaches;  // for a reader
  bool (*suits)(const Row& row, Type format);
  Tuple (*make)(const Format& f, CounterRandom& random);
};

std::span<const Strategy> all_strategies();
// Those that suit. Never empty for builtins of floating-point arguments.
std::vector<const Strategy*> strategies_for(const Row& row, Type format);

// Precondition: `strategies` is not empty.
Tuple hard_tuple(std::span<const Strategy* const> strategies, const Format& f, std::uint64_t seed, std::uint64_t i);

}  // namespace classay
